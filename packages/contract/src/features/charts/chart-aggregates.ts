import { type Unit, findMetric } from "../telemetry/metrics.ts";
import { type ChartAggregate, chartFunctions } from "./chart-choices.ts";
import type { DefinedSeries, MetricSeries } from "./chart-definition.schema.ts";
import { isPower, measuredUnit, ownUnit } from "./chart-rules.ts";
import type { ChartFunction } from "./charts.schema.ts";

/** Readings in these units may be amounts of a time, which can be added; of levels, such as volts, a sum means nothing. */
const amountUnits: ReadonlySet<Unit> = new Set(["Wh", "B", "s", "ms", "count"]);

/**
 * Whether the values of a series add up to that of the whole range, however it is grouped: energy from power, and numbers
 * of readings. Means do not: twice as many groups would have twice the sum.
 */
export function addsUp(one: DefinedSeries, all: readonly DefinedSeries[]): boolean {
  if (one.kind === "formula") {
    const sides = [one.a, one.b].map((id) => all.find((other) => other.id === id));
    return one.op === "minus" && sides.every((side) => side?.kind === "metric" && addsUp(side, all));
  }
  const unit = ownUnit(one, all);
  if (one.func === "count") return unit !== undefined;
  if (one.func === "energy" || one.func === "hourly_average_sum") return measuredUnit(one) === "Wh";
  return one.func === "sum" && functionsOf(one.metric).includes("sum") && unit !== undefined && amountUnits.has(unit);
}

/**
 * The functions that mean something of a metric. Readings of the catalogue are levels, flows and meters, none of them an
 * amount of its own: their sum would grow with how often is measured. Only power makes energy. Of a
 * container's own metric nobody knows, and all are offered.
 */
export function functionsOf(metric: string): readonly ChartFunction[] {
  const known = findMetric(metric);
  if (!known) return chartFunctions.filter((func) => func !== "energy" || isPower(metric));
  const ofPower: readonly ChartFunction[] = ["energy", "hourly_average_sum"];
  return chartFunctions.filter((func) => func !== "sum" && (known.unit === "W" || !ofPower.includes(func)));
}

/** Whether readings of a meter would be added up, each of which is all that it has counted so far. */
export function sumsMeter({ metric, func }: Pick<MetricSeries, "metric" | "func">): boolean {
  return findMetric(metric)?.kind === "counter" && !functionsOf(metric).includes(func);
}

/** What several containers have together: of power, energy, data and things there is more in two than in one. */
const sharedUnits: ReadonlySet<Unit> = new Set(["W", "Wh", "B", "count"]);

/**
 * Whether the values of several containers make one sum: amounts and flows do, and so do meters. Charges, voltages,
 * temperatures and states do not, nor do currents, which are of different voltages. Of a container's own metric without
 * a unit nobody knows, and whoever draws it is believed.
 */
export function addsOverContainers({
  metric,
  func,
  unit,
}: Pick<MetricSeries, "metric" | "func"> & { unit?: MetricSeries["unit"] }): boolean {
  const known = findMetric(metric);
  if (func === "count" || known?.kind === "counter") return true;
  return sharedUnits.has(known?.unit ?? unit ?? "count");
}

/**
 * A figure that is said of a line; undefined where nothing was measured, and for a sum of what does not add up.
 * @param readingsMs When each of its values was measured, epoch ms, where these are single readings: they may come every ten
 * seconds while somebody watches and once a minute otherwise, and their average is that of the time all the same.
 */
export function aggregateOf(
  aggregate: ChartAggregate,
  { values, adds }: { values: readonly (number | null)[]; adds?: boolean | undefined },
  readingsMs?: readonly number[],
): number | undefined {
  const measured = values.filter((value) => value !== null);
  if (measured.length === 0) return undefined;
  switch (aggregate) {
    case "average":
      return readingsMs ? meanOf(quarterMeans(values, readingsMs)) : meanOf(measured);
    case "min":
      return measured.reduce((low, value) => Math.min(low, value));
    case "max":
      return measured.reduce((high, value) => Math.max(high, value));
    case "sum":
      return adds === true ? sumOf(measured) : undefined;
    case "last":
      return measured.at(-1);
  }
}

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const meanOf = (values: readonly number[]) => sumOf(values) / values.length;

const quarterMs = 900_000;

/** The mean of each quarter hour that has readings. */
function quarterMeans(values: readonly (number | null)[], atMs: readonly number[]): number[] {
  const quarters = new Map<number, number[]>();
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const quarter = Math.floor((atMs[index] as number) / quarterMs);
    const known = quarters.get(quarter);
    if (known) known.push(value);
    else quarters.set(quarter, [value]);
  }
  return [...quarters.values()].map(meanOf);
}
