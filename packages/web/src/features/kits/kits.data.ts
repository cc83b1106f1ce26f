import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type Kit = Answer<"kitGet">["data"][number];

export function useKits() {
  return useCall("kitGet", {}, { select: ({ data }) => data });
}

export function useMayChangeKits(): boolean {
  return useCan("kitSet");
}

/** Makes a kit, or changes one. @throws ApiError, such as kit_name_used. */
export async function saveKit(id: string | undefined, kit: Input<"kitSet">): Promise<void> {
  await (id === undefined ? call("kitSet", kit) : call("kitUpdate", { id, ...kit }));
  refresh("kitGet");
}

/** @throws ApiError, such as kit_used. */
export async function deleteKit(id: string): Promise<void> {
  await call("kitDelete", { id });
  refresh("kitGet");
}
