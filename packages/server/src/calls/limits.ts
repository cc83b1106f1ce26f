import { Refusal } from "@offgrid/contract/core/refusal";
import { type Kysely, sql } from "kysely";

import type { Clock } from "../core/clock.ts";
import { prepared } from "../core/db.ts";
import type { Tables } from "../core/tables.ts";
import type { JobKind } from "../jobs/job.ts";

/** Beyond this many keys the process forgets the oldest. */
const mostKeys = 50_000;
const sweepEveryMs = 60_000;
/** A full key is taken as full for this long without asking the database, which makes a flood cheap. */
const knownFullMs = 1_000;
/** The part of a rough limit that each process grants by itself and takes at a time from the shared count. */
const roughShare = 0.25;

/** Too many. The first refusal of each window is marked: only that one is written to the audit. */
export class TooMany extends Refusal {
  readonly isFirst: boolean;
  constructor(waitMs: number, isFirst: boolean) {
    super("too_many", { retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)) });
    this.isFirst = isFirst;
  }
}

/** What is left of a rough limit's window in this process. */
interface Grant {
  left: number;
  untilMs: number;
  /** While more is being requested. */
  asked?: Promise<void>;
}

/**
 * Limits how often something may be done: counters by key, each within a window that starts with its first count. They
 * are kept in the database, so that all processes count together, on dedicated connections: counts stay when the
 * transaction of their call is rolled back, and a call that holds a connection never waits for a second one of its pool.
 */
export class Limits {
  readonly #db: Kysely<Tables>;
  readonly #clock: Clock;
  readonly #knownFull = new Map<string, { fromMs: number; untilMs: number }>();
  readonly #granted = new Map<string, Grant>();

  /** @param db Not the pool that calls take their connections from. */
  constructor({ db, clock }: { db: Kysely<Tables>; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Removes windows that are over. */
  get job(): JobKind {
    return { name: "limits-cleanup", everyMs: sweepEveryMs, run: () => this.sweep() };
  }

  /** Counts one, exactly. @returns how many there are within the window. @throws TooMany when there were already `most`. */
  async take(key: string, most: number, windowMs: number): Promise<number> {
    return this.#takeSome(key, 1, most, windowMs);
  }

  /** As `take`. @returns whether there was room. */
  async tryTake(key: string, most: number, windowMs: number): Promise<boolean> {
    try {
      await this.take(key, most, windowMs);
      return true;
    } catch (error) {
      if (error instanceof TooMany) return false;
      throw error;
    }
  }

  /** Takes back one that was counted by `take`, and came to nothing. A window that was found full stays so until it ends. */
  async giveBack(key: string, most: number): Promise<void> {
    await this.#db
      .updateTable("limitWindow")
      .set({ count: sql`count - 1` })
      .where("key", "=", key)
      .where("count", ">", 0)
      .where("count", "<=", most)
      .execute();
  }

  /**
   * As `take`, for frequent calls that protect no account: a process grants a quarter of `most` by itself, takes more
   * from the shared count a quarter at a time. One process grants `most`; each further one at most a quarter more.
   * @throws TooMany
   */
  async takeRoughly(key: string, most: number, windowMs: number): Promise<void> {
    const portion = Math.max(1, Math.floor(most * roughShare));
    const nowMs = this.#clock.now();
    let granted: Grant | undefined = this.#granted.get(key);
    if (!granted || granted.untilMs <= nowMs) {
      granted = { left: portion, untilMs: nowMs + windowMs };
      put(this.#granted, key, granted);
    }
    while (granted.left === 0) {
      if (granted.asked) {
        // Concurrent calls wait for the same portion; when it is refused, only the one that asked counts as the first.
        await granted.asked.catch((error: unknown) => {
          throw error instanceof TooMany ? new TooMany(granted.untilMs - nowMs, false) : error;
        });
        continue;
      }
      granted.asked = this.#takePortion(granted, key, portion, { most: most - portion, windowMs });
      await granted.asked;
    }
    granted.left--;
  }

  async #takePortion(granted: Grant, key: string, portion: number, shared: { most: number; windowMs: number }) {
    try {
      await this.#takeSome(key, portion, shared.most, shared.windowMs);
      granted.left += portion;
    } finally {
      delete granted.asked;
    }
  }

  /** @throws TooMany where a count found no room a moment ago; counts nothing and asks nobody. */
  mustHaveRoom(key: string): void {
    const leftMs = this.#fullForMs(key);
    if (leftMs > 0) throw new TooMany(leftMs, false);
  }

  /** As `mustHaveRoom`, which would throw. */
  isKnownFull(key: string): boolean {
    return this.#fullForMs(key) > 0;
  }

  #fullForMs(key: string): number {
    const full = this.#knownFull.get(key);
    const nowMs = this.#clock.now();
    return full && nowMs < full.fromMs + knownFullMs ? full.untilMs - nowMs : 0;
  }

  async forget(key: string): Promise<void> {
    this.#knownFull.delete(key);
    await this.#db.deleteFrom("limitWindow").where("key", "=", key).execute();
  }

  async sweep(): Promise<void> {
    await this.#db.deleteFrom("limitWindow").where("until", "<=", new Date(this.#clock.now())).execute();
  }

  async #takeSome(key: string, some: number, most: number, windowMs: number): Promise<number> {
    this.mustHaveRoom(key);
    const nowMs = this.#clock.now();
    const now = new Date(nowMs);
    // The first count beyond the limit is stored, which marks it as the first; later ones change no row.
    const { rows } = await sql<{ count: number; until: Date }>`
      insert ${prepared} into limit_window as open (key, count, until)
      values (${key}, ${some}, ${new Date(nowMs + windowMs)})
      on conflict (key) do update set
        count = case when open.until <= ${now} then excluded.count else open.count + excluded.count end,
        until = case when open.until <= ${now} then excluded.until else open.until end
      where open.until <= ${now} or open.count <= ${most}
      returning count, until`.execute(this.#db);
    const counted = rows[0];
    if (counted && counted.count <= most) return counted.count;
    const until = counted?.until ?? (await this.#untilOf(key)) ?? now;
    put(this.#knownFull, key, { fromMs: nowMs, untilMs: until.getTime() });
    throw new TooMany(until.getTime() - nowMs, counted !== undefined);
  }

  async #untilOf(key: string): Promise<Date | undefined> {
    const row = await this.#db.selectFrom("limitWindow").select("until").where("key", "=", key).executeTakeFirst();
    return row?.until;
  }
}

function put<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > mostKeys) kept.delete(kept.keys().next().value as string);
}
