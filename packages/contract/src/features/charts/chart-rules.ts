import { type Unit, findMetric, units } from "../telemetry/metrics.ts";
import type { ChartDefinition, DefinedSeries, FormulaSeries, MetricSeries } from "./chart-definition.schema.ts";
import type { ChartGroup, ChartPeriod } from "./charts.schema.ts";

/** What follows from the definition of a chart, the same in the portal, on screens and for links. Pure. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Raw readings of a longer range are too many to look at. */
export const longestRawMs = 2 * dayMs;
/** The most bars that can be told apart. */
export const mostBars = 62;

const groupLengthMs: Record<Exclude<ChartGroup, "raw">, number> = {
  "15m": 15 * minuteMs,
  hour: hourMs,
  day: dayMs,
  week: 7 * dayMs,
  month: 28 * dayMs,
  year: 365 * dayMs,
};

/** From fine to coarse; bars skip weeks, which begin in one month and end in another. */
const lineGroups = ["15m", "hour", "day", "week", "month", "year"] as const;
const barGroups = ["15m", "hour", "day", "month", "year"] as const;

const isBar = ({ type }: Pick<DefinedSeries, "type">) => type === "bar" || type === "stack_bar";

/**
 * The group by which a range is drawn: the pinned one, or a coarser one where that has more points than are wanted,
 * and where it is single readings although a series is an energy, which these have not.
 * @param mostPoints Per series.
 */
export function groupFor(
  { groupBy, series }: Pick<ChartDefinition, "groupBy" | "series">,
  rangeMs: number,
  mostPoints: number,
): ChartGroup {
  const isEnergy = (one: DefinedSeries) => one.kind === "metric" && one.func === "energy";
  const isRaw = groupBy === "raw" && rangeMs <= longestRawMs && !series.some(isEnergy);
  if (isRaw) return "raw";
  const isBars = series.some(isBar);
  const groups = isBars ? barGroups : lineGroups;
  const most = groupBy === "auto" && isBars ? Math.min(mostBars, mostPoints) : mostPoints;
  const pinned = groupBy === "auto" || groupBy === "raw" ? 0 : groupLengthMs[groupBy];
  const fits = (group: (typeof lineGroups)[number]) =>
    groupLengthMs[group] >= pinned && rangeMs / groupLengthMs[group] <= most;
  if (groupBy !== "auto" && groupBy !== "raw" && fits(groupBy)) return groupBy;
  return groups.find(fits) ?? "year";
}

/**
 * The unit that values of a metric have after a function. A number without one: those of a container's own metric, and
 * sums of what has none, as of single powers, which are no power of anything.
 */
export function measuredUnit({ metric, func }: Pick<MetricSeries, "metric" | "func">): Unit {
  const unit = findMetric(metric)?.unit ?? "count";
  if (func === "count" || func === "sum") return "count";
  if (func === "energy" || func === "hourly_average_sum") return unit === "W" ? "Wh" : "count";
  return unit;
}

/** Of a container's own metric, its name tells. */
export function isPower(metric: string): boolean {
  const known = findMetric(metric);
  return known ? known.unit === "W" : metric.endsWith(".power");
}

/** The unit of a series of a chart: its own, unless another is chosen that it can have. */
export function seriesUnit(one: DefinedSeries, all: readonly DefinedSeries[]): Unit {
  if (one.unit !== undefined && unitsOf(one, all).includes(one.unit)) return one.unit;
  if (one.kind === "metric") return measuredUnit(one);
  const [a, b] = sidesOf(one, all).map((side) => (side ? seriesUnit(side, all) : "count"));
  if (one.op === "minus") return a ?? "count";
  return a === b ? "percent" : "count";
}

/**
 * The units that a series can have, its own among them. Values of a known unit have no other: 53 V are not 53 mV. Any fits
 * what was multiplied, what nobody knows, and a quotient of two units; one of two alike is a share or a number.
 */
export function unitsOf(one: DefinedSeries, all: readonly DefinedSeries[]): readonly Unit[] {
  // A number of readings is not multiplied.
  if (one.kind === "metric" && one.func === "count") return ["count"];
  if (one.multiply !== 1) return units;
  if (one.kind === "metric") return findMetric(one.metric) ? [measuredUnit(one)] : units;
  const [a, b] = sidesOf(one, all).map((side) => side && certainUnit(side));
  if (a === undefined || b === undefined) return units;
  if (one.op === "minus") return [a];
  return a === b ? ["percent", "count"] : units;
}

function sidesOf({ a, b }: FormulaSeries, all: readonly DefinedSeries[]): (MetricSeries | undefined)[] {
  return [a, b].map((id) => {
    const side = all.find((other) => other.id === id);
    return side?.kind === "metric" ? side : undefined;
  });
}

/** That of what a series measures; undefined where nobody knows it, as of a container's own metric. */
function certainUnit(one: MetricSeries): Unit | undefined {
  const isCertain = one.unit !== undefined || one.func === "count" || findMetric(one.metric) !== undefined;
  return isCertain ? seriesUnit(one, [one]) : undefined;
}

/** The two units of a difference that cannot be: volts less watts are nothing. Undefined: nothing speaks against it. */
export function mixedUnits(one: DefinedSeries, all: readonly DefinedSeries[]): [Unit, Unit] | undefined {
  if (one.kind !== "formula" || one.op !== "minus") return undefined;
  const [a, b] = sidesOf(one, all).map((side) => side && certainUnit(side));
  return a === undefined || b === undefined || a === b ? undefined : [a, b];
}

/** The unit of a series; undefined where nothing can be drawn of it: no metric is chosen, or it would subtract two units. */
export function ownUnit(one: DefinedSeries, all: readonly DefinedSeries[]): Unit | undefined {
  const isEmpty = one.kind === "metric" ? one.metric === "" : mixedUnits(one, all) !== undefined;
  return isEmpty ? undefined : seriesUnit(one, all);
}

/** The unit that a series gives to its axis; undefined: it leaves the axis to others, whose unit is known. */
export function axisUnitOf(one: DefinedSeries, all: readonly DefinedSeries[]): Unit | undefined {
  const unit = ownUnit(one, all);
  if (unit === undefined || one.unit !== undefined) return unit;
  if (one.kind === "metric") return certainUnit(one);
  return sidesOf(one, all).every((side) => side && certainUnit(side) !== undefined) ? unit : undefined;
}

/** Values of a formula; null where a side was not measured, and where it would divide by zero. */
export function formulaValues(
  { op, multiply }: Pick<FormulaSeries, "op" | "multiply">,
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  unit: Unit,
): (number | null)[] {
  const factor = op === "over" && unit === "percent" ? 100 * multiply : multiply;
  return a.map((left, index) => {
    const right = b[index] ?? null;
    if (left === null || right === null) return null;
    if (op === "over" && right === 0) return null;
    const value = (op === "minus" ? left - right : left / right) * factor;
    return Number.isFinite(value) ? value : null;
  });
}

export interface AxisPlace {
  axis: "left" | "right";
  plot: number;
}

/** Where a unit can be drawn among other series: on an axis that has it, else on a free one, else in a drawing below. */
export function freePlace(
  unit: Unit,
  others: readonly DefinedSeries[],
  all: readonly DefinedSeries[],
  plots: number,
): AxisPlace | undefined {
  const taken = unitsByAxis(others, (one) => ownUnit(one, all));
  const places = Array.from({ length: plots }, (_, plot) =>
    (["left", "right"] as const).map((axis): AxisPlace => ({ axis, plot })),
  ).flat();
  return (
    places.find(({ axis, plot }) => taken.get(`${plot} ${axis}`) === unit) ??
    places.find(({ axis, plot }) => taken.get(`${plot} ${axis}`) === undefined)
  );
}

/** The unit of each axis, which is that of its first series that has one. */
function unitsByAxis(
  series: readonly DefinedSeries[],
  unitOf: (one: DefinedSeries) => Unit | undefined,
): Map<string, Unit> {
  const taken = new Map<string, Unit>();
  for (const one of series) {
    const key = `${one.plot} ${one.axis}`;
    const unit = unitOf(one);
    if (unit !== undefined && !taken.has(key)) taken.set(key, unit);
  }
  return taken;
}

/** Series that stand on an axis of another unit, and are not drawn: one axis has one unit. */
export function misplacedSeries(series: readonly DefinedSeries[]): ReadonlySet<string> {
  const taken = unitsByAxis(series, (one) => axisUnitOf(one, series));
  const isMisplaced = (one: DefinedSeries) => {
    const [unit, own] = [taken.get(`${one.plot} ${one.axis}`), ownUnit(one, series)];
    return unit !== undefined && own !== undefined && own !== unit;
  };
  return new Set(series.filter(isMisplaced).map(({ id }) => id));
}

/** How far back, by the local calendar, what is laid over a period was. */
export interface CalendarStep {
  days?: number;
  months?: number;
}

/** The step that leads from a period to the one before it. @param rangeMs Of a period without a calendar of its own. */
export function stepBefore(period: ChartPeriod, rangeMs: number): CalendarStep {
  switch (period) {
    case "today":
    case "yesterday":
    case "day":
    case "begin_of_day":
      return { days: 1 };
    case "week":
    case "7_days":
    case "begin_of_week":
      return { days: 7 };
    case "month":
    case "30_days":
      return { days: 30 };
    case "begin_of_month":
      return { months: 1 };
    case "year":
    case "begin_of_year":
      return { months: 12 };
    case "custom":
      return { days: Math.max(1, Math.ceil(rangeMs / dayMs - 1e-6)) };
  }
}

/** A wall-clock time, given as if it were UTC, so much earlier; the last day of a shorter month stands for later ones. */
export function earlierWall(wallMs: number, { days = 0, months = 0 }: CalendarStep): number {
  const at = wallMs - days * dayMs;
  if (months === 0) return at;
  const date = new Date(at);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
  const last = new Date(first);
  const lastDay = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), lastDay) - 1) * dayMs + (((at % dayMs) + dayMs) % dayMs);
}

/** Length of stretches of time, ms. */
export function lengthOf(stretches: readonly (readonly [fromMs: number, toMs: number])[]): number {
  return stretches.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0);
}
