import { localDay } from "@offgrid/contract/core/zone-time";

/** Local days by zone, as last asked for: a list needs the same few a thousand times, and each answer of Intl is slow. */
const days = new Map<string, ReturnType<typeof localDay>>();
const mostDays = 1_000;

/**
 * The present instant as a pure function is given it. It notes until when its answers stay as they are, so whatever was
 * computed from them can be kept until then, and no rule about time is written twice.
 */
export class Now {
  /** Whatever uses this directly, in place of the methods, must say itself when that changes (`changesAt`). */
  readonly ms: number;
  #untilMs = Infinity;

  /** @param ms Epoch ms. */
  constructor(ms: number) {
    this.ms = ms;
  }

  /** All answers so far are the same at every instant from now up to and without this one, epoch ms. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** Has this instant come? It has at the instant itself. */
  hasCome(atMs: number): boolean {
    if (atMs <= this.ms) return true;
    this.changesAt(atMs);
    return false;
  }

  /** The calendar day in a zone, YYYY-MM-DD. */
  date(zone: string): string {
    let day = days.get(zone);
    if (!day || this.ms < day.startMs || this.ms >= day.endMs) {
      if (days.size >= mostDays) days.clear();
      days.set(zone, (day = localDay(zone, this.ms)));
    }
    this.changesAt(day.endMs);
    return day.date;
  }

  /** @param atMs A coming instant. */
  changesAt(atMs: number): void {
    if (atMs < this.#untilMs) this.#untilMs = atMs;
  }
}
