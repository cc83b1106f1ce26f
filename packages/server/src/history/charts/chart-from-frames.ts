import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { type Asked, type Columns, type FoldedSeries, SeriesSums, membersOf } from "./chart-plan.ts";
import type { Range } from "../chart-range.ts";
import { type GroupValues, noValues, sumHours } from "./chart-series.ts";
import { energyOf, measuredMsOf, wideMarginMs } from "../energy/energy.ts";
import type { BucketEnergy } from "../energy/power-and-meter.ts";
import type { EnergyMetrics } from "../energy/quantities.ts";
import { readAround, withSilences } from "../energy/readings-around.ts";
import { foldRollups } from "../rollups/rollup-fold.ts";
import { readSamples } from "../tiers/samples.store.ts";

/** Charts and energy from single readings: for short ranges, and as the standard that summaries are tested against. */

/** Answers a grouped chart from readings; takes the same arguments as `chartFromRollups`. */
export async function chartFromFrames(
  db: Db,
  asked: Asked<FoldedSeries>,
  edges: readonly number[],
  hours: readonly number[],
): Promise<Columns> {
  const { series, containers, range, untilMs, isCoverageWanted } = asked;
  const sums = new SeriesSums(asked, edges.length - 1);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  for (const container of containers.values()) {
    const members = membersOf(series, container.id);
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    const [plain = [], hourly = []] = [false, true].map((isHourly) =>
      members.filter(({ wanted }) => (wanted.func === "hourly_average_sum") === isHourly),
    );
    const fold = (some: typeof members, parts: readonly number[]) =>
      foldGroups(
        db,
        container,
        some.map(({ wanted }) => wanted),
        range,
        parts,
      );
    const [values, averages, shares] = await Promise.all([
      fold(plain, edges),
      fold(hourly, hours),
      isCoverageWanted ? measuredMs(db, container, metrics, measured) : new Map<string, number>(),
    ]);
    const shareOf = (metric: string) => (shares.get(metric) ?? 0) / (untilMs - range.fromMs);
    for (const [place, { index, wanted }] of plain.entries()) {
      const found = values[place];
      if (!found) continue;
      sums.add(index, found);
      sums.addShare(index, shareOf(wanted.metric));
    }
    for (const [place, { index, wanted }] of hourly.entries()) {
      const found = averages[place];
      if (!found) continue;
      sums.add(index, sumHours(found, hours, edges, measured));
      sums.addShare(index, shareOf(wanted.metric));
    }
  }
  return sums.result(isCoverageWanted);
}

type WantedSeries = Pick<FoldedSeries, "metric" | "func" | "useIf">;

/**
 * Folds the readings of several series of one container into groups.
 * @param edges n + 1 edges of n groups, epoch ms.
 * @returns for each series, in order, a value per group; `hourly_average_sum` gives averages, for the caller to sum.
 */
export async function foldGroups(
  db: Db,
  { id, slots }: Pick<ChartContainer, "id" | "slots">,
  wanted: readonly WantedSeries[],
  range: Range,
  edges: readonly number[],
): Promise<GroupValues[]> {
  const metrics = [...new Set(wanted.map(({ metric }) => metric))].filter((metric) => slots.has(metric));
  if (metrics.length === 0) return wanted.map(() => noValues(edges.length - 1));
  const { atMs, columns } = await readSamples(db, id, metrics, range, { known: slots });
  const instants = atMs.map((at, index) => ({ atMs: at, values: columns.map((column) => column[index] ?? null) }));
  const readings = { ...noRollups, slots: metrics.map((metric) => slots.get(metric) as number), instants };
  return wanted.map((series) => {
    const slot = slots.get(series.metric);
    return slot === undefined ? noValues(edges.length - 1) : foldRollups(readings, slot, series, range, edges);
  });
}

/** The summaries of a history that has only readings: none. */
const noRollups = {
  fromDay: 0,
  days: new Map<number, never[]>(),
  loose: new Set<number>(),
  isLooseWithin: () => false,
};

/** How long each metric was measured within a range, ms, by the gap rule of energy.ts. */
async function measuredMs(
  db: Db,
  container: ChartContainer,
  metrics: readonly string[],
  range: Range,
): Promise<Map<string, number>> {
  const { atMs, columns } = await readAround(db, container.id, metrics, range, container.slots);
  return new Map(
    metrics.map((metric, index) => [
      metric,
      measuredMsOf({ atMs, values: columns[index] ?? [] }, range, container.everyS * 1000),
    ]),
  );
}

/** Energy of a container per bucket, from readings. */
export async function energyFromFrames(
  db: Db,
  container: ChartContainer,
  [power, meter]: EnergyMetrics,
  range: Range,
  edges: readonly number[],
): Promise<BucketEnergy> {
  const { id, everyS, slots: known } = container;
  const metrics = [power, meter];
  const around = { fromMs: range.fromMs - wideMarginMs, toMs: range.toMs + wideMarginMs };
  const near = await readSamples(db, id, metrics, around, { known });
  const { atMs, columns } = await withSilences(db, id, { metrics, meters: [meter], known }, range, near);
  return energyOf({ atMs, powerW: columns[0] ?? [], meterWh: columns[1] ?? [] }, edges, everyS * 1000);
}
