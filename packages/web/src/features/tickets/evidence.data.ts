import { tickMs } from "@offgrid/contract/core/constants";

import { type Answer, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";

export type Evidence = Answer<"evidenceList">;

/** While a pack is being gathered, which takes seconds. */
const soonMs = 2_000;

export function useEvidence(ticketId: string) {
  return useCall(
    "evidenceList",
    { ticketId },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.data.some(({ takenAt }) => takenAt === null) ? soonMs : tickMs),
    },
  );
}

/** @throws ApiError */
export async function freezeAgain(ticketId: string): Promise<void> {
  await call("evidenceTake", { ticketId });
  refresh("evidenceList");
}
