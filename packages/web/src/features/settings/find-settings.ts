import { plainLetters } from "../../core/plain-letters.ts";

/**
 * Single settings by the words of their forms. What a person may look for stands in the catalogue under `fields` of the
 * section that shows it, with its help beside it (`xHelp`) and other words for it (`xWords`; of a whole section under
 * `words`): forms take their labels from there, so that there is no second list. Pure.
 */

type Texts = Readonly<Record<string, unknown>>;

export interface FoundSetting {
  /** The key of its label in the catalogue, as an address names it. */
  at: string;
  section: string;
  /** Undefined: it is the whole section. */
  label: string | undefined;
}

interface Entry extends FoundSetting {
  words: string;
}

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null;
const textOf = (texts: Texts, key: string) => (typeof texts[key] === "string" ? texts[key] : "");
function textAt(texts: Texts, path: string): string {
  const [group = "", key = ""] = path.split(".");
  const inner = texts[group];
  return isTexts(inner) ? textOf(inner, key) : "";
}
/** Not the name of a setting, but what is said of one. */
const isAside = (key: string) => /(Help|Words)$/.test(key);

/** Every section and field of a catalogue, with the words by which it is found. */
function entriesOf(texts: Texts): Entry[] {
  return Object.entries(texts).flatMap(([group, section]) => {
    if (!isTexts(section) || !isTexts(section["fields"])) return [];
    const { fields } = section;
    const title = textOf(section, "title");
    const about = [title, textOf(section, "help"), textAt(texts, `words.${group}`)];
    const whole: Entry = { at: `${group}.title`, section: title, label: undefined, words: about.join(" ") };
    const named = Object.keys(fields).filter((key) => !isAside(key));
    return [
      whole,
      ...named.map((key): Entry => {
        const label = textOf(fields, key);
        const words = [label, textOf(fields, `${key}Help`), textOf(fields, `${key}Words`)].join(" ");
        return { at: `${group}.fields.${key}`, section: title, label, words };
      }),
    ];
  });
}

/**
 * The settings that all words of a search are found in, in the language of the page or in another one.
 * @param own The catalogue of the page, whose words are shown.
 */
export function findSettings(typed: string, own: Texts, others: readonly Texts[]): FoundSetting[] {
  const wanted = plainLetters(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const elsewhere = others.map((texts) => new Map(entriesOf(texts).map(({ at, words }) => [at, plainLetters(words)])));
  return entriesOf(own).flatMap(({ words, ...setting }) => {
    const known = [plainLetters(words), ...elsewhere.map((entries) => entries.get(setting.at) ?? "")];
    return known.some((text) => wanted.every((word) => text.includes(word))) ? [setting] : [];
  });
}
