import { tickMs } from "@offgrid/contract/core/constants";
import type { RebootPlan } from "@offgrid/contract/reboots/next-reboot";
import type { RebootSchedule } from "@offgrid/contract/reboots/reboots.calls";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh, showAnswer } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { seenVersions } from "../configuration/configuration.data.ts";

/** When a controller restarts by itself, and what came of the last time. */
export function useRebootSchedule(containerId: string) {
  const select = ({ data }: Answer<"getRebootSchedule">) => data;
  return useCall("getRebootSchedule", { containerId }, { select, refetchInterval: tickMs });
}

export function useMaySchedule(): boolean {
  return useCan("updateRebootSchedule");
}

/**
 * @param seen What the change was made of: another version is refused; left out: whatever is there.
 * @throws ApiError config_changed, config_on_trial, ...
 */
export async function saveSchedule(containerId: string, plan: RebootPlan, seen?: RebootSchedule): Promise<void> {
  const schedule = { ...plan, days: [...plan.days] };
  try {
    const versions = seen && { seen: seenVersions(seen) };
    const answer = await call("updateRebootSchedule", { containerId, schedule, ...versions });
    showAnswer("getRebootSchedule", { containerId }, answer);
  } finally {
    refresh("getRebootSchedule", "getConfiguration");
  }
}
