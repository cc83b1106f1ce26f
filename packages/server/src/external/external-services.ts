import type { ServiceProblem } from "@offgrid/contract/weather/weather.schema";
import { sql } from "kysely";
import type { Logger } from "pino";

import type { Clock } from "../core/clock.ts";
import type { ExternalConfig } from "../config/config.external.ts";
import { type Db, reasonOf } from "../core/db.ts";
import { type Outgoing, type OutgoingAnswer, OutgoingRefused, openOutgoing } from "./outgoing.ts";

/** A request to an external service. The answer is stored under `key`, which holds no credential. */
export interface ExternalQuestion<Known> {
  /** An outage or "try again later" of this service counts for all requests to it. */
  service: string;
  key: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** An answer that is no older than this counts as current. */
  freshMs: number;
  /**
   * Validates the answer and turns it into plain data to keep.
   * @throws where the answer is not as expected.
   */
  read(answer: unknown): Known;
}

export interface ExternalAnswer<Known> {
  /** The last good answer, however old; undefined: there never was one. */
  value: Known | undefined;
  fetchedAtMs: number | undefined;
  /** Why there is no newer one; null: it is current, or the next one is on its way. */
  problem: ServiceProblem | null;
}

/** What went wrong, and until when the service is left alone. */
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
 * The one way to external services. Answers are kept in the database; a bad one never replaces a good one. Each request
 * is under way once at a time; after a failure the service is left alone for a while, which doubles up to half an hour,
 * or for as long as it asks for. Callers never wait longer than they want to.
 */
export class ExternalServices {
  readonly counts = { asked: 0, failed: 0 };
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #isOn: boolean;
  readonly #send: Outgoing;
  readonly #underway = new Map<string, Promise<void>>();
  /** By service, and by key for failures of a single request. */
  readonly #pauses = new Map<string, Pause>();
  #isStopped = false;
  #purgedAtMs = 0;

  constructor(
    { externalServices, externalAllow }: Pick<ExternalConfig, "externalServices" | "externalAllow">,
    { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#isOn = externalServices === "on";
    this.#send = openOutgoing({ allow: externalAllow });
  }

  /** Nothing is requested or kept from now on; requests under way are abandoned. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Is this service being left alone at the moment? */
  isResting(service: string): boolean {
    return this.#pauseOf({ service, key: service }) !== undefined;
  }

  /**
   * The best answer available within a while.
   * @param waitMs How long to wait for a newer answer than the known one; 0: it will be there for the next caller.
   */
  async ask<Known>(question: ExternalQuestion<Known>, waitMs: number): Promise<ExternalAnswer<Known>> {
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

  async #find<Known>({ key }: Pick<ExternalQuestion<Known>, "key">): Promise<ExternalAnswer<Known>> {
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

  #refresh(question: ExternalQuestion<unknown>): Promise<void> {
    const running = this.#underway.get(question.key);
    if (running) return running;
    const work = this.#fetch(question)
      .catch((error: unknown) => {
        if (!this.#isStopped)
          this.#log.warn(
            { service: question.service, reason: reasonOf(error) },
            "an answer of an external service could not be stored",
          );
      })
      .finally(() => this.#underway.delete(question.key));
    this.#underway.set(question.key, work);
    return work;
  }

  async #fetch(question: ExternalQuestion<unknown>): Promise<void> {
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
      return this.#rest(service, service, "rate_limited", "it asks for fewer requests", laterMs);
    }
    if (status >= 500) return this.#rest(service, service, "unreachable", `it answered with ${status}`);
    if (status !== 200) return this.#rest(service, key, "refused", `it answered with ${status}`);
    let value: unknown;
    try {
      value = question.read(JSON.parse(answer.text));
    } catch {
      return this.#rest(service, key, "broken", "its answer is not as expected");
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

  /** Other processes say of the service what this one has found. */
  async #note(service: string, problem: ServiceProblem, pauseMs: number): Promise<void> {
    const nowMs = this.#clock.now();
    const row = { problem, at: new Date(nowMs), retryAt: new Date(nowMs + pauseMs) };
    await this.#db
      .insertInto("outsideProblem")
      .values({ service, ...row })
      .onConflict((conflict) => conflict.column("service").doUpdateSet(row))
      .execute();
  }

  /** @param whom The service, or one request to it. */
  async #rest(service: string, whom: string, problem: ServiceProblem, reason: string, laterMs?: number): Promise<void> {
    this.counts.failed++;
    const failures = (this.#pauses.get(whom)?.failures ?? 0) + 1;
    const pauseMs = laterMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    if (this.#pauses.size >= mostPauses) this.#pauses.clear();
    this.#pauses.set(whom, { problem, failures, untilMs: this.#clock.now() + pauseMs });
    await this.#note(service, problem, pauseMs);
    // Once per outage, not once per try.
    const level = failures === 1 ? "warn" : "debug";
    this.#log[level]({ service, reason, againInS: Math.round(pauseMs / 1000) }, "an external service gave no answer");
  }
}

/** What a Retry-After header asks for, ms from now; undefined: nothing that makes sense. */
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
