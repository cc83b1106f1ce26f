const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
let codes: ReadonlyMap<string, string> | undefined;

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").trim().toLowerCase();
}

/** Codes of the countries by their English and French names. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes) return codes;
  const found = new Map<string, string>();
  for (const locale of ["en", "fr"]) {
    const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
    for (const first of letters) {
      for (const second of letters) {
        const code = first + second;
        const name = code === "ZZ" ? undefined : names.of(code);
        // Obsolete codes have the names of their successors.
        if (name !== undefined && !found.has(plain(name))) found.set(plain(name), code);
      }
    }
  }
  return (codes = found);
}

const known = new Map<string, string | undefined>();

/** Code of the country that an address ends in, in English or French; undefined: none is named. */
export function countryOf(address: string | null): string | undefined {
  const last = address?.split(",").at(-1) ?? "";
  if (last === "") return undefined;
  if (!known.has(last)) {
    if (known.size > 5_000) known.clear();
    known.set(last, countryCodes().get(plain(last)));
  }
  return known.get(last);
}

const namesIn = new Map<string, Intl.DisplayNames>();

/** Name of a country in a language. */
export function countryName(code: string, locale: string): string {
  let names = namesIn.get(locale);
  if (!names) namesIn.set(locale, (names = new Intl.DisplayNames(locale, { type: "region" })));
  return names.of(code) ?? code;
}
