/** What this machine's own clock may go wrong by, and what a message may take without being late. */
const driftShare = 200e-6;
const marginMs = 2_000;

/** The portal's clock as it was last told, in two ways: for what this clock measures, and for what must never be late. */
export class PortalClock {
  /** The portal's clock minus this one; undefined before the portal has sent its time. */
  offsetMs: number | undefined;
  /** The portal's clock minus the even one, and when that was told. */
  #startMs: number | undefined;
  #setAtMs = 0;
  /** What an earlier message said that was not believed. */
  #doubtedMs: number | undefined;

  /**
   * A message may have waited on a link that stalled, but none comes before its time: one that is behind what is known is
   * late, and would let commands be carried out that are over. The portal's clock was really set back where the next
   * message says the same.
   * @param localNowMs This machine's clock at the same moment.
   * @param evenMs A clock that is never set, at the same moment.
   */
  set(portalNowMs: number, localNowMs: number, evenMs = performance.now()): void {
    const startMs = portalNowMs - evenMs;
    const toleratedMs = marginMs + (evenMs - this.#setAtMs) * driftShare;
    const isBehind = this.#startMs !== undefined && startMs < this.#startMs - toleratedMs;
    const isConfirmed = this.#doubtedMs !== undefined && Math.abs(startMs - this.#doubtedMs) <= toleratedMs;
    if (isBehind && !isConfirmed) {
      this.#doubtedMs = startMs;
      return;
    }
    this.offsetMs = portalNowMs - localNowMs;
    this.#startMs = startMs;
    this.#setAtMs = evenMs;
    this.#doubtedMs = undefined;
  }

  /**
   * Goes on evenly, also while this machine's clock is being set.
   * @param evenMs As for `set`.
   * @returns Epoch ms; undefined before the portal has sent its time.
   */
  now(evenMs = performance.now()): number | undefined {
    return this.#startMs === undefined ? undefined : this.#startMs + evenMs;
  }
}
