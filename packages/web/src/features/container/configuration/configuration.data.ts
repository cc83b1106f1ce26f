import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh, showAnswer } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";
import type { Seen } from "./setting-draft.ts";

/** What a container's controller is to run and runs. */
export function useConfiguration(containerId: string) {
  return useCall("getConfiguration", { containerId }, { select: ({ data }: Answer<"getConfiguration">) => data });
}

export function useMayConfigure(): boolean {
  return useCan("setConfiguration");
}

/**
 * Asks for whole sections.
 * @param seen What the change was made of: another version is refused.
 * @returns What whoever takes it back has seen.
 * @throws ApiError config_changed, config_on_trial, ...
 */
export async function saveSections(containerId: string, sections: ConfigDoc, seen?: Seen): Promise<Seen> {
  try {
    const answer = await call("setConfiguration", { containerId, ...(seen && { seen }), ...sections });
    showAnswer("getConfiguration", { containerId }, answer);
    return seenVersions(answer.data);
  } finally {
    refresh("getConfiguration");
  }
}

/** What a change is made of, so that one that was made meanwhile is not lost. */
export function seenVersions({ wanted, reported }: Record<"wanted" | "reported", { version: number } | null>) {
  return { wanted: wanted?.version ?? 0, reported: reported?.version ?? 0 };
}
