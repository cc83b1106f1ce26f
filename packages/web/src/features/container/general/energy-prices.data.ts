import type { EnergyPrices } from "@offgrid/contract/energy-costs/energy-costs.calls";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";

/** What fuel and grid cost at a container; null: nobody has set it. */
export function useEnergyPrices(containerId: string) {
  return useCall(
    "getEnergyPrices",
    { containerId },
    { select: ({ data }: Answer<"getEnergyPrices">) => ({ prices: data }) },
  );
}

export function useMaySetEnergyPrices(): boolean {
  return useCan("setEnergyPrices");
}

/** @throws ApiError */
export async function saveEnergyPrices(containerId: string, prices: EnergyPrices): Promise<void> {
  await call("setEnergyPrices", { containerId, prices });
  refresh("getEnergyPrices", "getEnergyCosts");
}
