import { earliestFrameMs } from "@offgrid/contract/core/constants";
import type { Logger } from "pino";

import type { Clock } from "../../core/clock.ts";
import { type Db, isDatabaseAway } from "../../core/db.ts";
import { ensureMonths } from "./partitions.store.ts";
import { dayMs, dayOf } from "../quarter-hours.ts";
import { dropReplaced } from "./replace.store.ts";
import * as retention from "./retention.store.ts";
import type { ContainerDay } from "../rollups/rollups.store.ts";
import * as sealing from "./sealed-days.store.ts";
import type { JobKind } from "../../jobs/job.ts";
import { untilIdle } from "../../jobs/until-idle.ts";
import { type RollupPace, unhurried } from "../rollups/rollup-worker.ts";

export interface TierSettings extends retention.Retention {
  /** A day is sealed this long after its end and after its last late frame was summarised; s. */
  sealAfterS: number;
}

const daysPerTurn = 20;
const longestPauseMs = 30_000;
const shortestPauseMs = 250;
const keepEveryMs = 10 * 60_000;

/** How soon quarter hours are summarised, so that days can be sealed without delay where that is set. */
export function rollupPace({ sealAfterS }: Pick<TierSettings, "sealAfterS">): RollupPace {
  const quietMs = Math.min(unhurried.quietMs, sealAfterS * 1_000);
  return { quietMs, everyMs: Math.min(unhurried.everyMs, Math.max(shortestPauseMs, quietMs)) };
}

/**
 * Moves readings from tier to tier: seals past days, makes partitions ahead and drops what is past its retention. The
 * work to do is recorded in the database, and each step is one transaction, so a kill leaves nothing half done.
 */
export class TierWorker {
  readonly counts = { sealed: 0, failed: 0, droppedMonths: 0, differing: 0 };
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #settings: TierSettings;
  readonly #isIngestBehind: () => boolean;
  #keptFromMs = earliestFrameMs;

  constructor(db: Db, clock: Clock, log: Logger, settings: TierSettings, isIngestBehind: () => boolean) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#settings = settings;
    this.#isIngestBehind = isIngestBehind;
  }

  /** Frames before this are not accepted. Known after `load`; it rises by itself, whichever process drops readings. */
  get keptFromMs(): number {
    return Math.max(this.#keptFromMs, (dayOf(this.#clock.now()) - this.#settings.rawDays) * dayMs);
  }

  async load(): Promise<void> {
    this.#keptFromMs = await retention.keptFromMs(this.#db, this.#settings, this.#clock.now());
  }

  get jobs(): JobKind[] {
    const sealEveryMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, this.#settings.sealAfterS * 1_000));
    return [
      { name: "sealing", everyMs: sealEveryMs, run: ({ signal }) => this.#sealAll(signal) },
      { name: "retention", everyMs: keepEveryMs, run: ({ signal }) => this.keep(signal) },
    ];
  }

  /**
   * Seals some of the days that are due.
   * @param signal When aborted, this ends after the day that is being sealed.
   * @returns whether there may be more.
   */
  async seal(signal?: AbortSignal): Promise<boolean> {
    const nowMs = this.#clock.now();
    const beforeMs = nowMs - this.#settings.sealAfterS * 1_000;
    const due = { lastDay: Math.floor(beforeMs / dayMs) - 1, sinceMs: beforeMs };
    const days = await sealing.listSealable(this.#db, due, daysPerTurn);
    for (const day of days) {
      if (this.#mayNot(signal)) return false;
      try {
        if ((await sealing.sealDay(this.#db, day, untilIdle)) !== undefined) this.counts.sealed++;
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        this.counts.failed++;
        this.#log.error({ err: error, ...day }, "a day could not be sealed; it stays in frames");
        await sealing.postpone(this.#db, day, nowMs);
      }
    }
    return days.length === daysPerTurn;
  }

  /** Makes the partitions of this month and the next, and drops what is past its retention. */
  async keep(signal?: AbortSignal): Promise<void> {
    const nowMs = this.#clock.now();
    await this.load();
    await ensureMonths(this.#db, "frame", retention.monthsAhead(nowMs));
    if (this.#mayNot(signal)) return;
    // Frames of the newest days may still be on their way.
    const overMs = nowMs - this.#settings.sealAfterS * 1_000 - dayMs;
    for (const month of await retention.listEmptyMonths(this.#db, overMs))
      if (await retention.dropEmptyMonth(this.#db, month)) this.counts.droppedMonths++;
    for (const month of await retention.listExpiredMonths(this.#db, this.#settings, nowMs)) {
      const days = await retention.listSealedDays(this.#db, month);
      const checked = await this.#check(days, nowMs, signal);
      if (checked && (await retention.dropReadings(this.#db, month, days))) this.counts.droppedMonths++;
    }
    await retention.dropRollups(this.#db, this.#settings, nowMs);
    await dropReplaced(this.#db, nowMs);
  }

  /** @returns whether all summaries are equal. A day whose summaries differ is opened, to be summarised again. */
  async #check(days: readonly ContainerDay[], nowMs: number, signal?: AbortSignal): Promise<boolean> {
    let areEqual = true;
    for (const day of days) {
      if (this.#mayNot(signal)) return false;
      await untilIdle();
      if (await retention.isSummarised(this.#db, day)) continue;
      areEqual = false;
      this.counts.differing++;
      this.#log.error(
        { ...day },
        "the summaries of a day differ from its readings; the readings are kept and the summaries made again",
      );
      await sealing.reopenWhole(this.#db, day, nowMs);
    }
    return areEqual;
  }

  #mayNot(signal?: AbortSignal): boolean {
    return signal?.aborted === true || this.#isIngestBehind();
  }

  async #sealAll(signal: AbortSignal): Promise<void> {
    while (!this.#mayNot(signal) && (await this.seal(signal))) await untilIdle();
  }
}
