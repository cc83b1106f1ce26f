import type { SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";

import { type Answer, call } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type SimCardAnswer = Answer<"simCardGet">["data"];
export type DataBudget = SimCardAnswer["budget"];

/** The SIM card of a container, and how its use of data stands. */
export function useSimCard(containerId: string) {
  return useCall("simCardGet", { containerId }, { select: ({ data }: Answer<"simCardGet">) => data });
}

export function useMaySaveSimCard(): boolean {
  return useCan("simCardSave");
}

/** @param card Null: the record is removed. @throws ApiError sim_card_used */
export async function saveSimCard(containerId: string, card: SimCard | null): Promise<void> {
  await call("simCardSave", { containerId, card });
  refresh("simCardGet", "getSitesV2", "containerUpgradeList");
}
