import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";

import { type Answer, call } from "../../../core/api/call.ts";
import { refresh, showAnswer } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useCan } from "../../../core/can/can.ts";

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
 * @throws ApiError config_changed, config_on_trial, ...
 */
export async function saveSections(containerId: string, sections: ConfigDoc, seen?: Configuration): Promise<void> {
  try {
    const versions = seen && { seen: seenVersions(seen) };
    showAnswer(
      "getConfiguration",
      { containerId },
      await call("setConfiguration", { containerId, ...versions, ...sections }),
    );
  } finally {
    refresh("getConfiguration");
  }
}

/** What a change is made of, so that one that was made meanwhile is not lost. */
export function seenVersions({ wanted, reported }: Record<"wanted" | "reported", { version: number } | null>) {
  return { wanted: wanted?.version ?? 0, reported: reported?.version ?? 0 };
}
