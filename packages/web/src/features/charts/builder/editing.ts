import type {
  ChartDefinition,
  DefinedSeries,
  FormulaSeries,
  MetricSeries,
} from "@offgrid/contract/charts/chart-definition.schema";
import { addsOverContainers, functionsOf } from "@offgrid/contract/charts/chart-aggregates";
import { chartLimits } from "@offgrid/contract/charts/chart-limits";
import { energyOfPower } from "@offgrid/contract/charts/energy-parts";
import { freePlace, ownUnit } from "@offgrid/contract/charts/chart-rules";
import { seriesPerChart } from "@offgrid/contract/core/constants";

import { emptySeries } from "../../../domain/charts/templates.ts";

/** Editing a chart: every edit is a step that can be undone. Pure. */

export interface Editing {
  /** Oldest first; at most `mostSteps`. */
  past: readonly ChartDefinition[];
  now: ChartDefinition;
  /** What was undone, the next first. */
  future: readonly ChartDefinition[];
  /** What the last edit changed: letters typed into one field are one step. */
  field: string | undefined;
}

export const mostSteps = 100;

export function began(definition: ChartDefinition): Editing {
  return { past: [], now: definition, future: [], field: undefined };
}

/** @param field Edits of the same field in a row are one step; absent: it is a step of its own. */
export function edited(editing: Editing, next: ChartDefinition, field?: string): Editing {
  if (same(next, editing.now)) return editing;
  const isSameField = field !== undefined && field === editing.field && editing.past.length > 0;
  const past = isSameField ? editing.past : [...editing.past, editing.now].slice(-mostSteps);
  return { past, now: next, future: [], field };
}

export function undone(editing: Editing): Editing {
  const before = editing.past.at(-1);
  if (!before) return editing;
  const { past, now, future } = editing;
  return { past: past.slice(0, -1), now: before, future: [now, ...future], field: undefined };
}

export function redone(editing: Editing): Editing {
  const [next, ...future] = editing.future;
  if (!next) return editing;
  return { past: [...editing.past, editing.now], now: next, future, field: undefined };
}

function same(one: ChartDefinition, other: ChartDefinition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An id that no series of the chart has. */
export function freshId(series: readonly DefinedSeries[]): string {
  const used = new Set(series.map(({ id }) => id));
  for (let number = 1; ; number++) if (!used.has(`s${number}`)) return `s${number}`;
}

/** Units make the axes: a series stands on the axis of its unit, on a free one, or in a drawing below. */
export function placed<Series extends DefinedSeries>(series: Series, others: readonly DefinedSeries[]): Series {
  const all = [...others, series];
  const unit = ownUnit(series, all);
  const place = unit && freePlace(unit, others, all, chartLimits.plots);
  return place ? { ...series, ...place } : series;
}

/** With one more series; the same where there are as many as there may be. */
export function withSeries(definition: ChartDefinition, series: DefinedSeries): ChartDefinition {
  if (definition.series.length >= seriesPerChart) return definition;
  return { ...definition, series: [...definition.series, placed(series, definition.series)] };
}

/** A new series that measures something at the same places as the last one. */
export function newSeries({ series }: ChartDefinition, of: MetricSeries["of"]): MetricSeries {
  const last = series.findLast((one) => one.kind === "metric");
  return emptySeries(freshId(series), last?.of ?? of);
}

/**
 * A formula of two series: their difference where two have one unit, else how many times the second goes into the first.
 * Undefined: fewer than two are measured.
 */
export function newFormula({ series }: ChartDefinition): FormulaSeries | undefined {
  const measured = series.filter((one) => one.kind === "metric");
  const unitOf = (one: MetricSeries) => ownUnit(one, series);
  const pair = measured
    .flatMap((a, index) => measured.slice(index + 1).map((b) => [a, b] as const))
    .find(([a, b]) => unitOf(a) !== undefined && unitOf(a) === unitOf(b));
  const [a, b] = pair ?? measured;
  if (!a || !b) return undefined;
  const look = { title: "", type: "line", axis: "left", plot: 0, multiply: 1 } as const;
  return { id: freshId(series), kind: "formula", op: pair ? "minus" : "over", a: a.id, b: b.id, ...look };
}

/** Without a series, and without the formulas that need it. */
export function withoutSeries(definition: ChartDefinition, id: string): ChartDefinition {
  const series = definition.series.filter(
    (one) => one.id !== id && !(one.kind === "formula" && (one.a === id || one.b === id)),
  );
  return { ...definition, series };
}

/** Whether a series is of one container, and thus neither a sum nor a line for each of several. */
export function isOfOne({ of }: Pick<MetricSeries, "of">): boolean {
  return of.kind === "$container" || (of.kind === "containers" && of.ids.length < 2);
}

/** With a function that its metric has, one direction of an energy, and, of several containers, a line for each of what has no sum. */
function withMeaning(one: DefinedSeries, change: Partial<DefinedSeries>): DefinedSeries {
  if (one.kind === "formula" || one.metric === "") return one;
  const isFuncGone = "metric" in change && !functionsOf(one.metric).includes(one.func);
  const having = isFuncGone ? { ...one, func: "average" as const } : one;
  const isBothWays = ("func" in change || "metric" in change) && having.func === "energy" && !energyOfPower(having);
  const next = isBothWays ? { ...having, useIf: "positive" as const } : having;
  const isSumGone = "of" in change || "metric" in change || "func" in change;
  return isSumGone && !isOfOne(next) && !addsOverContainers(next) ? { ...next, each: true } : next;
}

/** What the unit of a series follows from. */
const unitFields = ["metric", "func", "unit", "multiply", "op", "a", "b"];

/** A series changed; what changes its unit may move it to another axis. */
export function withChange(definition: ChartDefinition, id: string, change: Partial<DefinedSeries>): ChartDefinition {
  const movesUnit = unitFields.some((field) => field in change);
  const series = definition.series.map((one) => {
    if (one.id !== id) return one;
    const next = withMeaning({ ...one, ...change } as DefinedSeries, change);
    if (!movesUnit) return next;
    const others = definition.series.filter((other) => other.id !== id);
    const isUnitSame = ownUnit(next, definition.series) === ownUnit(one, definition.series);
    return isUnitSame ? next : placed(next, others);
  });
  return { ...definition, series };
}

/** A series in a drawing below that has no other; undefined: each has. */
export function apart(definition: ChartDefinition, id: string): ChartDefinition | undefined {
  const { series } = definition;
  const others = series.filter((one) => one.id !== id);
  const plots = Array.from({ length: chartLimits.plots }, (_, plot) => plot);
  const plot = plots.find((one) => one > 0 && !others.some((other) => other.plot === one));
  const own = series.find((one) => one.id === id);
  if (!own || plot === undefined) return undefined;
  const moved = { ...own, plot, axis: "left" as const };
  return { ...definition, series: series.map((one) => (one.id === id ? moved : one)) };
}
