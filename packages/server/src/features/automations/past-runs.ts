import type { PastRun } from "@offgrid/contract/automations/automations.calls";
import { AutomationRun } from "@offgrid/contract/automations/automation-state";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { fingerprint } from "@offgrid/contract/automations/step-automations";
import { z } from "zod";

import type { SwitchingRow } from "./automations.store.ts";
import { shownRun } from "./try-out.ts";

/** Runs as controllers have reported them, with what was switched because of each. Pure. */

const ReportedRun = AutomationRun.extend({ unsent: z.int().min(0).catch(0) });

/**
 * @param reported What events say, newest first, as are the switchings; what is no run says nothing.
 * @param rule As it is now; undefined: it is no more.
 */
export function pastRuns(
  reported: readonly unknown[],
  switched: readonly SwitchingRow[],
  rule: Automation | undefined,
): PastRun[] {
  const of = rule && fingerprint(rule);
  const runs = reported.flatMap((data) => ReportedRun.safeParse(data).data ?? []);
  return runs.map((run, place) => {
    const nextMs = runs[place - 1]?.atMs ?? Infinity;
    // What is only watched switches nothing: that is of a run which has not been reported yet.
    const own = run.shadow ? [] : switched.filter(({ at }) => at.getTime() >= run.atMs && at.getTime() < nextMs);
    return {
      ...shownRun(run),
      ended: new Date(Math.max(run.atMs, run.endMs)).toISOString(),
      shadow: run.shadow === true,
      rank: run.rank ?? null,
      unsent: run.unsent,
      sameRule: of !== undefined && run.of === of,
      switched: own.toReversed().map(({ at, device, isOn }) => ({ at: at.toISOString(), output: device, on: isOn })),
    };
  });
}
