import { staleAfterMs } from "@offgrid/contract/core/constants";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";

import { atMs } from "../../../domain/containers/container-facts.ts";

/**
 * Is the age of a value that of the last contact with a container that is away? That one is said once, above all figures;
 * only a value that is clearly older has an age of its own.
 * @param measuredMs Epoch ms.
 */
export function isAgeOfContact(
  { status, lastSeen, everyS }: Pick<ContainerInfoV4, "status" | "lastSeen" | "everyS">,
  measuredMs: number | undefined,
): boolean {
  const seenMs = atMs(lastSeen);
  if (status === "online" || seenMs === undefined || measuredMs === undefined) return false;
  return Math.abs(seenMs - measuredMs) <= staleAfterMs(everyS);
}
