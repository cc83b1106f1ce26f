import { editDistance } from "@offgrid/contract/core/edit-distance";

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

/** Shorter words are near too many others. */
const shortestMistyped = 4;

/** Whether all words of a search stand in a text, each perhaps with one letter mistyped. */
export function isNearlyIn(text: string, typed: string): boolean {
  return wordsOf(typed).every((word) => isTypedIn(text, word) || hasNearly(text, word));
}

const wordsOf = (typed: string) => plainLetters(typed).split(/\s+/).filter(Boolean);
const isTypedIn = (text: string, word: string) => text.includes(word);

/** The pages in whose title, description or other words all words of a search stand; of no words, all. */
export function findPages<Page extends { title: string; about: string; words: string }>(
  typed: string,
  pages: readonly Page[],
): Page[] {
  return pages.filter(({ title, about, words }) => {
    const text = plainLetters(`${title} ${about} ${words}`);
    return wordsOf(typed).every((word) => isTypedIn(text, word));
  });
}

/** Whether a word of a text, or the beginning of one, is this word with one letter mistyped. */
function hasNearly(text: string, typed: string): boolean {
  if (typed.length < shortestMistyped) return false;
  const lengths = [typed.length - 1, typed.length, typed.length + 1];
  return text
    .split(/[^\p{L}\d]+/u)
    .some((word) =>
      lengths.some((length) => word.length >= length && editDistance(word.slice(0, length), typed) === 1),
    );
}

/**
 * The settings that all words of a search are found in, in the language of the page or in another one. Where there are
 * none, one letter of each longer word may be mistyped.
 * @param own The catalogue of the page, whose words are shown.
 */
export function findSettings(typed: string, own: Texts, others: readonly Texts[]): FoundSetting[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const elsewhere = others.map((texts) => new Map(entriesOf(texts).map(({ at, words }) => [at, plainLetters(words)])));
  const entries = entriesOf(own).map(({ words, ...setting }) => ({
    setting,
    known: [plainLetters(words), ...elsewhere.map((texts) => texts.get(setting.at) ?? "")],
  }));
  const found = (isIn: (text: string) => boolean) =>
    entries.flatMap(({ setting, known }) => (known.some(isIn) ? [setting] : []));
  const whole = found((text) => wanted.every((word) => isTypedIn(text, word)));
  return whole.length > 0 ? whole : found((text) => isNearlyIn(text, typed));
}
