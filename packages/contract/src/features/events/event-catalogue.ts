import type { LocaleCode } from "../../core/constants.ts";
import { formatNumber } from "../telemetry/format.ts";
import { outputTitle } from "../output-names/output-names.ts";
import en from "./command-words.en.json" with { type: "json" };
import fr from "./command-words.fr.json" with { type: "json" };
import type { EventSay } from "./event-say.ts";
import type { EventWords } from "./event-text.ts";

/** The words of events in both languages, for programs: screens load those of one, as all of their texts. */

interface Texts {
  [key: string]: string | Texts;
}
const catalogues: Readonly<Record<LocaleCode, Texts>> = { en, fr };
const hole = /\{\{(?<name>\w+)(?<isNumber>, number)?\}\}/g;

/** The texts of a language, filled as screens fill them. */
export function eventSay(locale: LocaleCode): EventSay {
  const plurals = new Intl.PluralRules(locale);
  return (key, values = {}) => {
    const text = textOf(locale, key, values.count === undefined ? undefined : plurals.select(values.count));
    return text.replaceAll(hole, (_, name: keyof typeof values, isNumber: string | undefined) => {
      const value = values[name];
      return typeof value === "number" && isNumber ? formatNumber(value, locale, {}) : String(value ?? "");
    });
  };
}

/** Of a count, the text of its plural where there is one. */
function textOf(locale: LocaleCode, key: string, plural: string | undefined): string {
  const at = (path: string) =>
    path
      .split(".")
      .reduce<string | Texts | undefined>(
        (part, name) => (typeof part === "object" ? part[name] : undefined),
        catalogues[locale],
      );
  const text = [...(plural === undefined ? [] : [at(`${key}_${plural}`)]), at(key), at(`${key}_other`)].find(
    (one) => typeof one === "string",
  );
  if (typeof text !== "string") throw new Error(`The catalogue of events has no text ${key} (${locale}).`);
  return text;
}

/** What the portal tells events with. @param zone IANA name of the zone of days, where the event has none of its own. */
export function eventWordsIn(locale: LocaleCode, zone: string): EventWords {
  return { say: eventSay(locale), locale, zone, output: (target, name) => name || outputTitle(target, locale) };
}
