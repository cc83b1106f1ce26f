/** A controller's clock as its messages show it, in seconds ahead of the portal's. Pure but for `receivedAtMs`. */
import { liveWindowMs } from "@offgrid/contract/core/constants";

import type { UpMessage } from "../../broker/broker.types.ts";
import { isImpossible } from "./frame-message.ts";

/** When a message arrived, by the portal's clock; it may have waited for the database since. */
export function receivedAtMs(message: UpMessage, nowMs: number): number {
  return nowMs - (performance.now() - message.arrivedMs);
}

/**
 * @param ts What the clock shows.
 * @returns undefined: so little that its frames are live.
 */
export function clockOffsetS(ts: number, nowMs: number): number | undefined {
  const isRight = ts >= nowMs - liveWindowMs.past && ts <= nowMs + liveWindowMs.future;
  return isRight ? undefined : (ts - nowMs) / 1_000;
}

/**
 * @param newestMs Newest time of the frames of a message.
 * @param mayBeLive The frames were sent as current ones.
 * @returns null: the clock is right; undefined: unknown, since old frames may have waited.
 */
export function clockOfFrames(
  newestMs: number | undefined,
  nowMs: number,
  mayBeLive: boolean,
): number | null | undefined {
  if (newestMs === undefined) return undefined;
  const offsetS = clockOffsetS(newestMs, nowMs);
  if (offsetS === undefined) return mayBeLive ? null : undefined;
  return offsetS > 0 || (mayBeLive && isImpossible(newestMs, nowMs)) ? offsetS : undefined;
}
