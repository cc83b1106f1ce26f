import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import { dayOf, emptyDay, quarterMs, replaceQuarters, summarise } from "../quarter-hours.ts";
import * as rollups from "./rollups.store.ts";
import { type Instant, readSpans } from "../tiers/samples.store.ts";
import type { JobKind } from "../../jobs/job.ts";
import { untilIdle } from "../../jobs/until-idle.ts";

const daysPerTurn = 20;
/** Today changes all the time: its row is written this often, and anything newer is answered from frames. */
const todayMs = 30 * 60_000;
/** A quarter hour of today counts as over this long after its end; later frames mark it again. */
const lateMs = 2 * 60_000;
/** Frames of this many quarter hours are in memory at once. */
const quartersPerRead = 24;

export interface RollupPace {
  everyMs: number;
  /** Frames of a past day mostly come in many messages: how long to wait for the rest of them. */
  quietMs: number;
}

export const unhurried: RollupPace = { everyMs: 10_000, quietMs: 60_000 };

/**
 * Summarises quarter hours that frames were written to. The work to do is recorded in the database, so a restart loses
 * nothing.
 */
export class RollupWorker {
  readonly counts = { days: 0, overtaken: 0 };
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #isIngestBehind: () => boolean;
  readonly #pace: RollupPace;

  constructor(db: Db, clock: Clock, isIngestBehind: () => boolean, pace: RollupPace = unhurried) {
    this.#db = db;
    this.#clock = clock;
    this.#isIngestBehind = isIngestBehind;
    this.#pace = pace;
  }

  get job(): JobKind {
    return { name: "rollups", everyMs: this.#pace.everyMs, run: ({ signal }) => this.#workOff(signal) };
  }

  /**
   * Summarises what is due, or everything that is marked by now.
   * @param signal When aborted, this ends after the day that is being summarised.
   * @returns whether there may be more.
   */
  async work(isAll = false, signal?: AbortSignal): Promise<boolean> {
    const nowMs = this.#clock.now();
    const today = dayOf(nowMs);
    const due = isAll
      ? { today: today + 2, sinceMs: nowMs, todaySinceMs: nowMs }
      : { today, sinceMs: nowMs - this.#pace.quietMs, todaySinceMs: nowMs - todayMs };
    const days = await rollups.listDue(this.#db, due, daysPerTurn);
    let settled = 0;
    for (const day of days) {
      if (signal?.aborted || this.#isIngestBehind()) return false;
      const isOver = (quarter: number) => rollups.quarterStart(day.day, quarter + 1) + lateMs <= nowMs;
      const quarters = isAll ? day.quarters : day.quarters.filter(isOver);
      if (await this.#settle({ ...day, quarters }, nowMs)) settled++;
      else this.counts.overtaken++;
    }
    this.counts.days += settled;
    return days.length === daysPerTurn && settled > 0;
  }

  async #workOff(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#isIngestBehind() && (await this.work(false, signal))) await untilIdle();
  }

  async #settle(day: rollups.DirtyDay, nowMs: number): Promise<boolean> {
    const powers = await rollups.listPowerSlots(this.#db, day.containerId);
    const fresh = new Map([...powers.keys()].map((slot) => [slot, emptyDay()]));
    for (let first = 0; first < day.quarters.length; first += quartersPerRead) {
      const quarters = day.quarters.slice(first, first + quartersPerRead);
      const numbers = quarters.map((quarter) => rollups.quarterStart(day.day, quarter) / quarterMs);
      const instants = await readSpans(this.#db, day.containerId, rollups.spansOf(numbers));
      let from = 0;
      for (const quarter of quarters) {
        const startMs = rollups.quarterStart(day.day, quarter);
        let to = from;
        while (to < instants.length && (instants[to] as Instant).atMs < startMs + quarterMs) to++;
        const inside = instants.slice(from, to);
        from = to;
        const atMs = inside.map((instant) => instant.atMs);
        for (const [slot, metricDay] of fresh) {
          summarise(
            metricDay,
            quarter,
            startMs,
            atMs,
            inside.map(({ values }) => values[slot - 1]),
          );
        }
      }
      await untilIdle();
    }
    return rollups.settleDay(this.#db, day, powers, nowMs, (slot, known) => {
      const summarised = fresh.get(slot);
      if (!summarised) return known;
      if (!known) return summarised.counts.some((count) => count > 0) ? summarised : undefined;
      replaceQuarters(known, summarised, day.quarters);
      return known;
    });
  }
}
