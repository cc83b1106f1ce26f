import { tickMs } from "@offgrid/contract/core/constants";
import type { StreetLights } from "@offgrid/contract/street-lights/street-lights.calls";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { isOpen } from "../../../domain/commands/command-facts.ts";
import type { PlanOf } from "./light-input.ts";

/** While a command is open its end is also asked for, should the live link be down or a message be lost. */
const openEveryMs = 3_000;

export function useStreetLights(containerId: string) {
  return useCall(
    "getStreetLight",
    { containerId },
    {
      select: ({ data }: Answer<"getStreetLight">) => data,
      refetchInterval: ({ state }) =>
        state.data?.data.lights.some(({ last }) => last !== null && isOpen(last)) ? openEveryMs : tickMs,
    },
  );
}

export function useMaySetLights(): boolean {
  return useCan("setStreetLight");
}

export function useMayDimLights(): boolean {
  return useCan("setStreetLightLevel");
}

/** Sets the plans of these lights. @throws ApiError config_changed, config_on_trial, ... */
export async function savePlans(
  containerId: string,
  lights: readonly PlanOf[],
  seen?: StreetLights["seen"],
): Promise<void> {
  const plans = lights.map(({ light, plan }) => ({ light, ...plan, steps: [...plan.steps] }));
  try {
    await call("setStreetLight", { containerId, lights: plans, ...(seen && { seen }) });
  } finally {
    refresh("getStreetLight", "getConfiguration");
  }
}

/** Takes the lock of a light or releases it. @throws ApiError */
export async function setLightLock(
  containerId: string,
  light: PlanOf["light"],
  locked: boolean,
  reason?: string,
): Promise<void> {
  try {
    await call("setAdamLock", { containerId, light, locked, ...(reason !== undefined && { reason }) });
  } finally {
    refresh("getStreetLight", "commandList");
  }
}

/** Orders a level; done when the portal has taken the order. @throws ApiError */
export async function setLevel(containerId: string, light: PlanOf["light"], level: number): Promise<void> {
  try {
    await call("setStreetLightLevel", { containerId, light, level });
  } finally {
    refresh("getStreetLight", "commandList");
  }
}
