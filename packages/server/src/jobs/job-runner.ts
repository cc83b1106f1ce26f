import type { Logger } from "pino";

import { type Db, isDatabaseAway, reasonOf } from "../core/db.ts";
import { type Tracing, traced } from "../core/tracing.ts";
import { Deferred, type JobKind, backoffOf, pauseAfter, pauseAfterRun } from "./job.ts";
import * as jobs from "./job.store.ts";

/** A claim outlives its process by this at most. */
const usualLeaseMs = 30_000;
const usualLongestRunMs = 30 * 60_000;
const shortestPollMs = 250;
const longestPollMs = 1_000;
/** New recurring work does not compete with the start of a portal. */
const longestFirstPauseMs = 60_000;

interface Running {
  job: jobs.ClaimedJob;
  control: AbortController;
  /** By `performance.now()`: when the run has taken too long. */
  overdueMs: number;
  /** The work is done, and its end is being recorded. */
  isOver: boolean;
  ended: Promise<void>;
}

/**
 * Runs the background work of a process. Every process may have one, and they share the jobs: a job is claimed by one
 * process at a time, retried later when it fails, and taken over by another process when its own has died.
 */
export class JobRunner {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #tracing: Tracing | undefined;
  readonly #leaseMs: number;
  readonly #kinds = new Map<string, JobKind>();
  readonly #counts = new Map<string, { done: number; failed: number }>();
  /** Recurring kinds whose job is known to exist. */
  readonly #ensured = new Set<string>();
  /** By claim. */
  readonly #running = new Map<string, Running>();
  /** Ends of runs that could not be recorded while the database was away, by claim. */
  readonly #unrecorded = new Map<string, () => Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #isWoken = false;
  #isStarted = false;
  #isAway = false;

  /**
   * @param options `leaseMs`: how long a claim lasts when it is not renewed.
   * @throws Error when two kinds have one name: one would take the jobs of the other.
   */
  constructor(
    parts: { db: Db; log: Logger; tracing?: Tracing | undefined },
    kinds: readonly JobKind[],
    options: { leaseMs?: number } = {},
  ) {
    this.#db = parts.db;
    this.#log = parts.log;
    this.#tracing = parts.tracing;
    this.#leaseMs = options.leaseMs ?? usualLeaseMs;
    for (const kind of kinds) {
      if (this.#kinds.has(kind.name))
        throw new Error(`two kinds of jobs have the name ${kind.name}; give one of them another name`);
      this.#kinds.set(kind.name, kind);
      this.#counts.set(kind.name, { done: 0, failed: 0 });
    }
  }

  /** Runs due jobs from now on. */
  start(): void {
    this.#isStarted = true;
    this.#renewal = setInterval(() => void this.#renew(), this.#leaseMs / 3);
    this.#renewal.unref();
    this.wake();
  }

  /** Looks for jobs at once, for example after the commit of one that was enqueued. */
  wake(): void {
    if (!this.#isStarted) return;
    this.#isWoken = true;
    clearTimeout(this.#timer);
    this.#polling ??= this.#pollWhileWoken().finally(() => {
      this.#polling = undefined;
      if (this.#isStarted) this.#timer = setTimeout(() => this.wake(), this.#pollMs());
    });
  }

  /** Takes no more jobs and aborts running ones; whatever they leave undone is due for other processes at once. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#polling;
    for (const { control } of this.#running.values()) control.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    clearInterval(this.#renewal);
  }

  /** Figures by name, one for each kind. */
  metrics(): Record<string, number> {
    const figures: Record<string, number> = { jobs_running: this.#running.size };
    for (const [name, { done, failed }] of this.#counts) {
      figures[`jobs_done_total{kind="${name}"}`] = done;
      figures[`jobs_failed_total{kind="${name}"}`] = failed;
    }
    return figures;
  }

  #pollMs(): number {
    const everyMs = [...this.#kinds.values()].map((kind) => kind.everyMs ?? longestPollMs);
    return Math.max(shortestPollMs, Math.min(longestPollMs, ...everyMs));
  }

  async #pollWhileWoken(): Promise<void> {
    while (this.#isWoken && this.#isStarted) {
      this.#isWoken = false;
      try {
        await this.#poll();
        this.#isAway = false;
      } catch (error) {
        if (!this.#isAway) this.#log.warn({ reason: reasonOf(error) }, "background jobs are waiting for the database");
        this.#isAway = true;
      }
    }
  }

  async #poll(): Promise<void> {
    // Before claiming: a run whose end is not known yet would be claimed again, as if it had ended its process.
    for (const [claim, record] of this.#unrecorded) {
      await record();
      this.#unrecorded.delete(claim);
    }
    await this.#ensureRecurring();
    const free = new Map([...this.#kinds.values()].map((kind) => [kind.name, kind.concurrency ?? 1]));
    for (const { job } of this.#running.values()) free.set(job.kind, (free.get(job.kind) ?? 0) - 1);
    for (const [name, slots] of free) if (slots <= 0) free.delete(name);
    if (free.size === 0) return;
    for (const job of await jobs.claimDue(this.#db, free, this.#leaseMs)) {
      const kind = this.#kinds.get(job.kind);
      if (kind) this.#begin(kind, job);
    }
  }

  async #ensureRecurring(): Promise<void> {
    for (const { name, everyMs } of this.#kinds.values()) {
      if (everyMs === undefined || this.#ensured.has(name)) continue;
      await jobs.ensureRecurring(this.#db, name, Math.min(everyMs, longestFirstPauseMs));
      this.#ensured.add(name);
    }
  }

  #begin(kind: JobKind, job: jobs.ClaimedJob): void {
    const control = new AbortController();
    const overdueMs = performance.now() + (kind.longestRunMs ?? usualLongestRunMs);
    const running: Running = { job, control, overdueMs, isOver: false, ended: Promise.resolve() };
    this.#running.set(job.claim, running);
    running.ended = this.#execute(kind, running).finally(() => {
      this.#running.delete(job.claim);
      // More jobs of its kind may be waiting for the slot that is free now.
      if (kind.everyMs === undefined) this.wake();
    });
  }

  async #execute(kind: JobKind, running: Running): Promise<void> {
    const { job, control } = running;
    const { signal } = control;
    const startedMs = performance.now();
    // Without its key, which names what it is about.
    const start = { name: `job ${kind.name}`, notes: { "offgrid.attempt": job.attempts } };
    const run = () => kind.run({ key: job.key, attempt: job.attempts, signal });
    const failure = await traced(this.#tracing, start, run).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    running.isOver = true;
    const counts = this.#counts.get(kind.name);
    if (counts && !failure) counts.done++;
    if (counts && failure && !signal.aborted) counts.failed++;
    const tookMs = performance.now() - startedMs;
    const record = failure
      ? this.#tryLater(kind, job, signal, failure.error)
      : this.#finished(kind, job, signal.aborted ? undefined : tookMs);
    try {
      await record();
    } catch (error) {
      if (isDatabaseAway(error)) this.#unrecorded.set(job.claim, record);
      // Else the claim expires by itself, and the job runs once more.
      this.#log.debug({ job: kind.name, reason: reasonOf(error) }, "the end of a job could not be recorded");
    }
  }

  /** @param tookMs Undefined: it was cut short. @returns what records that it is done. */
  #finished({ everyMs }: JobKind, job: jobs.ClaimedJob, tookMs: number | undefined): () => Promise<void> {
    if (everyMs === undefined) return () => jobs.remove(this.#db, job);
    return () => jobs.giveBack(this.#db, job, tookMs === undefined ? 0 : pauseAfterRun(everyMs, tookMs));
  }

  /** @returns what records that it is retried. */
  #tryLater(kind: JobKind, job: jobs.ClaimedJob, signal: AbortSignal, error: unknown): () => Promise<void> {
    const later = (postponed: jobs.Postponed) => () => jobs.postpone(this.#db, job, postponed);
    if (signal.aborted) return later({ afterMs: 0, isCounted: false });
    const failure = reasonOf(error).slice(0, 200);
    if (error instanceof Deferred) return later({ afterMs: error.pauseMs, failure, isCounted: false });
    const afterMs = pauseAfter(job.attempts, backoffOf(kind));
    if (isDatabaseAway(error)) return later({ afterMs, failure, isCounted: false });
    const about = { job: kind.name, ...(job.key !== "" && { key: job.key }), attempts: job.attempts, pauseMs: afterMs };
    this.#log.warn({ err: error, ...about }, "a job failed and will be retried");
    return later({ afterMs, failure, isCounted: true });
  }

  /** A run that hangs keeps neither its place nor its claim, which ends by itself: the job is run once more. */
  #endOverdue(): void {
    for (const [claim, { job, control, overdueMs, isOver }] of this.#running) {
      if (isOver || performance.now() < overdueMs) continue;
      this.#log.error(
        { job: job.kind, ...(job.key !== "" && { key: job.key }) },
        "a job takes too long; it is abandoned",
      );
      this.#running.delete(claim);
      control.abort();
    }
  }

  async #renew(): Promise<void> {
    this.#endOverdue();
    const claimed = [...this.#running.values()].map(({ job }) => job);
    if (claimed.length === 0) return;
    try {
      const held = await jobs.renew(this.#db, claimed, this.#leaseMs);
      for (const { claim } of claimed) {
        const lost = held.has(claim) ? undefined : this.#running.get(claim);
        if (!lost || lost.isOver || lost.control.signal.aborted) continue;
        this.#log.warn({ job: lost.job.kind }, "a job did not renew its claim in time; another process has taken it");
        lost.control.abort();
      }
    } catch (error) {
      this.#log.debug({ reason: reasonOf(error) }, "claims could not be renewed; retrying");
    }
  }
}
