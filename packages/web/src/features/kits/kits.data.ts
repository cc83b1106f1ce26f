import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type Kit = Answer<"kitGet">["data"][number];
export type KitChange = Answer<"kitPreview">["data"][number];

export function useKits() {
  return useCall("kitGet", {}, { select: ({ data }) => data });
}

export function useMayChangeKits(): boolean {
  return useCan("kitSet");
}

/** Kits are given by those who may also set by hand what forecasts count with. */
export function useMayApplyKits(): boolean {
  const [mayApply, mayConfigure] = [useCan("kitApply"), useCan("setForecast")];
  return mayApply && mayConfigure;
}

/** What giving it would change. */
export function usePreview(id: string, containerIds: readonly string[]) {
  return useCall("kitPreview", { id, containerIds: [...containerIds] }, { enabled: containerIds.length > 0 });
}

/** @throws ApiError template_changed where the kit is not as the preview showed it any more. */
export async function applyKit(input: Input<"kitApply">): Promise<void> {
  try {
    await call("kitApply", input);
  } finally {
    refresh("kitGet", "kitPreview", "containerGet", "getSolcastQuery", "getBlackoutForecast");
  }
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
