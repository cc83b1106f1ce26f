import { tickMs } from "@offgrid/contract/core/constants";

import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";

export type DeviceType = Answer<"getDeviceTypes">["data"][number];
export type TypeInput = Omit<Input<"deviceTypeSave">, "revision">;
export type TestReadDevices = Answer<"getTestReadDevices">["data"];
export type TestRead = Answer<"getTestRead">["data"];
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

export function useMayTestRead(): boolean {
  return useCan("testReadDevice");
}

/** The devices of a container that can be read to try a type out; nothing is asked while no container is chosen. */
export function useTestReadDevices(typeId: string, containerId: string | undefined) {
  return useCall(
    "getTestReadDevices",
    { typeId, containerId: containerId ?? "" },
    { select: ({ data }) => data, enabled: containerId !== undefined, refetchInterval: tickMs },
  );
}

/** @returns the id of the test read. @throws ApiError, such as test_read_open. */
export async function askTestRead(input: Input<"testReadDevice">): Promise<string> {
  return (await call("testReadDevice", input)).data.testReadId;
}

const waitingEveryMs = 1_000;

/** A test read, asked for again until its device has answered or nobody waits any more. */
export function useTestRead(testReadId: string | undefined) {
  return useCall(
    "getTestRead",
    { testReadId: testReadId ?? "" },
    {
      select: (answer: Answer<"getTestRead">) => answer.data,
      enabled: testReadId !== undefined,
      refetchInterval: ({ state }) => (state.data?.data.state === "waiting" ? waitingEveryMs : false),
    },
  );
}
