import type { LocaleCode } from "../../core/constants.ts";
import { formatList } from "../telemetry/format.ts";
import { rangeWords } from "../telemetry/range-words.ts";
import type { DrawnChart } from "./chart-drawing.schema.ts";

/** What screens, files and paper call the parts of a drawn chart, so that one has the same name in all of them. Pure. */

/** Of a chart that has nothing laid over it: nothing. */
type Compared = Pick<NonNullable<DrawnChart["compared"]>, "what"> | null;

const before: Record<LocaleCode, string> = { en: "before", fr: "avant" };

/** What is laid over is called: the other container, else the time before; undefined where nothing is. */
export function comparedName(compared: Compared, language: LocaleCode): string | undefined {
  return compared ? (compared.what ?? before[language]) : undefined;
}

/** A line that is laid over another, as the legend, the columns of files and tables name it. */
export function comparedTitle(title: string, compared: string): string {
  return `${title} (${compared})`;
}

const colon: Record<LocaleCode, string> = { en: ": ", fr: "\u00a0: " };

/**
 * Which time the lines before are of: "(before): 22/11/2026 to 23/11/2026"; undefined of another container, which is in
 * the same time.
 */
export function comparedTimeText(
  compared: DrawnChart["compared"],
  zone: string,
  language: LocaleCode,
): string | undefined {
  if (compared?.what !== null) return undefined;
  const range = rangeWords({ fromMs: compared.from, toMs: compared.to }, zone, language);
  return `(${before[language]})${colon[language]}${range}`;
}

const more: Record<LocaleCode, (names: string, count: number) => string> = {
  en: (names, count) => `${names} and ${count} more`,
  fr: (names, count) => `${names} et ${count} autres`,
};
/** Of this many containers all are named; of more the first ones, so that as many lack a name as to need a plural. */
const mostNamed = 3;

/** The containers of a chart below its title: "Agadez", or "Agadez, Tamale and 3 more". */
export function containersText(names: readonly string[], language: LocaleCode): string {
  if (names.length <= mostNamed) return formatList(names, language);
  const first = names.slice(0, mostNamed - 1);
  return more[language](first.join(", "), names.length - first.length);
}
