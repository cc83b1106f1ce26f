import type { ContainerAutomations } from "@offgrid/contract/automations/automations.calls";
import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";

export type { ContainerAutomations };

/** While a change is on its way to a connected container, what came of it is worth asking for sooner. */
const underWayEveryMs = 3_000;

/** Of one container, or of all that have any; states move by themselves. */
export function useAutomations(containerId?: string) {
  return useCall("automationList", containerId === undefined ? {} : { containerId }, {
    select: ({ data }: Answer<"automationList">) => data,
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === "sent" || one.state === "waiting") ? underWayEveryMs : tickMs,
  });
}
