/** What messages tell of a controller's clock, in seconds that it is ahead of the portal's. Pure but for `heardMs`. */
import { liveWindowMs } from "@offgrid/contract/core/constants";

import type { UpMessage } from "../../core/broker.types.ts";
import { isImpossible } from "./frame-message.ts";

/** When a message came in, by the portal's clock; it may have waited for the database since. */
export function heardMs(message: UpMessage, nowMs: number): number {
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
 * @param mayBeLive The frames were sent as those of now.
 * @returns null: the clock is right; undefined: nothing can be told, since what is old may have waited.
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
