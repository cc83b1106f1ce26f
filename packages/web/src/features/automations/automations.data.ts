import { tickMs } from "@offgrid/contract/core/constants";

import type { Answer } from "../../core/api/call.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type DryRun = Answer<"automationRun">["data"];
export type Conflict = DryRun["conflicts"][number];
export type PastRun = Answer<"automationRuns">["data"][number];

export function useMayAutomate(): boolean {
  return useCan("automationSave");
}

/** What an automation did lately, as its controller has reported. */
export function usePastRuns(containerId: string, id: string) {
  const select = ({ data }: Answer<"automationRuns">) => data;
  return useCall("automationRuns", { containerId, id }, { select, refetchInterval: tickMs });
}
