import type { LocaleCode } from "../../core/constants.ts";
import { csvLine } from "../../core/csv-cells.ts";
import { durationText } from "../../core/duration-text.ts";
import { formatCount, formatShare } from "../telemetry/format.ts";
import { lengthOf } from "./chart-rules.ts";
import type { ChartGroup } from "./charts.schema.ts";
import { comparedTime, type DrawnOver } from "./drawn-words.ts";

/** Cells and file names of exports, the same whether the portal or a screen writes them. Pure. */

/** Columns before those of the series. */
export const firstExportColumns = ["TimeStamp", "Datetime"] as const;

/** Clocks change only at quarter hours of UTC, so one look-up serves a whole quarter hour. */
const offsetStepMs = 15 * 60_000;

/**
 * Turns instants into local wall-clock times, given as if they were UTC; fast for instants in order.
 * @param offsetAt The zone's offset from UTC at an instant, milliseconds.
 */
export function localClock(offsetAt: (atMs: number) => number): (atMs: number) => number {
  let step = NaN;
  let offset = 0;
  return (atMs) => {
    const of = Math.floor(atMs / offsetStepMs);
    if (of !== step) {
      step = of;
      offset = offsetAt(atMs);
    }
    return atMs + offset;
  };
}

/** A wall-clock time, given as if it were UTC, as 09/06/2026 14:05:00. */
export function dayMonthYear(wallMs: number): string {
  const iso = new Date(wallMs).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** Digits that a sum of floating-point numbers has right; what is behind them comes from the adding. */
const exactDigits = 12;

/** A value as every file has it, whichever its format: as it is, without what floating point adds to 0.1 + 0.2. */
export function exportValue(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(exactDigits));
}

/** What is said below the values of a chart: a label and a text each. */
export type ExportFact = readonly [label: string, text: string];

const factWords = {
  en: {
    range: "Range",
    zone: "Time zone",
    days: "Days",
    ownDays: "each container’s own, from midnight in its time zone",
    timeStamp: (zone: string) => `midnight in ${zone}`,
    containers: (count: number) => (count === 1 ? "Container" : "Containers"),
    compared: "Compared with",
    colon: ": ",
    group: "A row per",
    groups: {
      raw: "reading",
      "15m": "quarter hour",
      hour: "hour",
      day: "day",
      week: "week",
      month: "month",
      year: "year",
    },
    measured: (title: string) => `${title}: measured`,
    late: (title: string) => `${title}: came late`,
    clamped: (title: string) => `${title}: negative amounts`,
    asZero: "counted as 0",
    events: "Events",
    newest: (count: string, from: string) => `Only the newest ${count} events are listed, from ${from} on.`,
  },
  fr: {
    range: "Période",
    zone: "Fuseau horaire",
    days: "Jours",
    ownDays: "ceux de chaque conteneur, à partir de minuit dans son fuseau horaire",
    timeStamp: (zone: string) => `minuit, fuseau ${zone}`,
    containers: (count: number) => (count === 1 ? "Conteneur" : "Conteneurs"),
    compared: "Comparé avec",
    colon: "\u00a0: ",
    group: "Une ligne par",
    groups: {
      raw: "mesure",
      "15m": "quart d’heure",
      hour: "heure",
      day: "jour",
      week: "semaine",
      month: "mois",
      year: "année",
    },
    measured: (title: string) => `${title}\u00a0: part mesurée`,
    late: (title: string) => `${title}\u00a0: reçu en retard`,
    clamped: (title: string) => `${title}\u00a0: quantités négatives`,
    asZero: "comptées pour 0",
    events: "Événements",
    newest: (count: string, from: string) =>
      `Seuls les ${count} événements les plus récents sont listés, à partir du ${from}.`,
  },
} satisfies Record<LocaleCode, object>;

/** A range as files write it, by the clock of its zone. @param clock As `localClock` makes it. */
export function rangeText({ from, to }: { from: number; to: number }, clock: (atMs: number) => number): string {
  return `${dayMonthYear(clock(from))} – ${dayMonthYear(clock(to))}`;
}

/**
 * The range that a file has the values of, by the clock of its zone, and whose times those of its rows are.
 * @param clock As `localClock` makes it.
 */
export function rangeFacts(
  { from, to, zone, ownDays = false }: { from: number; to: number; zone: string; ownDays?: boolean | undefined },
  clock: (atMs: number) => number,
  language: LocaleCode,
): ExportFact[] {
  const words = factWords[language];
  return [
    [words.range, rangeText({ from, to }, clock)],
    ...(ownDays
      ? ([
          [words.days, words.ownDays],
          [firstExportColumns[0], words.timeStamp(zone)],
        ] as const)
      : [[words.zone, zone] as const]),
  ];
}

/** Of which containers a file has the values, all by name. @param names Empty where they are not told. */
export function containerFacts(names: readonly string[], language: LocaleCode): ExportFact[] {
  return names.length === 0 ? [] : [[factWords[language].containers(names.length), names.join(", ")]];
}

/** What is laid over the lines of a chart: an earlier range, or another container, whose range is the same by its own clocks. */
export function comparedFacts(drawn: DrawnOver, clock: (atMs: number) => number, language: LocaleCode): ExportFact[] {
  const { compared } = drawn;
  if (!compared) return [];
  const { compared: label, colon } = factWords[language];
  const name = compared.what ?? comparedTime(drawn, language)?.name;
  const range = compared.what === null ? [rangeText(compared, clock)] : [];
  return [[label, [...(name === undefined ? [] : [name]), ...range].join(colon)]];
}

/** What is said of a line of a chart. */
export interface FactLine {
  title: string;
  coverage: number;
  late?: readonly (readonly [number, number])[] | undefined;
  clamped?: boolean | undefined;
}

/**
 * What the rows of a drawn chart stand for, and of each line what was measured and what came late.
 * @param measuredOf Of which range the shares are, as `rangeText` writes it, where that is not the range of the file.
 */
export function lineFacts(
  groupBy: ChartGroup,
  lines: readonly FactLine[],
  language: LocaleCode,
  measuredOf?: string,
): ExportFact[] {
  const words = factWords[language];
  return [
    [words.group, words.groups[groupBy]],
    ...lines.flatMap(({ title, coverage, late, clamped }): ExportFact[] => [
      [words.measured(title) + (measuredOf === undefined ? "" : ` (${measuredOf})`), formatShare(coverage, language)],
      ...(late ? [[words.late(title), durationText(lengthOf(late) / 1_000, language)] as const] : []),
      ...(clamped ? [[words.clamped(title), words.asZero] as const] : []),
    ]),
  ];
}

/** That a file has the newest events alone. */
export interface CutEvents {
  count: number;
  /** From when on it has all of them, epoch ms. */
  fromMs: number;
}

/** @param clock As `localClock` makes it. */
export function cutEventFacts(
  { count, fromMs }: CutEvents,
  clock: (atMs: number) => number,
  language: LocaleCode,
): ExportFact[] {
  const words = factWords[language];
  return [[words.events, words.newest(formatCount(count, language), dayMonthYear(clock(fromMs)))]];
}

/** Facts as the last lines of a CSV file, after an empty one. */
export function csvFacts(facts: readonly ExportFact[]): string {
  return `\r\n${facts.map((fact) => csvLine([...fact])).join("")}`;
}

/** Titles that each stand for one column: a repeated title gets a number. */
export function distinctTitles(titles: readonly string[]): string[] {
  const used = new Set<string>();
  return titles.map((title) => {
    let distinct = title;
    for (let number = 2; used.has(distinct); number++) distinct = `${title} (${number})`;
    used.add(distinct);
    return distinct;
  });
}

/**
 * Name of the file: what it shows and which days it spans.
 * @param days First and last local day as YYYY-MM-DD; only one where they are the same.
 */
export function exportFileName(what: string, days: readonly string[], ending: string): string {
  return `${[what, ...new Set(days)].join("_")}.${ending}`;
}
