import { tickMs } from "@offgrid/contract/core/constants";
import type { RebootPlan } from "@offgrid/contract/reboots/next-reboot";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh, showAnswer } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { seenVersions } from "../configuration/configuration.data.ts";
import type { Seen } from "../configuration/setting-draft.ts";

/** When a controller restarts by itself, and what came of the last time. */
export function useRebootSchedule(containerId: string) {
  const select = ({ data }: Answer<"getRebootSchedule">) => data;
  return useCall("getRebootSchedule", { containerId }, { select, refetchInterval: tickMs });
}

export function useMaySchedule(): boolean {
  return useCan("updateRebootSchedule");
}

/**
 * @param seen What the change was made of: another version is refused.
 * @returns What whoever takes it back has seen.
 * @throws ApiError config_changed, config_on_trial, ...
 */
export async function saveSchedule(containerId: string, plan: RebootPlan, seen: Seen): Promise<Seen> {
  const schedule = { ...plan, days: [...plan.days] };
  try {
    const answer = await call("updateRebootSchedule", { containerId, schedule, seen });
    showAnswer("getRebootSchedule", { containerId }, answer);
    return seenVersions(answer.data);
  } finally {
    refresh("getRebootSchedule", "getConfiguration");
  }
}
