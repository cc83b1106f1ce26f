import type { ChartSeries } from "@offgrid/contract/charts/charts.schema";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { Db } from "../../core/db.ts";
import { type BucketEnergy, energyMarginMs, energyOfIntegrals } from "../../core/energy.ts";
import { dayMs, quarterMs } from "../../core/quarter-hours.ts";
import type { RollupColumn } from "../../core/rollup-codec.ts";
import type { Range } from "./chart-range.ts";
import { type GroupValues, addGroups, clampGroups, noValues, sumHours, toColumn } from "./chart-series.ts";
import type { ChartContainer } from "./charts.store.ts";
import { columnsOf, foldRollups } from "./rollup-fold.ts";
import { RollupHistory } from "./rollup-history.ts";

/** Ranges up to this long are read from frames; longer ones from quarter hours, where these are there. */
export const longestFromFramesMs = 2 * 24 * 3_600_000;
/** Metrics times days that are unpacked at a time, some fifty MB. */
const daysAtOnce = 4_000;

/** A series with the containers whose values it sums. */
export interface PlannedSeries extends Pick<ChartSeries, "metric" | "func" | "useIf" | "multiply"> {
  containerIds: readonly string[];
}

export interface Asked {
  series: readonly PlannedSeries[];
  containers: ReadonlyMap<string, ChartContainer>;
  range: Range;
  /** What lies in the future is not yet to be measured. */
  untilMs: number;
}

export interface Columns {
  columns: (number | null)[][];
  coverage: number[];
}

/**
 * Sums what the containers of each series have to say. Negative values count as 0 in such a sum where the metric has no
 * direction: the powers and meters to which the catalogue gives no sign.
 */
export class SeriesSums {
  readonly #series: readonly PlannedSeries[];
  readonly #groups: number;
  readonly #sums: (GroupValues | undefined)[];
  readonly #shares: number[];

  constructor(series: readonly PlannedSeries[], groups: number) {
    this.#series = series;
    this.#groups = groups;
    this.#sums = series.map(() => undefined);
    this.#shares = series.map(() => 0);
  }

  add(index: number, values: GroupValues, share: number): void {
    const { metric, func, containerIds } = this.#series[index] as PlannedSeries;
    if (containerIds.length > 1 && func !== "count" && isUnsignedAmount(metric)) clampGroups(values);
    const sum = this.#sums[index];
    if (sum) addGroups(sum, values);
    else this.#sums[index] = values;
    this.#shares[index] = (this.#shares[index] as number) + share / containerIds.length;
  }

  result(): Columns {
    return {
      columns: this.#series.map(({ func, multiply }, index) =>
        toColumn(this.#sums[index] ?? noValues(this.#groups), func === "count" ? 1 : multiply),
      ),
      coverage: this.#shares.map((share) => Math.min(1, share)),
    };
  }
}

function isUnsignedAmount(metric: string): boolean {
  const known = findMetric(metric);
  return known !== undefined && known.sign === undefined && (known.fold === "energy" || known.fold === "growth");
}

/** The series that a container is part of, with their places. */
export function membersOf(
  series: readonly PlannedSeries[],
  containerId: string,
): { index: number; wanted: PlannedSeries }[] {
  return [...series.entries()].flatMap(([index, wanted]) =>
    wanted.containerIds.includes(containerId) ? [{ index, wanted }] : [],
  );
}

/**
 * Answers a grouped chart from rollups.
 * @param edges n + 1 edges of n groups that cover the range.
 * @param hours Edges of the local hours of these groups, where a series asks for sums of hourly averages.
 * @param isOnly There are no readings (any more) that could answer.
 * @returns undefined where readings are to answer: for a short range, or when much of it is not summarised yet.
 */
export async function chartFromRollups(
  db: Db,
  { series, containers, range, untilMs }: Asked,
  edges: readonly number[],
  hours: readonly number[],
  isOnly = false,
): Promise<Columns | undefined> {
  if (!isOnly && range.toMs - range.fromMs <= longestFromFramesMs) return undefined;
  const sums = new SeriesSums(series, edges.length - 1);
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: Math.max(range.toMs, untilMs + energyMarginMs) };
  const cuts = [range.fromMs, range.toMs, untilMs, ...cutsOf(edges), ...cutsOf(hours)];
  const slotsAtOnce = Math.max(1, Math.floor((daysAtOnce * dayMs) / (around.toMs - around.fromMs)));
  for (const container of containers.values()) {
    const members = membersOf(series, container.id);
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))].filter((one) => container.slots.has(one));
    const columns = new Set<RollupColumn>(["times", "steps"]);
    for (const { wanted } of members) for (const column of columnsOf[wanted.func]) columns.add(column);
    for (let at = 0; at < metrics.length; at += slotsAtOnce) {
      const some = metrics.slice(at, at + slotsAtOnce);
      const slots = some.map((metric) => container.slots.get(metric) as number);
      const history = await RollupHistory.open(db, container, slots, around, cuts, [...columns]);
      if (!history) return undefined;
      for (const [place, metric] of some.entries()) {
        const slot = slots[place] as number;
        const measured = await history.integrate(slot, [range.fromMs, untilMs], container.everyS * 1000, "power");
        const share = (measured.measuredMs[0] ?? 0) / (untilMs - range.fromMs);
        for (const { index, wanted } of members) {
          if (wanted.metric !== metric) continue;
          const isHourly = wanted.func === "hourly_average_sum";
          const values = foldRollups(history, slot, wanted, range, isHourly ? hours : edges);
          sums.add(index, isHourly ? sumHours(values, hours, edges) : values, share);
        }
      }
    }
  }
  return sums.result();
}

/** Only an edge within a quarter hour cuts one. */
function cutsOf(edges: readonly number[]): number[] {
  return edges.filter((edge) => edge % quarterMs !== 0);
}

/**
 * Energy of a container per bucket, from rollups.
 * @param edges n + 1 edges of n buckets, all within the range.
 * @param isOnly There are no readings (any more) that could answer.
 * @returns undefined where readings are to answer.
 */
export async function energyFromRollups(
  db: Db,
  container: ChartContainer,
  [powerMetric, meterMetric]: readonly [power: string, meter: string],
  range: Range,
  edges: readonly number[],
  isOnly = false,
): Promise<BucketEnergy | undefined> {
  if (!isOnly && range.toMs - range.fromMs <= longestFromFramesMs) return undefined;
  const history = await RollupHistory.open(
    db,
    container,
    [...container.slots.values()],
    { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs },
    edges,
    ["firsts", "lasts", "times", "steps", "areas"],
  );
  if (!history) return undefined;
  const none = () => ({ wh: new Float64Array(edges.length - 1), measuredMs: new Float64Array(edges.length - 1) });
  const integral = (metric: string, kind: "power" | "meter") => {
    const slot = container.slots.get(metric);
    return slot === undefined ? none() : history.integrate(slot, edges, container.everyS * 1000, kind);
  };
  return energyOfIntegrals(await integral(powerMetric, "power"), await integral(meterMetric, "meter"));
}
