import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import { controllerTarget, tickMs } from "@offgrid/contract/core/constants";
import { findOutput } from "@offgrid/contract/devices/output-kinds";
import type { PhaseNumber } from "@offgrid/contract/phase-control/phase-bounds";
import type { CallName } from "@offgrid/contract/registry";

import { type Answer, call } from "../../../core/api/call.ts";
import { queryClient } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import { isOpen } from "../../../domain/commands/command-facts.ts";

/** While a command is open its end is also asked for, should the live link be down or a message be lost. */
const openEveryMs = 3_000;

/** What can be switched in a container, with locks and last commands; live messages patch it. */
export function useOutputs(containerId: string) {
  return useCall(
    "outputList",
    { containerId },
    {
      select: (answer: Answer<"outputList">) => answer.data,
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ last }) => last !== null && isOpen(last)) ? openEveryMs : tickMs,
    },
  );
}

/** How many commands stand below the outputs. */
const lastCount = 10;

export function useLastCommands(containerId: string) {
  return useCall(
    "commandList",
    { filter: { containerId }, pageSize: lastCount },
    { select: (answer: Answer<"commandList">) => answer.data, refetchInterval: tickMs },
  );
}

export function useMayControl(): boolean {
  return useCan("setContainerControlAdam");
}

/** Orders an output to be switched; done when the portal has taken the order and the outputs say so. @throws ApiError */
export async function setSwitch(containerId: string, output: ContainerOutput, on: boolean): Promise<void> {
  const named = namedBy(output);
  await thenAgain(
    "phase" in named
      ? call("setPhase", { containerId, ...named, on })
      : call("setContainerControlAdam", { containerId, ...named, on }),
  );
}

/** Lets a relay run for a while although load protection keeps it off, as `setSwitch`. @throws ApiError */
export async function runInEmergency(
  containerId: string,
  relay: number,
  minutes: number,
  reason: string,
): Promise<void> {
  await thenAgain(call("emergencyRun", { containerId, relay, minutes, reason }));
}

/** Takes the lock of an output or releases it, as `setSwitch`. @throws ApiError */
export async function setLock(
  containerId: string,
  output: ContainerOutput,
  locked: boolean,
  reason?: string,
): Promise<void> {
  const why = reason === undefined ? {} : { reason };
  await thenAgain(call("setAdamLock", { containerId, ...namedBy(output), locked, ...why }));
}

/** How calls name an output. */
function namedBy({ target, number }: ContainerOutput): { relay: number } | { phase: PhaseNumber } {
  return findOutput(target)?.kind === "phase" ? { phase: number as PhaseNumber } : { relay: number };
}

/** The last restart of the controller that somebody asked for; null: nobody has. */
export function useLastReboot(containerId: string) {
  return useCall(
    "commandList",
    { filter: { containerId, target: controllerTarget }, pageSize: 1 },
    {
      select: ({ data: [last] }: Answer<"commandList">) => ({ last: last ?? null }),
      refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? openEveryMs : tickMs),
    },
  );
}

export function useMayReboot(): boolean {
  return useCan("rebootContainer");
}

/** As `setSwitch`. @throws ApiError */
export async function rebootController(containerId: string, reason: string): Promise<void> {
  await thenAgain(call("rebootContainer", { containerId, reason }));
}

const shown: readonly CallName[] = ["outputList", "commandList"];

/** Also after a refusal: what was in the way may be news. */
async function thenAgain(order: Promise<unknown>): Promise<void> {
  try {
    await order;
  } finally {
    await Promise.all(shown.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
  }
}
