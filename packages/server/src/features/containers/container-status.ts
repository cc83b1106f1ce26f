import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";
import { justOfflineMs, silentAfterMs } from "@offgrid/contract/core/constants";

import type { Now } from "../../core/now.ts";

/** What is stored about a container's link. */
export interface LinkState {
  /** Its session at the broker is up, as far as the database knows; stays so when the portal itself dies. */
  linked: boolean;
  /** The last sign of life; refreshed at least twice in `silentAfterMs` while a session is up, also without messages. */
  lastContactAt: Date | null;
}

/**
 * Online, just offline (seen in the last 15 minutes) or offline. A start of the portal changes no state by itself: for
 * `silentAfterMs` a container that was linked stays so, then its last contact decides (quality.md 2.8).
 */
export function containerStatus(link: LinkState, now: Now, portalStartedAtMs: number): ContainerStatus {
  if (!link.lastContactAt) return "offline";
  const lastMs = link.lastContactAt.getTime();
  const silentFromMs = Math.max(lastMs, portalStartedAtMs) + silentAfterMs;
  if (link.linked && !now.hasCome(silentFromMs)) return "online";
  return now.hasCome(lastMs + justOfflineMs) ? "offline" : "just_offline";
}
