import type { ChartSeries } from "@offgrid/contract/charts/charts.schema";

import type { Db } from "../../core/db.ts";
import { type BucketEnergy, energyMarginMs, energyOfIntegrals } from "../../core/energy.ts";
import type { RollupColumn } from "../../core/rollup-codec.ts";
import { listSlots } from "../../core/samples.store.ts";
import type { Range } from "./chart-range.ts";
import { spread, sumHours } from "./chart-series.ts";
import type { ChartContainer } from "./charts.store.ts";
import { columnsOf, foldRollups } from "./rollup-fold.ts";
import { RollupHistory } from "./rollup-history.ts";

/** Ranges up to this long are read from frames; longer ones from quarter hours, where these are there. */
const longestFromFramesMs = 2 * 24 * 3_600_000;

interface Asked {
  series: readonly ChartSeries[];
  containers: ReadonlyMap<string, ChartContainer>;
  range: Range;
  /** What lies in the future is not yet to be measured. */
  untilMs: number;
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
): Promise<{ columns: (number | null)[][]; coverage: number[] } | undefined> {
  if (!isOnly && range.toMs - range.fromMs <= longestFromFramesMs) return undefined;
  const columns: (number | null)[][] = series.map(() => []);
  const coverage = series.map(() => 0);
  for (const containerId of new Set(series.map((wanted) => wanted.containerId))) {
    const members = [...series.entries()].filter(([, wanted]) => wanted.containerId === containerId);
    const found = await listSlots(db, containerId, [...new Set(members.map(([, { metric }]) => metric))]);
    const slots = [...found.values()];
    const wantedColumns = new Set<RollupColumn>(["times", "steps"]);
    for (const [, { func }] of members) for (const column of columnsOf[func]) wantedColumns.add(column);
    const measured = { fromMs: range.fromMs, toMs: untilMs };
    const history = await RollupHistory.open(
      db,
      containerId,
      slots,
      { fromMs: range.fromMs - energyMarginMs, toMs: Math.max(range.toMs, untilMs + energyMarginMs) },
      [range.fromMs, range.toMs, untilMs, ...edges, ...hours],
      [...wantedColumns],
    );
    if (!history) return undefined;
    for (const [index, { metric, func, useIf, multiply }] of members) {
      const slot = found.get(metric);
      const isHourly = func === "hourly_average_sum";
      const values =
        slot === undefined ? new Map() : foldSlot(history, slot, { func, useIf }, range, isHourly ? hours : edges);
      const folded = isHourly ? sumHours(values, hours, edges) : values;
      columns[index] = spread(folded, edges.length - 1, func === "count" ? 1 : multiply);
    }
    const shares = new Map<number, number>();
    const declaredMs = (containers.get(containerId)?.everyS ?? 0) * 1000;
    for (const slot of slots) {
      const { measuredMs } = await history.integrate(slot, [measured.fromMs, measured.toMs], declaredMs, "power");
      shares.set(slot, Math.min(1, (measuredMs[0] ?? 0) / (measured.toMs - measured.fromMs)));
    }
    for (const [index, { metric }] of members) coverage[index] = shares.get(found.get(metric) ?? -1) ?? 0;
  }
  return { columns, coverage };
}

/**
 * Energy of a container per bucket, from rollups.
 * @param edges n + 1 edges of n buckets, all within the range.
 * @param isOnly There are no readings (any more) that could answer.
 * @returns undefined where readings are to answer.
 */
export async function energyFromRollups(
  db: Db,
  { id, everyS }: ChartContainer,
  [powerMetric, meterMetric]: readonly [power: string, meter: string],
  range: Range,
  edges: readonly number[],
  isOnly = false,
): Promise<BucketEnergy | undefined> {
  if (!isOnly && range.toMs - range.fromMs <= longestFromFramesMs) return undefined;
  const found = await listSlots(db, id, [powerMetric, meterMetric]);
  const history = await RollupHistory.open(
    db,
    id,
    [...found.values()],
    { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs },
    edges,
    ["firsts", "lasts", "times", "steps", "areas"],
  );
  if (!history) return undefined;
  const none = () => ({ wh: new Float64Array(edges.length - 1), measuredMs: new Float64Array(edges.length - 1) });
  const integral = (metric: string, kind: "power" | "meter") => {
    const slot = found.get(metric);
    return slot === undefined ? none() : history.integrate(slot, edges, everyS * 1000, kind);
  };
  return energyOfIntegrals(await integral(powerMetric, "power"), await integral(meterMetric, "meter"));
}

function foldSlot(
  history: RollupHistory,
  slot: number,
  wanted: Pick<ChartSeries, "func" | "useIf">,
  range: Range,
  edges: readonly number[],
): Map<number, number> {
  const column = history.slots.indexOf(slot);
  const readings = history.instants.flatMap(({ atMs, values }) => {
    const value = values[column];
    return value === null || value === undefined ? [] : [{ atMs, value }];
  });
  return foldRollups(
    { days: history.days.get(slot) ?? new Map(), loose: history.loose, readings },
    wanted,
    range,
    edges,
  );
}
