import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { ProtectionDryRun } from "@offgrid/contract/load-protection/load-protection.calls";

import type { Db } from "../../core/db.ts";
import type { ChartContainer } from "../../history/chart-containers.store.ts";
import { dayMs } from "../../history/quarter-hours.ts";
import { DryRun } from "./dry-run.ts";
import { countCuts, findCapacityWh } from "./load-protection.store.ts";
import { pastDays } from "./past-readings.ts";

/** So many spans and gaps are named. */
const mostNamed = 200;

/** What a setting would have done over the days before now. @param signal Aborted: whoever asked is gone, and the rest is left. */
export async function tryOut(
  db: Db,
  container: ChartContainer,
  setting: LoadProtection,
  { days, nowMs }: { days: number; nowMs: number },
  signal: AbortSignal,
): Promise<ProtectionDryRun> {
  const range = { fromMs: nowMs - days * dayMs, toMs: nowMs };
  const targets = setting.loads.map(({ target }) => target);
  const run = new DryRun(setting, range.fromMs);
  let coarseDays = 0;
  for await (const { readings, everyMs, isCoarse } of pastDays(db, container, targets, range, nowMs)) {
    if (signal.aborted) throw new Refusal("too_many", { retryAfterS: 1 });
    if (isCoarse) coarseDays++;
    for (const reading of readings) run.look(reading, everyMs);
  }
  const found = run.result(range.toMs, await findCapacityWh(db, container.id));
  const newest = <One>(list: readonly One[]) => list.toReversed().slice(0, mostNamed);
  return {
    from: iso(range.fromMs),
    to: iso(range.toMs),
    coverage: found.knownMs / (range.toMs - range.fromMs),
    coarseDays,
    gaps: newest(found.gaps).map(({ fromMs, toMs }) => ({ from: iso(fromMs), to: iso(toMs) })),
    count: found.spans.length,
    spans: newest(found.spans).map(({ fromMs, toMs, targets: loads }) => ({
      from: iso(fromMs),
      to: toMs === undefined ? null : iso(toMs),
      loads,
    })),
    switchings: found.switchings,
    loads: found.loads.map(({ powerW = null, ...load }) => ({
      ...load,
      powerW,
      energyWh: powerW === null ? null : powerW * load.hours,
    })),
    lowest: found.lowest
      ? {
          at: iso(found.lowest.atMs),
          measured: found.lowest.measured,
          estimated: found.lowest.estimated ?? null,
        }
      : null,
    actedBefore: await countCuts(db, container.id, range),
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
