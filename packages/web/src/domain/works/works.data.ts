import { tickMs } from "@offgrid/contract/core/constants";
import type { Works } from "@offgrid/contract/works/works.schema";

import { type Answer, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { worksShown } from "./works-shown.ts";

/** Works at a container, newest first. */
export function useWorks(containerId: string) {
  return useCall(
    "maintenanceList",
    { containerId },
    { select: ({ data }: Answer<"maintenanceList">) => data, refetchInterval: tickMs },
  );
}

export function useMayAnnounceWorks(): boolean {
  return useCan("maintenanceSet");
}

export interface WorksPlan {
  reason: string;
  /** Epoch ms; undefined: now. */
  startsAtMs: number | undefined;
  endsAtMs: number;
}

/** @throws ApiError */
export async function announceWorks(containerId: string, { reason, startsAtMs, endsAtMs }: WorksPlan): Promise<void> {
  const startsAt = startsAtMs === undefined ? {} : { startsAt: new Date(startsAtMs).toISOString() };
  await call("maintenanceSet", { containerId, reason, ...startsAt, endsAt: new Date(endsAtMs).toISOString() });
  refreshWorks();
}

const hourMs = 3_600_000;

/** Moves the end by an hour, from now where they are over their time. @throws ApiError */
export async function extendWorks({ containerId, worksId, reason, endsAt }: Works): Promise<void> {
  const endsAtMs = Math.max(Date.parse(endsAt), Date.now()) + hourMs;
  await call("maintenanceSet", { containerId, worksId, reason, endsAt: new Date(endsAtMs).toISOString() });
  refreshWorks();
}

/** Ends what is under way, and cancels what is planned. @param reason Of someone else's. @throws ApiError */
export async function endWorks({ containerId, worksId }: Works, reason?: string): Promise<void> {
  await call("maintenanceEnd", { containerId, worksId, ...(reason === undefined ? {} : { reason }) });
  refreshWorks();
}

function refreshWorks(): void {
  refresh(...worksShown);
}
