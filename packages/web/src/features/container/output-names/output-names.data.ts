import type { NamedOutput } from "@offgrid/contract/output-names/output-names";

import { call } from "../../../core/api/call.ts";
import { refresh } from "../../../core/api/query-client.ts";
import { useCan } from "../../../core/can/can.ts";
import { namesShown } from "../../../domain/output-names/names-shown.ts";

export function useMayName(): boolean {
  return useCan("saveOutputNames");
}

/** @throws ApiError bad_input with its fields. */
export async function saveOutputNames(containerId: string, outputs: NamedOutput[]): Promise<void> {
  await call("saveOutputNames", { containerId, outputs });
  refresh(...namesShown);
}
