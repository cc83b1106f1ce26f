/** Watches the numbers of a controller's messages for gaps. Pure but for its own state. */

/** A gap older than this asks for a birth (protocol.md, rule 2). */
const overdueAfterMs = 5_000;
const longestHole = 1_000;

export class SequenceWatch {
  #boot: string | undefined;
  #newest = -1;
  readonly #missing = new Map<number, number>();

  /** Records a message. A message of another run starts over. */
  note(boot: string, seq: number, nowMs: number): void {
    if (boot !== this.#boot) {
      this.#boot = boot;
      this.#missing.clear();
      this.#newest = seq;
      return;
    }
    this.#missing.delete(seq);
    for (let hole = Math.max(this.#newest + 1, seq - longestHole); hole < seq; hole++) this.#missing.set(hole, nowMs);
    this.#newest = Math.max(this.#newest, seq);
  }

  /** Records a number that may or may not be of the same count: it fills a gap or is the next one, but opens none. */
  noteOther(boot: string, seq: number, nowMs: number): void {
    if (boot === this.#boot && seq <= this.#newest + 1) this.note(boot, seq, nowMs);
  }

  /** Has a number been missing for more than five seconds? True once for each gap. */
  isGapOverdue(nowMs: number): boolean {
    let isOverdue = false;
    for (const [seq, sinceMs] of this.#missing) {
      if (nowMs - sinceMs <= overdueAfterMs) continue;
      isOverdue = true;
      this.#missing.delete(seq);
    }
    return isOverdue;
  }
}
