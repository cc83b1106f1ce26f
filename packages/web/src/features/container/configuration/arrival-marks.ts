/** What is to be said of when the last readings of a container came. Pure. */
import type { Arrival } from "@offgrid/contract/offline-setting/offline-setting.calls";

/** On time, after a gap in which others were expected, or sent long after it was measured. */
export type ArrivalMark = "onTime" | "afterGap" | "sentLater";

export interface MarkedArrival {
  atMs: number;
  receivedMs: number;
  /** Since the one before it was measured; undefined: which one that was is not known. */
  gapMs: number | undefined;
  mark: ArrivalMark;
}

/** So many intervals make a gap, as they make a value late. */
export const intervalsToGap = 2;
/** What a slow link takes is no delay worth a word. */
const leastMs = 5_000;

/**
 * @param arrivals Newest first.
 * @param everyS The interval at which the container measures, s.
 */
export function markArrivals(arrivals: readonly Arrival[], everyS: number): MarkedArrival[] {
  const longestMs = Math.max(intervalsToGap * everyS * 1000, leastMs);
  return arrivals.map(({ at, receivedAt }, place) => {
    const [atMs, receivedMs] = [Date.parse(at), Date.parse(receivedAt)];
    const before = arrivals[place + 1];
    const gapMs = before && atMs - Date.parse(before.at);
    const isSentLater = receivedMs - atMs > longestMs;
    const isAfterGap = gapMs !== undefined && gapMs > longestMs;
    return { atMs, receivedMs, gapMs, mark: isSentLater ? "sentLater" : isAfterGap ? "afterGap" : "onTime" };
  });
}
