import type { Db } from "../../core/db.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { type MetricAsked, measuredOf } from "../energy/container-energy.ts";
import { energyMarginMs } from "../energy/energy.ts";
import { isEnoughBeyond } from "../energy/energy-outline.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { dayMs, quarterMs } from "../quarter-hours.ts";
import type { RollupColumn } from "../rollups/rollup-codec.ts";
import { measuredKey, measuredTimes, sentMetrics } from "./chart-coverage.ts";
import { sumHours } from "./chart-series.ts";
import { type Asked, type Columns, type FoldedSeries, SeriesSums, membersOf } from "./chart-plan.ts";
import { columnsOf, foldRollups } from "../rollups/rollup-fold.ts";
import { RollupHistory } from "../rollups/rollup-history.ts";

/** Ranges up to this long are read from frames; longer ones from quarter hours, where these exist. */
export const longestFromFramesMs = 2 * 24 * 3_600_000;
/** Metrics times days unpacked at a time, some fifty MB. */
const daysAtOnce = 4_000;

/**
 * Answers a grouped chart from rollups.
 * @param edges n + 1 edges of n groups that cover the range.
 * @param hours Edges of the local hours of these groups, where a series asks for sums of hourly averages.
 * @param isOnly There are no readings, or no longer any, that could answer instead.
 * @returns undefined where readings must answer: for a short range, or when much of it is not summarised yet.
 */
export async function chartFromRollups(
  db: Db,
  asked: Asked<FoldedSeries>,
  edges: readonly number[],
  hours: readonly number[],
  isOnly = false,
): Promise<Columns | undefined> {
  const { series, containers, range, untilMs, nowMs, isCoverageWanted } = asked;
  if (!isOnly && range.toMs - range.fromMs <= longestFromFramesMs) return undefined;
  const sums = new SeriesSums(asked, edges.length - 1);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: Math.max(range.toMs, untilMs + energyMarginMs) };
  const cuts = [range.fromMs, range.toMs, untilMs, ...cutsOf(edges), ...cutsOf(hours)];
  const slotsAtOnce = Math.max(1, Math.floor((daysAtOnce * dayMs) / (around.toMs - around.fromMs)));
  const seldom: (MetricAsked & { places: readonly number[] })[] = [];
  const shares = await sharesOf(db, asked, slotsAtOnce);
  for (const container of containers.values()) {
    const members = membersOf(series, container.id);
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))].filter((one) => container.slots.has(one));
    const columns = new Set<RollupColumn>(shares || !isCoverageWanted ? [] : ["times", "steps"]);
    for (const { wanted } of members) for (const column of columnsOf[wanted.func]) columns.add(column);
    for (let at = 0; at < metrics.length; at += slotsAtOnce) {
      const some = metrics.slice(at, at + slotsAtOnce);
      const slots = some.map((metric) => container.slots.get(metric) as number);
      const history = await RollupHistory.open(db, container, slots, around, cuts, [...columns]);
      if (!history) return undefined;
      for (const [place, metric] of some.entries()) {
        const slot = slots[place] as number;
        const places = members.flatMap(({ index, wanted }) => (wanted.metric === metric ? index : []));
        const ms = isCoverageWanted
          ? (shares?.get(measuredKey(slot, container.id)) ?? (await measuredIn(history, container, slot, asked)))
          : 0;
        if (ms === undefined) seldom.push({ container, slot, places });
        else for (const place of places) sums.addShare(place, ms / (untilMs - range.fromMs));
        await untilIdle();
        for (const { index, wanted } of members) {
          if (wanted.metric !== metric) continue;
          const isHourly = wanted.func === "hourly_average_sum";
          const values = foldRollups(history, slot, wanted, range, isHourly ? hours : edges);
          sums.add(index, isHourly ? sumHours(values, hours, edges, measured) : values);
        }
      }
    }
  }
  if (!isCoverageWanted) return sums.result(false);
  const found = await measuredOf(db, seldom, measured, nowMs);
  for (const [one, { places }] of seldom.entries())
    for (const place of places) sums.addShare(place, (found[one] ?? 0) / (untilMs - range.fromMs));
  return sums.result(true);
}

/** How long a metric was measured, ms; undefined where it is measured so seldom that more of it counts than was read. */
async function measuredIn(
  history: RollupHistory,
  { everyS }: ChartContainer,
  slot: number,
  { range, untilMs, nowMs }: Asked,
): Promise<number | undefined> {
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  const { ms, beyond } = await history.measure(slot, measured, everyS * 1000);
  return isEnoughBeyond(beyond, measured, nowMs) ? ms : undefined;
}

/** Edges are made once for many charts, and thousands of them take longer to look through than a chart of theirs. */
const cutsByEdges = new WeakMap<readonly number[], readonly number[]>();

/** Only edges inside a quarter hour cut one. @param edges Frozen, or used once. */
function cutsOf(edges: readonly number[]): readonly number[] {
  let cuts = cutsByEdges.get(edges);
  if (!cuts) {
    cuts = edges.filter((edge) => edge % quarterMs !== 0);
    cutsByEdges.set(edges, cuts);
  }
  return cuts;
}

/**
 * How long each metric of each container was measured, ms, by slot and container; undefined for a small chart, whose
 * days are in memory anyway. For a large chart that was asked for before, only the columns that its functions need are
 * read.
 */
async function sharesOf(db: Db, asked: Asked, slotsAtOnce: number): Promise<Map<string, number> | undefined> {
  const sent = asked.isCoverageWanted ? sentMetrics(asked) : [];
  return sent.length <= slotsAtOnce ? undefined : measuredTimes(db, sent, asked);
}
