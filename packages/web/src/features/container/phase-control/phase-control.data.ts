import { tickMs } from "@offgrid/contract/core/constants";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { keepPreviousData } from "@tanstack/react-query";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { seenVersions } from "../configuration/configuration.data.ts";
import type { Seen } from "../configuration/setting-draft.ts";

/** As it is wanted and as it runs. */
export function usePhaseControl(containerId: string) {
  const select = ({ data }: Answer<"getPhaseControlConfiguration">) => data;
  return useCall("getPhaseControlConfiguration", { containerId }, { select });
}

export function useMaySetPhaseControl(): boolean {
  return useCan("setPhaseControlConfiguration");
}

export const eventsOnPage = 10;

/** What happened to the phases, newest first. */
export function usePhaseEvents(containerId: string, page: number) {
  const asked = { containerId, page, pageSize: eventsOnPage };
  return useCall("getPhaseControlEvents", asked, { placeholderData: keepPreviousData, refetchInterval: tickMs });
}

/**
 * Asks for a setting.
 * @param seen What the change was made of: another version is refused.
 * @returns What whoever takes it back has seen.
 * @throws ApiError config_changed, config_on_trial, ...
 */
export async function savePhaseControl(containerId: string, setting: PhaseControl, seen: Seen): Promise<Seen> {
  try {
    return seenVersions((await call("setPhaseControlConfiguration", { containerId, seen, ...setting })).data);
  } finally {
    refresh("getConfiguration", "getPhaseControlConfiguration", "getPhaseControlEvents");
  }
}
