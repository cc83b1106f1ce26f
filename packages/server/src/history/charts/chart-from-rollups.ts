import type { Db } from "../../core/db.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { marginMsOf } from "../energy/energy.ts";
import { dayMs, quarterMs } from "../quarter-hours.ts";
import type { RollupColumn } from "../rollups/rollup-codec.ts";
import { measuredKey, measuredTimes, sentMetrics } from "./chart-coverage.ts";
import { sumHours } from "./chart-series.ts";
import { type Asked, type Columns, SeriesSums, membersOf } from "./chart-plan.ts";
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
  { series, containers, range, untilMs }: Asked,
  edges: readonly number[],
  hours: readonly number[],
  isOnly = false,
): Promise<Columns | undefined> {
  if (!isOnly && range.toMs - range.fromMs <= longestFromFramesMs) return undefined;
  const sums = new SeriesSums(series, edges.length - 1);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  const slowestMs = 1_000 * Math.max(0, ...[...containers.values()].map(({ everyS }) => everyS));
  const marginMs = marginMsOf(slowestMs);
  const around = { fromMs: range.fromMs - marginMs, toMs: Math.max(range.toMs, untilMs + marginMs) };
  const cuts = [range.fromMs, range.toMs, untilMs, ...cutsOf(edges), ...cutsOf(hours)];
  const slotsAtOnce = Math.max(1, Math.floor((daysAtOnce * dayMs) / (around.toMs - around.fromMs)));
  const shares = await sharesOf(db, { series, containers, range, untilMs }, slotsAtOnce);
  for (const container of containers.values()) {
    const members = membersOf(series, container.id);
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))].filter((one) => container.slots.has(one));
    const columns = new Set<RollupColumn>(shares ? [] : ["times", "steps"]);
    for (const { wanted } of members) for (const column of columnsOf[wanted.func]) columns.add(column);
    for (let at = 0; at < metrics.length; at += slotsAtOnce) {
      const some = metrics.slice(at, at + slotsAtOnce);
      const slots = some.map((metric) => container.slots.get(metric) as number);
      const history = await RollupHistory.open(db, container, slots, around, cuts, [...columns]);
      if (!history) return undefined;
      for (const [place, metric] of some.entries()) {
        const slot = slots[place] as number;
        const measuredMs =
          shares?.get(measuredKey(slot, container.id)) ??
          (await history.integrate(slot, [range.fromMs, untilMs], container.everyS * 1000, "power")).measuredMs[0] ??
          0;
        const share = measuredMs / (untilMs - range.fromMs);
        await untilIdle();
        for (const { index, wanted } of members) {
          if (wanted.metric !== metric) continue;
          const isHourly = wanted.func === "hourly_average_sum";
          const values = foldRollups(history, slot, wanted, range, isHourly ? hours : edges);
          sums.add(index, isHourly ? sumHours(values, hours, edges, measured) : values, share);
        }
      }
    }
  }
  return sums.result();
}

/** Only edges inside a quarter hour cut one. */
function cutsOf(edges: readonly number[]): number[] {
  return edges.filter((edge) => edge % quarterMs !== 0);
}

/**
 * How long each metric of each container was measured, ms, by slot and container; undefined for a small chart, whose
 * days are in memory anyway. For a large chart that was asked for before, only the columns that its functions need are
 * read.
 */
async function sharesOf(
  db: Db,
  { series, containers, range, untilMs }: Asked,
  slotsAtOnce: number,
): Promise<Map<string, number> | undefined> {
  const asked = sentMetrics({ series, containers });
  return asked.length <= slotsAtOnce ? undefined : measuredTimes(db, asked, { range, untilMs });
}
