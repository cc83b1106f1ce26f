import type { CommandGroup } from "@offgrid/contract/commands/command-groups.calls";

import { type Answer, call } from "../../core/api/call.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { isOpen } from "../../domain/commands/command-facts.ts";

/** One relay of several containers. */
export interface GroupOrder {
  containers: string[];
  relay: number;
  on: boolean;
}
export type GroupPreview = Answer<"commandGroupPreview">["data"];

const runningEveryMs = 1_000;

export function useMayGroup(): boolean {
  return useCan("commandGroupStart");
}

/** A group command; asked for again while anything of it is under way. */
export function useGroup(groupId: string) {
  return useCall(
    "commandGroupGet",
    { groupId },
    {
      select: (answer: Answer<"commandGroupGet">) => answer.data,
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? runningEveryMs : false),
    },
  );
}

function isUnderWay({ state, members }: CommandGroup): boolean {
  return state === "running" || members.some(({ command }) => command !== null && isOpen(command));
}

/** @throws ApiError */
export async function previewGroup(order: GroupOrder): Promise<GroupPreview> {
  return (await call("commandGroupPreview", order)).data;
}

/** @returns its id. @throws ApiError */
export async function startGroup(order: GroupOrder): Promise<string> {
  return (await call("commandGroupStart", order)).data.groupId;
}

/** @throws ApiError */
export async function cancelGroup(groupId: string): Promise<void> {
  await call("commandGroupCancel", { groupId });
  await queryClient.invalidateQueries({ queryKey: ["commandGroupGet"] });
}
