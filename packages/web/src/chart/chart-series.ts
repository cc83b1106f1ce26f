import type { FactLine } from "@offgrid/contract/charts/export.cells";
import { lineDash, type SeriesColor } from "@offgrid/contract/charts/series-colors";
import { asShown, type QuantityUnit } from "@offgrid/contract/telemetry/shown-units";

export { neutralColors, type SeriesColor } from "@offgrid/contract/charts/series-colors";

/** One series of a chart. */
export interface ChartSeries {
  /** Stays the same over all renders. */
  id: string;
  title: string;
  unit: QuantityUnit;
  type: "line" | "bar" | "area" | "stack_line" | "stack_bar";
  axis?: "left" | "right";
  color: SeriesColor;
  /** One per time of the chart, in `unit`; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Series of the same entry share a place in the legend, under this name and in no colour of their own. */
  entry?: string;
  /** Amounts that are drawn downwards from 0, as what was used below what was generated; they stay positive in words. */
  mirrored?: boolean;
  /** For values that are not measured: an estimate or a forecast. */
  dashed?: boolean;
  /** Of a level that stays: what is written above its line. */
  label?: string;
  /** Of an area: id of the series that it is filled down to, as a band; absent: to 0. */
  downTo?: string;
  /** Of such a band: its name in the legend, where the series below it then has no entry of its own. */
  band?: string;
  /**
   * An earlier period shown over this one: dotted and pale, never filled. `laidOver` puts its values on these times.
   */
  ghost?: boolean;
  /** Of such a one: id of the series that it is compared with, so that the difference is said. */
  over?: string;
  /** What that one is called, such as "A day before": it heads these values where both are said. */
  overName?: string;
  /** When it came late: from and to, epoch ms, rising. Points within are hollow. */
  late?: readonly (readonly [fromMs: number, toMs: number])[] | undefined;
  /** Share of the chart's range that was measured, 0..1; absent: nothing measured, or not known. */
  coverage?: number | undefined;
  /** Amounts, such as energy, whose sum is that of the time; absent: levels, as a meter has them, without a total. */
  adds?: boolean | undefined;
  /** A sum in which negative amounts counted as 0. */
  clamped?: boolean | undefined;
}

/** What files of a chart say of its series: of those alone that were measured, and of which it is known how much. */
export function factLines(series: readonly Pick<ChartSeries, "title" | "coverage" | "late" | "clamped">[]): FactLine[] {
  return series.flatMap(({ title, coverage, late, clamped }) =>
    coverage === undefined ? [] : [{ title, coverage, late, clamped }],
  );
}

/** What of these stretches of time is within a range. */
export function stretchesWithin(
  stretches: readonly (readonly [fromMs: number, toMs: number])[] = [],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): [fromMs: number, toMs: number][] {
  return stretches.flatMap(([from, to]): [number, number][] =>
    to > fromMs && from < toMs ? [[Math.max(from, fromMs), Math.min(to, toMs)]] : [],
  );
}

/** What is known of the series of a part of a chart, by their ids. */
export type PartFacts = ReadonlyMap<string, Pick<ChartSeries, "coverage" | "clamped">>;

/** A stretch of time with what happened in it, such as works on the container. */
export interface ChartSpan {
  fromMs: number;
  toMs: number;
  text: string;
}

/** A warning from when it was raised. */
export interface ChartWarning {
  atMs: number;
  /** When it was over, or until when it is open as far as is known; absent: that is not said, and it is an instant. */
  toMs?: number | undefined;
  /** It is not over. */
  isOpen?: boolean | undefined;
  level: "critical" | "warning" | "info";
  /** What is wrong, in the warning's own words. */
  text: string;
  /** Nothing is wrong: somebody wrote something down. */
  isNote?: boolean | undefined;
}

/** What fills a bar or a stack, so that colour is never the only difference. */
export type FillPattern = "solid" | "rising" | "falling" | "dots" | "lines";

const fillPatterns: Record<SeriesColor, FillPattern> = {
  solar: "solid",
  load: "solid",
  "battery-out": "rising",
  "battery-in": "falling",
  generator: "dots",
  soc: "solid",
  muted: "solid",
  info: "solid",
  "compare-1": "solid",
  "compare-2": "rising",
  "compare-3": "dots",
  "compare-4": "falling",
};
/** For users who switch patterns on: energies that are otherwise solid get one too. */
const allPatterns: Record<SeriesColor, FillPattern> = { ...fillPatterns, load: "lines", soc: "dots", info: "rising" };

/** What a legend lists: a place for each series, for those that share one, or for both edges of a band. */
export function legendEntries(
  series: readonly ChartSeries[],
): readonly { title: string; first: ChartSeries; ids: readonly string[] }[] {
  const entries = new Map<string, { title: string; first: ChartSeries; ids: string[] }>();
  const edges = new Set(series.map(({ band, downTo }) => (band === undefined ? undefined : downTo)));
  for (const one of series) {
    if (edges.has(one.id)) continue;
    const { band, downTo } = one;
    if (band !== undefined && downTo !== undefined) {
      entries.set(`id ${one.id}`, { title: band, first: one, ids: [one.id, downTo] });
      continue;
    }
    const known = one.entry === undefined ? undefined : entries.get(one.entry);
    if (known) known.ids.push(one.id);
    else if (one.entry === undefined) entries.set(`id ${one.id}`, { title: one.title, first: one, ids: [one.id] });
    else entries.set(one.entry, { title: one.entry, first: { ...one, color: "muted" }, ids: [one.id] });
  }
  // What several share, such as an earlier period, comes after all that stand for themselves.
  const all = [...entries.values()];
  return [
    ...all.filter(({ first }) => first.entry === undefined),
    ...all.filter(({ first }) => first.entry !== undefined),
  ];
}

/** How a series differs from the others, besides its colour. */
export interface SeriesLook {
  /** Dash of its line in CSS pixels; undefined: solid. */
  dash: readonly number[] | undefined;
  pattern: FillPattern;
}

/** Dots are for what is laid over alone. */
const ghostDash = [2, 3];

/**
 * The look of each series by its id. Beyond four that were measured the further ones are dashed, four to a dash, whatever
 * is laid over them or estimated.
 * @param patterns True: every fill has a pattern that its colour alone would not get.
 */
export function seriesLooks(
  series: readonly Pick<ChartSeries, "id" | "color" | "dashed" | "ghost">[],
  patterns = false,
): ReadonlyMap<string, SeriesLook> {
  let measured = 0;
  return new Map(
    series.map((one) => {
      const pattern = patterns ? allPatterns[one.color] : fillPatterns[one.color];
      const place = one.ghost || one.dashed ? measured : measured++;
      return [one.id, { dash: dashOf(one, place), pattern }];
    }),
  );
}

function dashOf({ color, dashed, ghost }: Pick<ChartSeries, "color" | "dashed" | "ghost">, place: number) {
  if (ghost) return ghostDash;
  if (dashed) return [4, 3];
  return lineDash(place) ?? (color === "soc" ? [6, 3] : undefined);
}

/** The same values in the units that people read; the same object where these are the ones in which they are kept. */
export function inShownUnit<Line extends Pick<ChartSeries, "unit" | "values">>(line: Line): Line {
  const { unit } = asShown(0, line.unit);
  if (unit === line.unit) return line;
  const values = line.values.map((value) => (value === null ? null : asShown(value, line.unit).value));
  return { ...line, unit, values };
}

export function isBar(series: Pick<ChartSeries, "type">): boolean {
  return series.type === "bar" || series.type === "stack_bar";
}

export function isStacked(series: Pick<ChartSeries, "type">): boolean {
  return series.type === "stack_line" || series.type === "stack_bar";
}

export function axisOf(series: Pick<ChartSeries, "axis">): "left" | "right" {
  return series.axis ?? "left";
}
