/**
 * Relays and what they feed wear out by switching: one that was switched this often within an hour is switched on by nothing
 * until the first of these is an hour ago. Switching it off is always allowed. Pure.
 */
export const mostSwitchings = 12;
export const wearSpanMs = 3_600_000;

/** The switchings that still count, oldest first. A clock that was set back makes none of them last longer. */
export function recentSwitchings(switchedAtMs: readonly number[], nowMs: number): number[] {
  return switchedAtMs
    .map((atMs) => Math.min(atMs, nowMs))
    .filter((atMs) => atMs > nowMs - wearSpanMs)
    .toSorted((one, other) => one - other)
    .slice(-2 * mostSwitchings);
}

/** Until when nothing switches it on, epoch ms; undefined: it was not switched that often. */
export function restsUntilMs(switchedAtMs: readonly number[], nowMs: number): number | undefined {
  const oldest = recentSwitchings(switchedAtMs, nowMs).at(-mostSwitchings);
  return oldest === undefined ? undefined : oldest + wearSpanMs;
}
