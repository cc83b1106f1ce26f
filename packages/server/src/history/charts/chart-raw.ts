import { pointsPerSeries } from "@offgrid/contract/core/constants";

import type { Db } from "../../core/db.ts";
import { type Asked, type Columns, type PlannedSeries, membersOf } from "./chart-plan.ts";
import { tooManyPoints } from "../chart-range.ts";
import { alignColumns, passes } from "./chart-series.ts";
import { energyMarginMs, measuredMsOf } from "../energy/energy.ts";
import { withFurther } from "../energy/readings-around.ts";
import { readRecent } from "../tiers/recent-readings.ts";
import { readSamples } from "../tiers/samples.store.ts";

/** Instants around a range show what was measured up to its ends and are read too, but not more than this many. */
const mostInstants = 4 * pointsPerSeries;

/**
 * Single readings of each series on the union of their instants.
 * @throws Refusal("bad_input") when there are more than a series may have.
 */
export async function rawChart(
  db: Db,
  { series, containers, range, untilMs, nowMs }: Asked,
): Promise<Columns & { t: number[] }> {
  const parts: { atMs: number[]; index: number; values: (number | null)[] }[] = [];
  const coverage = series.map(() => 0);
  const measured = { fromMs: range.fromMs, toMs: untilMs };
  const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
  for (const container of containers.values()) {
    const members = membersOf(series, container.id);
    const metrics = [...new Set(members.map(({ wanted }) => wanted.metric))];
    let found = await readRecent(db, container, metrics, around, { nowMs, limit: mostInstants });
    // The readings are so dense that those before the range are already too many: those within it must suffice.
    if (found.atMs.length === mostInstants && (found.atMs.at(-1) ?? 0) < range.toMs)
      found = await readSamples(db, container.id, metrics, range, {
        known: container.slots,
        limit: pointsPerSeries + 1,
      });
    else found = await withFurther(db, container.id, metrics, range, found, container.slots);
    const from = placeOf(found.atMs, range.fromMs);
    const to = placeOf(found.atMs, range.toMs);
    if (to - from > pointsPerSeries) throw tooManyPoints();
    const atMs = found.atMs.slice(from, to);
    const declaredMs = container.everyS * 1000;
    for (const [column, metric] of metrics.entries()) {
      const readings = found.columns[column] ?? [];
      const ms = measuredMsOf({ atMs: found.atMs, values: readings }, measured, declaredMs);
      const share = Math.min(1, ms / (untilMs - range.fromMs));
      const within = readings.slice(from, to);
      for (const { index, wanted } of members) {
        if (wanted.metric !== metric) continue;
        parts.push({ atMs, index, values: within.map((value) => used(value, wanted)) });
        coverage[index] = share;
      }
    }
  }
  const { t, columns } = alignColumns(parts.sort((one, other) => one.index - other.index));
  if (t.length > pointsPerSeries) throw tooManyPoints();
  return { t, columns, coverage };
}

function used(value: number | null, { useIf, multiply }: PlannedSeries): number | null {
  if (value === null || !passes(value, useIf)) return null;
  const product = value * multiply;
  return Number.isFinite(product) ? product : null;
}

/** The index at which an instant is, or would be, in a rising list. */
function placeOf(atMs: readonly number[], wantedMs: number): number {
  let low = 0;
  let high = atMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atMs[middle] as number) < wantedMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
