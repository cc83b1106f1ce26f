/** The portal's clock as it was last told, in two ways: for what this clock measures, and for what must never be late. */
export class PortalClock {
  /** The portal's clock minus this one; undefined before the portal has sent its time. */
  offsetMs: number | undefined;
  #startMs: number | undefined;

  /** @param localNowMs This machine's clock at the same moment. */
  set(portalNowMs: number, localNowMs: number): void {
    this.offsetMs = portalNowMs - localNowMs;
    this.#startMs = portalNowMs - performance.now();
  }

  /**
   * Goes on evenly, also while this machine's clock is being set.
   * @returns Epoch ms; undefined before the portal has sent its time.
   */
  now(): number | undefined {
    return this.#startMs === undefined ? undefined : this.#startMs + performance.now();
  }
}
