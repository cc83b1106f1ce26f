import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type DeviceType = Answer<"getDeviceTypes">["data"][number];
export type TypeInput = Omit<Input<"deviceTypeSave">, "revision">;
export type TypesPreview = Answer<"deviceTypeImport">["data"];

export function useDeviceTypes() {
  return useCall("getDeviceTypes", {}, { select: ({ data }) => data });
}

export function useMayChangeTypes(): boolean {
  return useCan("deviceTypeSave");
}

/** @param revision The one that was changed; 0: it is new. @throws ApiError, such as device_type_changed. */
export async function saveType(type: TypeInput, revision: number): Promise<void> {
  await call("deviceTypeSave", { ...type, revision });
  refresh("getDeviceTypes");
}

/** @throws ApiError, such as device_type_used. */
export async function deleteType({ id, revision }: Pick<DeviceType, "id" | "revision">): Promise<void> {
  try {
    await call("deviceTypeDelete", { id, revision });
  } finally {
    refresh("getDeviceTypes");
  }
}

/** What a file would do. @throws ApiError */
export async function previewFile(text: string): Promise<TypesPreview> {
  return (await call("deviceTypeImport", { text })).data;
}

/** Does what was shown and chosen of it, and nothing else. @throws ApiError, such as device_type_changed. */
export async function storeFile(text: string, { types }: TypesPreview, only: readonly string[]): Promise<void> {
  const seen = Object.fromEntries(types.map(({ id, revision }) => [id, revision]));
  try {
    await call("deviceTypeImport", { text, dryRun: false, only: [...only], seen });
  } finally {
    refresh("getDeviceTypes");
  }
}
