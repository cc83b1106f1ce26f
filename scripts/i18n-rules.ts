/** One file of texts, its keys joined by dots. */
export interface TextFile {
  path: string;
  namespace: string;
  locale: string;
  texts: ReadonlyMap<string, string>;
}

export interface Finding {
  path: string;
  text: string;
}

/** Texts of this length that are the same in both languages were most likely not translated. */
const suspiciousLength = 20;
/** What the audit log has lines of beside the calls. */
const auditedEvents = [
  ...["login_alert", "evidence_frozen", "ticket_mail_in"],
  ...["backup_restored", "containers_imported", "correction_undone", "person_erased", "test_mail"],
];
/** The endings that i18next adds to keys with plurals. */
const pluralEnd = /_(zero|one|two|few|many|other)$/;

/** Quantities that several screens show, by their English names. */
const quantities = [
  ...["Battery power", "Battery capacity", "State of charge", "State of charge of {{name}}"],
  ...["Consumption", "Consumption today", "Solar", "Solar today", "Generator", "Generator power", "Generator running"],
  ...["From the battery", "To the battery", "Hours left", "Lowest charge", "Last 24 hours", "Self-sufficiency"],
];

/** {a: {b: "x"}} as a map of "a.b" to "x". */
export function flatten(value: unknown, prefix = ""): Map<string, string> {
  if (typeof value === "string") return new Map([[prefix, value]]);
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...flatten(inner, prefix === "" ? key : `${prefix}.${key}`)]),
  );
}

/** Names of the contract that need a text each. */
export interface NamesWithText {
  /** Codes of refusals, each with a sentence in `shared`. */
  refusals: readonly string[];
  /** Each has words in `audit`: what the log says that somebody did, or was refused. */
  calls: readonly string[];
}

/**
 * All faults of the texts.
 * @param code The program's sources; a key counts as used when it occurs there in quotes, or when a template such as
 * `status.${...}` can produce it.
 */
export function findTextFaults(
  files: readonly TextFile[],
  code: readonly string[],
  { refusals, calls }: NamesWithText,
): Finding[] {
  const program = namesIn(code);
  return [
    ...files.filter((file) => file.locale === "en").flatMap((file) => compareWithFrench(file, files)),
    ...files.filter((file) => file.locale === "fr").flatMap((file) => missingEnglish(file, files)),
    ...files.filter((file) => file.locale === "fr").flatMap(breakingSpaces),
    ...files.filter((file) => file.locale === "fr").flatMap(straightApostrophes),
    ...files.flatMap(unitsApart),
    ...files.flatMap(singulars),
    ...files.flatMap((file) => hidden(file, files)),
    ...files.filter((file) => file.locale === "en").flatMap((file) => unusedKeys(file, program)),
    ...severalNames(files),
    ...files.flatMap(otherExports),
    ...missingRefusals(files, refusals),
    ...auditFaults(files, calls),
  ];
}

/** French has a space before these signs and inside its quotation marks; a line must not break there. */
const breakingSpace = / [:;?!%»](?![\w{])|« /;

function breakingSpaces({ path, texts }: TextFile): Finding[] {
  return [...texts]
    .filter(([, text]) => breakingSpace.test(text))
    .map(([key]) => ({ path, text: `${key} has a space at which the line may break before a sign (use U+00A0)` }));
}

/** A number and its unit are one word: `48` at the end of a line and `h` on the next have to be read twice. */
const unitApart = /(?:\d|\}\}) (?:h|min|s|k?Wh?|m?V|A|MB|Mo|km|Ko|KiB|Kio|°C)(?![\p{L}\p{N}’'])/u;

function unitsApart({ path, texts }: TextFile): Finding[] {
  return [...texts]
    .filter(([, text]) => unitApart.test(text))
    .map(([key]) => ({ path, text: `${key} has a space at which the line may break before a unit (use U+00A0)` }));
}

/** One form on all screens: beside the other, this one looks like a slip. */
const straightApostrophe = /(?<=\p{L})'/u;

function straightApostrophes({ path, texts }: TextFile): Finding[] {
  return [...texts]
    .filter(([, text]) => straightApostrophe.test(text))
    .map(([key]) => ({ path, text: `${key} has a straight apostrophe (use U+2019)` }));
}

const countHole = /\{\{\s*count\b/;

/** French says 0 in the singular too: what is written as one would then be read as one. */
function singulars({ path, locale, texts }: TextFile): Finding[] {
  return [...texts].flatMap(([key, text]) => {
    if (!key.endsWith("_one") || countHole.test(text)) return [];
    const counts = countHole.test(texts.get(key.replace(pluralEnd, "_other")) ?? "");
    if (!counts || !(locale === "fr" || /(?<![\d.,])1(?![\d.,])/.test(text))) return [];
    return [{ path, text: `${key} does not say {{count}} (French says 0 in the singular too)` }];
  });
}

/** The file beside it in the other language: texts of one namespace may lie in two places. */
function beside({ path, locale }: TextFile, other: string, files: readonly TextFile[]): TextFile | undefined {
  return files.find((file) => file.path === path.replace(new RegExp(`\\.${locale}\\.json$`), `.${other}.json`));
}

/** Texts that lie in two places become one: the second would hide the first. */
function hidden(file: TextFile, files: readonly TextFile[]): Finding[] {
  const top = ({ texts }: TextFile) =>
    new Set([...texts.keys()].map((key) => key.split(".")[0]?.replace(pluralEnd, "")));
  const others = files.filter(
    (one) => one.path < file.path && one.namespace === file.namespace && one.locale === file.locale,
  );
  return others.flatMap((other) =>
    [...top(file)]
      .filter((key) => top(other).has(key))
      .map((key) => ({ path: file.path, text: `${key} is in ${other.path} too` })),
  );
}

function compareWithFrench(english: TextFile, files: readonly TextFile[]): Finding[] {
  const french = beside(english, "fr", files);
  if (!french) return [{ path: english.path, text: "has no French file beside it" }];
  const findings: Finding[] = [];
  for (const [key, text] of english.texts) {
    const translation = french.texts.get(key);
    if (translation === undefined) findings.push({ path: french.path, text: `lacks ${key}` });
    else if (translation.trim() === "") findings.push({ path: french.path, text: `${key} is empty` });
    else if (translation === text && text.length >= suspiciousLength && /\s/.test(text)) {
      findings.push({ path: french.path, text: `${key} is the English text` });
    } else if (placeholders(key, text) !== placeholders(key, translation)) {
      findings.push({ path: french.path, text: `${key} has other placeholders than the English text` });
    }
  }
  for (const key of french.texts.keys()) {
    if (!english.texts.has(key)) findings.push({ path: english.path, text: `lacks ${key}` });
  }
  return findings;
}

/** What an act is called that gives a file, other than "Export". */
const otherExport =
  /^(?:Download|Save (?:as|to) (?:a )?(?:file|CSV|PNG|PDF)|T[ée]l[ée]charg|Enregistrer (?:sous|en (?:CSV|PNG|PDF)))/i;
/** Files that were made before and are handed over as they are: nothing is exported. */
const handedOver = new Set([
  "archive:take",
  "profile:recovery_download",
  "tickets:evidence.save",
  "tickets:evidence.saveOf",
]);

/** One act has one name: whatever makes a file of what is on the screen is "Export" in every menu. */
function otherExports({ path, namespace, texts }: TextFile): Finding[] {
  return [...texts]
    .filter(([key, text]) => otherExport.test(text) && !handedOver.has(`${namespace}:${key}`))
    .map(([key, text]) => ({ path, text: `${key} is "${text}" (what gives a file is called "Export", "Exporter")` }));
}

/** Two names on two screens would be read as two quantities. */
function severalNames(files: readonly TextFile[]): Finding[] {
  const first = new Map<string, string>();
  return files.flatMap((english) => {
    const { locale, texts } = english;
    const file = locale === "en" ? beside(english, "fr", files) : undefined;
    return [...texts].flatMap(([key, name]) => {
      const own = file?.texts.get(key);
      if (file === undefined || own === undefined || !quantities.includes(name)) return [];
      const other = first.get(name) ?? own;
      first.set(name, other);
      return own === other ? [] : [{ path: file.path, text: `${key} is "${own}", which is "${other}" elsewhere` }];
    });
  });
}

function missingEnglish(french: TextFile, files: readonly TextFile[]): Finding[] {
  return beside(french, "en", files) ? [] : [{ path: french.path, text: "has no English file beside it" }];
}

/** An English singular is always one, and may say so in words. */
function placeholders(key: string, text: string): string {
  const names = [...text.matchAll(/\{\{\s*(\w+)/g)].map((found) => found[1] ?? "");
  return names
    .filter((name) => name !== "count" || !key.endsWith("_one"))
    .toSorted((one, other) => one.localeCompare(other))
    .join(" ");
}

/** What may be a key or its beginning, read once: to look for each of thousands of keys in all sources takes seconds. */
interface Names {
  /** Stands in quotes, with or without its namespace. */
  quoted: ReadonlySet<string>;
  /** Begins a template: `${start}${...}${end}`, where the middle of the key may vary. */
  starts: ReadonlySet<string>;
}

function namesIn(code: readonly string[]): Names {
  const find = (pattern: RegExp) =>
    new Set(code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name)));
  return {
    // A closing quote may open what comes next.
    quoted: find(/["'`](?:[\w-]+:)?([\w./-]+)(?=["'`])/g),
    starts: find(/`(?:[\w-]+:)?([\w./-]+)\$\{/g),
  };
}

function unusedKeys(file: TextFile, program: Names): Finding[] {
  return [...file.texts.keys()]
    .map((key) => key.replace(pluralEnd, ""))
    .filter((key) => !isUsed(key, program))
    .map((key) => ({ path: file.path, text: `${key} is used nowhere` }));
}

function isUsed(key: string, { quoted, starts }: Names): boolean {
  if (quoted.has(key)) return true;
  for (let at = key.length - 1; at > 0; at -= 1) {
    const separator = key[at - 1];
    if ((separator === "." || separator === "_") && starts.has(key.slice(0, at))) return true;
  }
  return false;
}

function missingRefusals(files: readonly TextFile[], codes: readonly string[]): Finding[] {
  return files
    .filter((file) => file.namespace === "shared")
    .flatMap((file) =>
      codes
        .filter((code) => !file.texts.has(`refusal.${code}`))
        .map((code) => ({ path: file.path, text: `has no sentence for the refusal ${code}` })),
    );
}

function auditFaults(files: readonly TextFile[], calls: readonly string[]): Finding[] {
  const named = new Set([...calls, ...auditedEvents].map((name) => `did.${name}`));
  return files
    .filter((file) => file.namespace === "audit")
    .flatMap(({ path, texts }) => [
      ...[...named]
        .filter((key) => !texts.has(key))
        .map((key) => ({ path, text: `lacks ${key}: say in the words of the audit log what this call does` })),
      ...[...texts.keys()]
        .filter((key) => key.startsWith("did.") && !named.has(key))
        .map((key) => ({ path, text: `${key} names no call` })),
    ]);
}
