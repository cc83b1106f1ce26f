import type { ServiceProblem } from "@offgrid/contract/weather/weather.schema";
import { sql } from "kysely";
import type { Logger } from "pino";

import type { Clock } from "./clock.ts";
import type { OutsideConfig } from "./config.outside.ts";
import { type Db, reasonOf } from "./db.ts";
import { type Outgoing, type OutgoingAnswer, OutgoingRefused, openOutgoing } from "./outgoing.ts";

/** A question to a service outside. What it is asked for is remembered under `key`, which holds no credential. */
export interface OutsideQuestion<Known> {
  /** Whose silence or "later" counts for all questions to it. */
  service: string;
  key: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** An answer that is no older than this is as good as new. */
  freshMs: number;
  /**
   * Checks what came and turns it into what is kept, which is plain data.
   * @throws where it is not what it should be.
   */
  read(answer: unknown): Known;
}

export interface OutsideAnswer<Known> {
  /** The last good answer, however old; undefined: there never was one. */
  value: Known | undefined;
  fetchedAtMs: number | undefined;
  /** Why there is no newer one; null: it is as good as new, or the next one is on its way. */
  problem: ServiceProblem | null;
}

/** What went wrong, and until when nobody is asked again. */
interface Pause {
  problem: ServiceProblem;
  failures: number;
  untilMs: number;
}

const timeoutMs = 10_000;
const maxBytes = 2 * 1024 * 1024;
const firstPauseMs = 30_000;
const longestPauseMs = 30 * 60_000;
const longestRetryAfterMs = 24 * 3_600_000;
const keptMs = 30 * 24 * 3_600_000;
const purgeEveryMs = 24 * 3_600_000;
const mostPauses = 10_000;

/**
 * The one way to services outside. Answers are kept in the database; a good one is never lost to a bad one. Each question
 * is under way once at a time; after a failure the service has a rest, which doubles up to half an hour, or is as long as
 * it says itself. Nobody waits longer than they want to.
 */
export class Outside {
  readonly counts = { asked: 0, failed: 0 };
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #isOn: boolean;
  readonly #send: Outgoing;
  readonly #underway = new Map<string, Promise<void>>();
  /** By service, and by key for what is wrong with one question alone. */
  readonly #pauses = new Map<string, Pause>();
  #isStopped = false;
  #purgedAtMs = 0;

  constructor(
    { outsideServices, outsideAllow }: Pick<OutsideConfig, "outsideServices" | "outsideAllow">,
    { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#isOn = outsideServices === "on";
    this.#send = openOutgoing({ allow: outsideAllow });
  }

  /** Nothing is asked or kept from now on; what is under way is left to itself. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Has this service a rest at the moment? */
  isResting(service: string): boolean {
    return this.#pauseOf({ service, key: service }) !== undefined;
  }

  /**
   * The best answer that there is within a while.
   * @param waitMs For a newer answer than the one that is known; 0: it comes for the next one who asks.
   */
  async ask<Known>(question: OutsideQuestion<Known>, waitMs: number): Promise<OutsideAnswer<Known>> {
    const kept = await this.#find<Known>(question);
    if (kept.value !== undefined && this.#clock.now() - (kept.fetchedAtMs ?? 0) <= question.freshMs) return kept;
    if (!this.#isOn) return { ...kept, problem: "off" };
    if (!this.#pauseOf(question) && !this.#isStopped) {
      const refreshed = this.#refresh(question);
      const isDone = await withinMs(refreshed, waitMs);
      if (!isDone) return { ...kept, problem: kept.value === undefined ? "waiting" : null };
      const now = await this.#find<Known>(question);
      return { ...now, problem: this.#pauseOf(question)?.problem ?? null };
    }
    return { ...kept, problem: this.#pauseOf(question)?.problem ?? "unreachable" };
  }

  async #find<Known>({ key }: Pick<OutsideQuestion<Known>, "key">): Promise<OutsideAnswer<Known>> {
    const row = await this.#db
      .selectFrom("outsideAnswer")
      .select(["body", "fetchedAt"])
      .where("key", "=", key)
      .executeTakeFirst();
    return { value: row?.body as Known | undefined, fetchedAtMs: row?.fetchedAt.getTime(), problem: null };
  }

  #pauseOf({ service, key }: { service: string; key: string }): Pause | undefined {
    const nowMs = this.#clock.now();
    return [service, key].map((name) => this.#pauses.get(name)).find((pause) => pause && pause.untilMs > nowMs);
  }

  #refresh(question: OutsideQuestion<unknown>): Promise<void> {
    const running = this.#underway.get(question.key);
    if (running) return running;
    const work = this.#fetch(question)
      .catch((error: unknown) => {
        if (!this.#isStopped)
          this.#log.warn({ service: question.service, reason: reasonOf(error) }, "an answer from outside was not kept");
      })
      .finally(() => this.#underway.delete(question.key));
    this.#underway.set(question.key, work);
    return work;
  }

  async #fetch(question: OutsideQuestion<unknown>): Promise<void> {
    const { service, key } = question;
    this.counts.asked++;
    let answer: OutgoingAnswer;
    try {
      answer = await this.#send(question.url, {
        headers: { accept: "application/json", ...question.headers },
        timeoutMs,
        maxBytes,
      });
    } catch (error) {
      if (!(error instanceof OutgoingRefused)) throw error;
      return this.#rest(service, service, "unreachable", error.message);
    }
    const { status } = answer;
    if (status === 429) {
      const laterMs = retryAfterMs(answer.headers["retry-after"], this.#clock.now());
      return this.#rest(service, service, "rate_limited", "it wants to be asked less often", laterMs);
    }
    if (status >= 500) return this.#rest(service, service, "unreachable", `it answered with ${status}`);
    if (status !== 200) return this.#rest(service, key, "refused", `it answered with ${status}`);
    let value: unknown;
    try {
      value = question.read(JSON.parse(answer.text));
    } catch {
      return this.#rest(service, key, "broken", "its answer is not what it should be");
    }
    await this.#keep(key, value);
    this.#pauses.delete(service);
    this.#pauses.delete(key);
  }

  async #keep(key: string, value: unknown): Promise<void> {
    if (this.#isStopped) return;
    const nowMs = this.#clock.now();
    const row = { body: JSON.stringify(value), fetchedAt: new Date(nowMs) };
    await this.#db
      .insertInto("outsideAnswer")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
    if (nowMs - this.#purgedAtMs < purgeEveryMs) return;
    this.#purgedAtMs = nowMs;
    await this.#db
      .deleteFrom("outsideAnswer")
      .where("fetchedAt", "<", sql<Date>`${new Date(nowMs - keptMs)}`)
      .execute();
  }

  /** @param whom The service, or one question to it. */
  #rest(service: string, whom: string, problem: ServiceProblem, reason: string, laterMs?: number): void {
    this.counts.failed++;
    const failures = (this.#pauses.get(whom)?.failures ?? 0) + 1;
    const pauseMs = laterMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    if (this.#pauses.size >= mostPauses) this.#pauses.clear();
    this.#pauses.set(whom, { problem, failures, untilMs: this.#clock.now() + pauseMs });
    // Once per outage, not once per try.
    const level = failures === 1 ? "warn" : "debug";
    this.#log[level]({ service, reason, againInS: Math.round(pauseMs / 1000) }, "a service outside gave no answer");
  }
}

/** What a service says of when to come again, ms from now; undefined: nothing that makes sense. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestRetryAfterMs) : undefined;
}

/** Did the work end within this time? It goes on in any case. */
async function withinMs(work: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
