/** Someone who touched nothing for this long may have gone: what the page asks then is its own doing. */
export const awayAfterMs = 60_000;

let lastUseMs = Date.now();

/** Notes each key, pointer and wheel; called once, by the program's start. Opening the page is a use, too. */
export function watchPresence(): void {
  const note = () => (lastUseMs = Date.now());
  for (const sign of ["keydown", "pointerdown", "pointermove", "wheel"]) {
    window.addEventListener(sign, note, { capture: true, passive: true });
  }
}

/** Is someone at the page? Calls made while nobody is say so, and then prolong no session (quality.md, section 3). */
export function isSomeoneThere(nowMs = Date.now()): boolean {
  return isPresent(nowMs, lastUseMs);
}

export function isPresent(nowMs: number, lastSeenMs: number): boolean {
  return nowMs - lastSeenMs < awayAfterMs;
}
