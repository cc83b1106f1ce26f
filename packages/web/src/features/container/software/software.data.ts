import { tickMs } from "@offgrid/contract/core/constants";
import { isUpgradeOver } from "@offgrid/contract/upgrades/upgrade-moves";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";

export type Upgrades = Answer<"containerUpgradeList">;
export type Release = NonNullable<Answer<"getNewestContainerVersion">["data"]>;

/** While an upgrade is under way its steps are also asked for, should the live link be down or a message be lost. */
const openEveryMs = 5_000;

/** What a container runs, its upgrades, and what another one would wait for. */
export function useUpgrades(containerId: string) {
  return useCall(
    "containerUpgradeList",
    { containerId },
    {
      refetchInterval: ({ state }) =>
        state.data?.data.some((one) => !isUpgradeOver(one.state)) ? openEveryMs : tickMs,
    },
  );
}

/** The newest release; `null` where there is none. */
export function useNewestRelease() {
  return useCall("getNewestContainerVersion", {}, { select: (answer: Answer<"getNewestContainerVersion">) => answer });
}

export function useMayUpgrade(): boolean {
  return useCan("upgradeContainer");
}

/** @param when Not before this, epoch ms; undefined: as soon as it can be. @throws ApiError @throws Declined */
export async function askForUpgrade(containerId: string, version: string, when: number | undefined): Promise<void> {
  const planned = when === undefined ? {} : { when: new Date(when).toISOString() };
  await thenAgain(call("upgradeContainer", { containerId, version, ...planned }));
}

/** @throws ApiError upgrade_begun */
export async function withdrawUpgrade(upgradeId: string): Promise<void> {
  await thenAgain(call("upgradeCancel", { upgradeId }));
}

/** @throws ApiError upgrade_begun @throws Declined */
export async function loadOverBundle(upgradeId: string, reason: string): Promise<void> {
  await thenAgain(call("upgradeOverBundle", { upgradeId, reason }));
}

/** Also after a refusal: what was in the way may be news. */
async function thenAgain(order: Promise<unknown>): Promise<void> {
  try {
    await order;
  } finally {
    refresh("containerUpgradeList");
  }
}
