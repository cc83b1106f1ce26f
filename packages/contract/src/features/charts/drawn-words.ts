import type { LocaleCode } from "../../core/constants.ts";
import { formatList } from "../telemetry/format.ts";
import { type DayStyle, rangeWords } from "../telemetry/range-words.ts";
import type { DrawnChart } from "./chart-drawing.schema.ts";
import { drawnStep } from "./compared-time.ts";

/** What screens, files and paper call the parts of a drawn chart, so that one has the same name in all of them. Pure. */

/** What names of what is laid over are made of: of when the chart is, and what is laid over it when. */
export type DrawnOver = Pick<DrawnChart, "from" | "to" | "zone" | "compared">;

/** How long before, where a calendar has a word for that. */
const agoTexts = {
  day: { en: "a day before", fr: "un jour avant" },
  week: { en: "a week before", fr: "une semaine avant" },
  month: { en: "a month before", fr: "un mois avant" },
  year: { en: "a year before", fr: "un an avant" },
} satisfies Record<string, Record<LocaleCode, string>>;

/** "a week before"; undefined where it was so many days or months before that only dates tell when. */
function agoText(
  { from, to, zone }: DrawnOver,
  compared: NonNullable<DrawnChart["compared"]>,
  language: LocaleCode,
): string | undefined {
  const { days, months } = drawnStep({ from, to }, compared, zone);
  if (days === 1) return agoTexts.day[language];
  if (days === 7) return agoTexts.week[language];
  if (months === 1) return agoTexts.month[language];
  return months === 12 ? agoTexts.year[language] : undefined;
}

const rangeOf = ({ from, to }: NonNullable<DrawnChart["compared"]>) => ({ fromMs: from, toMs: to });

/**
 * What is laid over is called: the other container, else how long before it was, or from when to when; undefined where
 * nothing is.
 */
export function comparedName(drawn: DrawnOver, language: LocaleCode): string | undefined {
  const { compared, zone } = drawn;
  if (!compared) return undefined;
  return compared.what ?? agoText(drawn, compared, language) ?? rangeWords(rangeOf(compared), zone, language);
}

/** "A week before", where it does not stand behind the name of a line. */
export function atStart(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** A line that is laid over another, as the legend, the columns of files and tables name it. */
export function comparedTitle(title: string, compared: string): string {
  return `${title} (${compared})`;
}

const colon: Record<LocaleCode, string> = { en: ": ", fr: "\u00a0: " };

/**
 * Which time "a week before" is: its name and its days. Undefined where these are its name, and of another container, which
 * is in the same time.
 */
export function comparedTime(
  drawn: DrawnOver,
  language: LocaleCode,
  style?: DayStyle,
): { name: string; days: string } | undefined {
  const { compared, zone } = drawn;
  if (compared?.what !== null) return undefined;
  const name = agoText(drawn, compared, language);
  return name === undefined ? undefined : { name, days: rangeWords(rangeOf(compared), zone, language, style) };
}

/** The same as a note: "A week before: 22/11/2026 to 23/11/2026". */
export function comparedTimeText(drawn: DrawnOver, language: LocaleCode): string | undefined {
  const time = comparedTime(drawn, language);
  return time && `${atStart(time.name)}${colon[language]}${time.days}`;
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
