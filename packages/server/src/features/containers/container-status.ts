import { silentAfterMs } from "@offgrid/contract/core/constants";
import type { ContainerStatus } from "@offgrid/contract/containers/containers.schema";

import type { Now } from "../../core/now.ts";

/** What is stored about a container's link. */
export interface LinkState {
  /** Its session at the broker is up, as far as the database knows; stays so when the portal itself dies. */
  linked: boolean;
  /** The last sign of life; refreshed at least twice in the shortest `offlineAfterS` while a session is up, also without messages. */
  lastContactAt: Date | null;
  /** Silence after which it counts as lost, as people have set it. */
  offlineAfterS: number;
  /** Silence up to which one that is lost is just offline. */
  justOfflineS: number;
}

/**
 * Online, just offline (seen a short time ago) or offline. A start of the portal changes no state by itself: a
 * container that was linked stays so for the usual silence, then its last contact decides (quality.md 2.8). Whoever grants
 * more silence grants it to links that are up, and the start has ended them all.
 */
export function containerStatus(link: LinkState, now: Now, portalStartedAtMs: number): ContainerStatus {
  if (!link.lastContactAt) return "offline";
  const lastMs = link.lastContactAt.getTime();
  const isSeenSinceStart = lastMs >= portalStartedAtMs;
  const silentFromMs = isSeenSinceStart ? lastMs + link.offlineAfterS * 1000 : portalStartedAtMs + silentAfterMs;
  if (link.linked && !now.hasCome(silentFromMs)) return "online";
  return now.hasCome(lastMs + link.justOfflineS * 1000) ? "offline" : "just_offline";
}
