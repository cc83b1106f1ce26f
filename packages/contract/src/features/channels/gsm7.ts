/** Texts of SMS: the alphabet that fits 160 characters into one. Pure. */

/** The basic alphabet of GSM 03.38, of one septet each. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Of two septets each. */
const extended = "^{}\\[~]|€\f";
/** Signs of our texts that the alphabet lacks, and what stands for them. */
const written: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "\u202f": " ",
  "\u2009": " ",
  "\u2212": "-",
  "–": "-",
  "—": "-",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "…": "...",
  "²": "2",
  "°": "",
  œ: "oe",
  Œ: "OE",
  "×": "x",
};

export const mostSeptets = 160;

const septetsOf = (character: string) => (extended.includes(character) ? 2 : 1);

/** How many septets a text in the alphabet takes. */
export function septets(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + septetsOf(character), 0);
}

/** The text in the alphabet: accents that it lacks are left out, and other signs become a question mark. */
export function toGsm7(text: string): string {
  return Array.from(text)
    .map((character) => {
      if (basic.includes(character) || extended.includes(character)) return character;
      const known = written[character];
      if (known !== undefined) return known;
      const [plain = ""] = character.normalize("NFD");
      return basic.includes(plain) ? plain : "?";
    })
    .join("");
}

/** The same, cut to what fits into one SMS. */
export function toSms(text: string): string {
  const whole = toGsm7(text).replaceAll(/\s+/g, " ").trim();
  if (septets(whole) <= mostSeptets) return whole;
  const end = "...";
  let cut = "";
  for (const character of whole) {
    if (septets(cut) + septetsOf(character) > mostSeptets - end.length) break;
    cut += character;
  }
  return `${cut.trimEnd()}${end}`;
}
