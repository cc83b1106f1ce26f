import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { type ContainerAutomations, useAutomations } from "../../domain/automations/automations.data.ts";

export type SavedAutomation = Answer<"automationSave">["data"];
export type DryRun = Answer<"automationRun">["data"];
export type Conflict = DryRun["conflicts"][number];

export function useMayAutomate(): boolean {
  return useCan("automationSave");
}

export type Seen = NonNullable<Input<"automationSave">["seen"]>;

/** What a change is made of, so that one that was made meanwhile is not lost. */
export function seenOf({ wanted, reported }: Pick<ContainerAutomations, "wanted" | "reported">): Seen {
  return { wanted: wanted?.version ?? 0, reported: reported?.version ?? 0 };
}

/** Makes an automation, or changes one. @throws ApiError config_changed, bad_input with its fields, ... */
export async function saveAutomation(input: Input<"automationSave">): Promise<SavedAutomation> {
  try {
    return (await call("automationSave", input)).data;
  } finally {
    refresh("automationList", "getConfiguration");
  }
}

/** @throws ApiError config_changed, ... */
export async function deleteAutomation(input: Input<"automationDelete">): Promise<void> {
  try {
    await call("automationDelete", input);
  } finally {
    refresh("automationList", "getConfiguration");
  }
}

/** What the editor needs of a container: its readings, its outputs, and the automations that it has. */
export function useAutomated(containerId: string) {
  const info = useCall("getContainerInfoV4", { containerId }, { select: ({ data }) => data });
  const outputs = useCall("outputList", { containerId }, { select: ({ data }) => data });
  const automations = useAutomations(containerId);
  const all = [info, outputs, automations];
  return {
    data:
      info.data && outputs.data && automations.data
        ? { info: info.data, outputs: outputs.data.map(({ target }) => target), own: automations.data[0] }
        : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    isPending: all.some(({ isPending }) => isPending),
    // Only the first answer is worth a sign of waiting.
    isFetching: all.some(({ isPending }) => isPending),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  };
}
