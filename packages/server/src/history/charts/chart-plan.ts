import { addsOverContainers } from "@offgrid/contract/charts/chart-aggregates";
import {
  type ChartFunction,
  type ChartQuestion,
  type ChartSeries,
  containersPerChart,
} from "@offgrid/contract/charts/charts.schema";
import { energyOfPower, metricsOfSeries } from "@offgrid/contract/charts/energy-parts";
import { Refusal } from "@offgrid/contract/core/refusal";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { ChartContainer } from "../chart-containers.store.ts";
import type { Range } from "../chart-range.ts";
import { type GroupValues, addGroups, clampGroups, noValues, toColumn } from "./chart-series.ts";

/** The plan of a chart, and the sums that its columns consist of. Pure. */

/** A series with the containers whose values it sums. */
export interface PlannedSeries extends Pick<ChartSeries, "metric" | "func" | "useIf" | "multiply"> {
  containerIds: readonly string[];
}

/** One whose groups are each a function of its readings. */
export interface FoldedSeries extends PlannedSeries {
  func: FoldFunction;
}
export type FoldFunction = Exclude<ChartFunction, "energy">;

export function isFolded(one: PlannedSeries): one is FoldedSeries {
  return one.func !== "energy";
}

export interface Asked<Series extends PlannedSeries = PlannedSeries> {
  series: readonly Series[];
  containers: ReadonlyMap<string, ChartContainer>;
  range: Range;
  /** Time in the future cannot have been measured yet. */
  untilMs: number;
  nowMs: number;
  /** False: how much was measured is not asked for, and the coverage is empty. */
  isCoverageWanted: boolean;
}

export interface Columns {
  columns: (number | null)[][];
  coverage: number[];
  /** Which series are sums in which negative values counted as 0; absent: none. */
  clamped?: number[];
}

/**
 * Sums the values of the containers of each series. In such a sum negative values count as 0 where the metric has no
 * direction, as with powers and meters to which the catalogue gives no sign.
 */
export class SeriesSums {
  readonly #series: readonly PlannedSeries[];
  readonly #groups: number;
  readonly #sums: (GroupValues | undefined)[];
  readonly #shares: number[];
  readonly #measuring: readonly number[];
  readonly #clamped = new Set<number>();

  constructor({ series, containers }: Pick<Asked, "series" | "containers">, groups: number) {
    this.#series = series;
    this.#measuring = series.map((one) => measuringOf(one, containers));
    this.#groups = groups;
    this.#sums = series.map(() => undefined);
    this.#shares = series.map(() => 0);
  }

  add(index: number, values: GroupValues): void {
    const { metric, func, containerIds } = this.#series[index] as PlannedSeries;
    if (containerIds.length > 1 && func !== "count" && isUnsignedAmount(metric) && clampGroups(values))
      this.#clamped.add(index);
    const sum = this.#sums[index];
    if (sum) addGroups(sum, values);
    else this.#sums[index] = values;
  }

  /** @param share Of the range, 0..1, that one of the containers of a series measured. */
  addShare(index: number, share: number): void {
    this.#shares[index] = (this.#shares[index] as number) + share / (this.#measuring[index] as number);
  }

  result(isCoverageWanted: boolean): Columns {
    return {
      columns: this.#series.map(({ func, multiply }, index) =>
        toColumn(this.#sums[index] ?? noValues(this.#groups), func === "count" ? 1 : multiply),
      ),
      coverage: isCoverageWanted ? this.#shares.map((share) => Math.min(1, share)) : [],
      ...(this.#clamped.size > 0 && { clamped: [...this.#clamped].toSorted((one, other) => one - other) }),
    };
  }
}

function isUnsignedAmount(metric: string): boolean {
  const known = findMetric(metric);
  return known !== undefined && known.sign === undefined && (known.fold === "energy" || known.fold === "growth");
}

/** The series that a container belongs to, with their positions. */
export function membersOf<Series extends PlannedSeries>(
  series: readonly Series[],
  containerId: string,
): { index: number; wanted: Series }[] {
  return [...series.entries()].flatMap(([index, wanted]) =>
    wanted.containerIds.includes(containerId) ? [{ index, wanted }] : [],
  );
}

/**
 * @throws Refusal("bad_input") when a series names no container or names containers in both ways, when there are too
 * many of them, when single readings of several containers are to be summed, which were not taken at the same
 * instants, and for the energy of a power in both directions.
 */
export function planSeries({ series, groupBy }: Pick<ChartQuestion, "series" | "groupBy">): PlannedSeries[] {
  const planned = series.map((wanted, index) => ({ ...wanted, containerIds: containersOf(wanted, index) }));
  if (planned.reduce((count, { containerIds }) => count + containerIds.length, 0) > containersPerChart) {
    const hint = `At most ${containersPerChart} containers over all series; name fewer or make several charts.`;
    throw new Refusal("bad_input", { fields: { series: hint } });
  }
  if (groupBy === "raw" && planned.some(({ containerIds }) => containerIds.length > 1)) {
    const hint = "Single readings of several containers cannot be summed; choose a group, or a series per container.";
    throw new Refusal("bad_input", { fields: { groupBy: hint } });
  }
  const energy = planned.findIndex(({ func }) => func === "energy");
  if (groupBy === "raw" && energy !== -1) {
    throw new Refusal("bad_input", { fields: { groupBy: "Single readings have no energy; choose a group." } });
  }
  const level = planned.findIndex(
    ({ metric, func, containerIds }) => containerIds.length > 1 && !addsOverContainers({ metric, func }),
  );
  if (level !== -1) {
    const hint = "This cannot be added up over containers; ask for a series per container.";
    throw new Refusal("bad_input", { fields: { [`series.${level}.containerIds`]: hint } });
  }
  const both = planned.findIndex((one) => one.func === "energy" && !energyOfPower(one));
  if (both !== -1) {
    const hint =
      'Only power has an energy: one that flows both ways with useIf "positive" or "negative", any other with "all".';
    throw new Refusal("bad_input", { fields: { [`series.${both}.useIf`]: hint } });
  }
  return planned;
}

/** How many of its containers have ever measured a series, at least one: those of which it is said how much was measured. */
export function measuringOf(one: PlannedSeries, containers: Asked["containers"]): number {
  const metrics = metricsOfSeries(one);
  const measuring = one.containerIds.filter((id) => metrics.some((metric) => containers.get(id)?.slots.has(metric)));
  return Math.max(1, measuring.length);
}

/** The metrics that must be read for some series. */
export function metricsRead(planned: readonly PlannedSeries[]): string[] {
  return [...new Set(planned.flatMap(metricsOfSeries))];
}

function containersOf({ containerId, containerIds }: ChartSeries, index: number): string[] {
  if ((containerId === undefined) === (containerIds === undefined)) {
    const field = `series.${index}.containerId`;
    throw new Refusal("bad_input", { fields: { [field]: "Name a containerId, or containerIds to be summed." } });
  }
  return [...new Set(containerIds ?? [containerId as string])];
}
