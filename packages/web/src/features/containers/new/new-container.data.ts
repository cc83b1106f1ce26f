import { tickMs } from "@offgrid/contract/core/constants";

import { ApiError, type ApiErrorCode } from "../../../core/api/api-error.ts";
import { type Answer, type Input, call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useLiveContainer } from "../../../core/live/live.ts";

import { firstContact, isComplete } from "./first-contact-facts.ts";

/** What the portal gives once a container is registered. */
export type Registered = Answer<"registerNewContainer">["data"];

/** Its first messages are waited for by somebody beside it. */
const firstContactMs = 3_000;

/** @throws ApiError, such as serial_used. */
export async function register(container: Input<"registerNewContainer">): Promise<Registered> {
  const { data } = await call("registerNewContainer", container);
  refresh("getSites", "getSitesV2", "clusterList");
  return data;
}

/** @throws ApiError serial_used or uuid_used where a container that the person sees has it. */
export async function mustBeUnused({ serialNumber, uuid }: { serialNumber: string; uuid: string }): Promise<void> {
  if (await isFound(call("uuidGet", { serialNumber }))) throw refusal("serial_used");
  if (uuid !== "" && (await isFound(call("containerIdGet", { uuid })))) throw refusal("uuid_used");
}

async function isFound(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return false;
    throw error;
  }
}

function refusal(code: ApiErrorCode): ApiError {
  return new ApiError({ code, status: 409, message: code });
}

/** The time zone of a place; undefined while there is none, or it is not known yet. */
export function useZoneAt(location: Input<"zoneGet">["location"] | undefined): string | undefined {
  const { data } = useCall(
    "zoneGet",
    { location: location ?? { lat: 0, long: 0 } },
    { enabled: location !== undefined, staleTime: Infinity, select: ({ data: found }) => found.zoneName },
  );
  return location && data;
}

/** The clusters to choose from; undefined until they are known. */
export function useClusterChoices() {
  return useCall("clusterList", {}, { select: ({ data }) => data }).data;
}

/** The kits to choose from; undefined until they are known. */
export function useKitChoices() {
  return useCall("kitGet", {}, { select: ({ data }) => data }).data;
}

/** A container of which nothing may have been received yet: asked for often until all of it is there. */
export function useFirstContact(containerId: string) {
  const info = useCall(
    "getContainerInfoV4",
    { containerId },
    {
      refetchInterval: ({ state }) =>
        state.data && isComplete(firstContact(state.data.data)) ? tickMs : firstContactMs,
      select: ({ data }) => data,
    },
  );
  const { refetch } = info;
  // Whoever watches is sent each frame at once, also the first.
  useLiveContainer(info.data?.containerId, { onSnapshot: () => {}, onChange: () => void refetch() });
  return info;
}
