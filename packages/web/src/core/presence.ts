/** A person who has touched nothing for this long may have gone: from then on calls count as the page's own. */
export const awayAfterMs = 60_000;

let lastUseMs = Date.now();

/**
 * Records each key, pointer and wheel event; called once, at the program's start. Opening the page counts as use too.
 */
export function watchPresence(): void {
  const note = () => (lastUseMs = Date.now());
  for (const sign of ["keydown", "pointerdown", "pointermove", "wheel"]) {
    window.addEventListener(sign, note, { capture: true, passive: true });
  }
}

/**
 * Is someone at the page? Calls made while nobody is there are marked, and do not prolong the session (quality.md,
 * section 3).
 */
export function isSomeoneThere(nowMs = Date.now()): boolean {
  return isPresent(nowMs, lastUseMs);
}

export function isPresent(nowMs: number, lastSeenMs: number): boolean {
  return nowMs - lastSeenMs < awayAfterMs;
}
