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

/** A frame of a sender without a birth that came late, and how late. */
export interface LateFrame {
  atMs: number;
  offsetS: number;
}

/** Frames that wait for a link come later by less and less; a wrong clock is off by the same all the time. */
const sameLagS = 5;
const longEnoughMs = 30_000;

/**
 * A sender that announces nothing shows its clock only by its frames. A late one may have waited; frames that stay late
 * by the same while their times go on have not.
 * @param first The late frame that others are compared with.
 * @returns the frame to compare the next one with, and the offset where it is certain.
 */
export function followLate(
  first: LateFrame | undefined,
  late: LateFrame,
): { first: LateFrame; offsetS: number | undefined } {
  if (!first || Math.abs(first.offsetS - late.offsetS) > sameLagS) return { first: late, offsetS: undefined };
  return { first, offsetS: late.atMs - first.atMs >= longEnoughMs ? late.offsetS : undefined };
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
