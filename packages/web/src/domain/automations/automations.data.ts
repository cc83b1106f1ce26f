import type { ContainerAutomations } from "@offgrid/contract/automations/automations.calls";
import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";

export type { ContainerAutomations };

/** Of one container, or of all that have any; states move by themselves. */
export function useAutomations(containerId?: string) {
  return useCall("automationList", containerId === undefined ? {} : { containerId }, {
    select: ({ data }: Answer<"automationList">) => data,
    refetchInterval: tickMs,
  });
}
