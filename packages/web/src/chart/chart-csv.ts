import {
  comparedFacts,
  containerFacts,
  csvFacts,
  dayMonthYear,
  distinctTitles,
  exportFileName,
  exportValue,
  firstExportColumns,
  lineFacts,
  localClock,
  rangeFacts,
  rangeText,
} from "@offgrid/contract/charts/export.cells";
import type { DrawnOver } from "@offgrid/contract/charts/drawn-words";
import type { ChartGroup } from "@offgrid/contract/charts/charts.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { csvLine } from "@offgrid/contract/core/csv-cells";

import { baseUnit } from "../core/format.ts";
import { isoDay, offsetMs } from "../core/time.ts";
import type { TimeRange } from "../ui/period-range.ts";
import { type ChartSeries, factLines, stretchesWithin } from "./chart-series.ts";

/**
 * The visible part of a chart as CSV: TimeStamp (epoch ms), Datetime (local, day/month/year) and a column per series
 * with its unit, as the portal's own exports have it, and below them what is said of all. `timeReady()` must have been
 * awaited.
 */
export function chartCsv(
  t: readonly number[],
  series: readonly Pick<ChartSeries, "title" | "unit" | "values" | "coverage" | "late" | "clamped">[],
  { fromMs, toMs }: TimeRange,
  { zone, locale, groupBy, ownDays, over, containers = [], measuredOf }: ChartCsvOptions,
): string {
  const clock = localClock((atMs) => offsetMs(atMs, zone));
  // Without the byte order mark Excel does not recognise UTF-8.
  let text = `\uFEFF${csvLine([...firstExportColumns, ...distinctTitles(series.map(headOf))])}`;
  for (const [row, atMs] of t.entries()) {
    if (atMs < fromMs || atMs >= toMs) continue;
    text += csvLine([atMs, dayMonthYear(clock(atMs)), ...series.map(({ values }) => exportValue(values[row]))]);
  }
  const lines = factLines(series).map(({ late, ...line }) => {
    const within = stretchesWithin(late, { fromMs, toMs });
    return { ...line, ...(within.length > 0 && { late: within }) };
  });
  const other = measuredOf && rangeText({ from: measuredOf.fromMs, to: measuredOf.toMs }, clock);
  const facts = groupBy ? lineFacts(groupBy, lines, locale, other) : [];
  return (
    text +
    csvFacts([
      ...containerFacts(containers, locale),
      ...rangeFacts({ from: fromMs, to: toMs, zone, ownDays }, clock, locale),
      ...(over ? comparedFacts(over, clock, locale) : []),
      ...facts,
    ])
  );
}

export interface ChartCsvOptions {
  zone: string;
  locale: LocaleCode;
  /** What each row stands for; absent: only range and zone are said below. */
  groupBy?: ChartGroup | undefined;
  /** True: rows are dates, each from each container's own midnight. */
  ownDays?: boolean | undefined;
  over?: DrawnOver | undefined;
  /** By name; absent: they are not told, or the page says it. */
  containers?: readonly string[];
  /** What the shares of the series that were measured are of; absent: of the range of the file. */
  measuredOf?: TimeRange | undefined;
}

function headOf({ title, unit }: Pick<ChartSeries, "title" | "unit">): string {
  const shown = baseUnit(unit);
  return shown === "" ? title : `${title} (${shown})`;
}

/** Name of a file with the visible part of a chart. `timeReady()` must have been awaited. */
export function chartFileName(
  what: string,
  { fromMs, toMs }: TimeRange,
  zone: string,
  ending: "csv" | "png" | "xlsx",
): string {
  const plain = what
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const days = [fromMs, Math.max(fromMs, toMs - 1)].map((atMs) => isoDay(atMs, zone));
  return exportFileName(plain || "chart", days, ending);
}
