import { useCall } from "../../core/api/use-call.ts";
import { receivedMs, useIsLastKnown } from "../../core/live/live.ts";

export interface WallAge {
  /** When anything came last, epoch ms; 0: never. */
  sinceMs: number;
  /** Nothing comes any more: all that is shown is what was known then. */
  isOld: boolean;
}

/** How old what a wall shows is. @param isOver The session has ended. */
export function useWallAge(now: number, isOver: boolean): WallAge {
  const isLastKnown = useIsLastKnown();
  const { dataUpdatedAt, error } = useCall("getSitesV2", {});
  const cameMs = Math.max(dataUpdatedAt, receivedMs() ?? 0);
  return { sinceMs: Math.min(now, cameMs), isOld: isOver || isLastKnown || error !== null };
}
