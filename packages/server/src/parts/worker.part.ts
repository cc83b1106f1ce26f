import type { Logger } from "pino";

import type { Clock } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import type { Tracing } from "../core/tracing.ts";
import { type KeptDays, keptMonthsJob } from "../history/tiers/kept-months.ts";
import { RollupWorker } from "../history/rollups/rollup-worker.ts";
import { type TierSettings, TierWorker, rollupPace } from "../history/tiers/tier-worker.ts";
import type { JobKind } from "../jobs/job.ts";
import { JobRunner } from "../jobs/job-runner.ts";
import type { Part } from "./part.ts";

interface Options {
  db: Db;
  clock: Clock;
  log: Logger;
  tracing?: Tracing | undefined;
  /** When days are sealed and dropped, and for how long records are kept. */
  tiers: TierSettings & KeptDays;
  /** Those of features, and of what calls share. */
  jobs: readonly JobKind[];
  /** Ingest needs the database for itself, or the disk is full. */
  isBusy: () => boolean;
}

/** The background work of this process, shared with the workers of other processes. */
export class WorkerPart implements Part {
  readonly name = "worker";
  readonly #rollups: RollupWorker;
  readonly #tiers: TierWorker;
  readonly #runner: JobRunner;

  constructor({ db, clock, log, tracing, tiers, jobs, isBusy }: Options) {
    this.#rollups = new RollupWorker(db, clock, isBusy, rollupPace(tiers));
    this.#tiers = new TierWorker(db, clock, log, tiers, isBusy);
    const ofHistory = [this.#rollups.job, ...this.#tiers.jobs, keptMonthsJob({ db, clock, log }, tiers)];
    this.#runner = new JobRunner({ db, log, tracing }, [...jobs, ...ofHistory]);
  }

  async start(): Promise<void> {
    await this.#tiers.load();
    this.#runner.start();
  }

  async stop(): Promise<void> {
    await this.#runner.stop();
  }

  /** Looks at once for jobs that were written. */
  wake(): void {
    this.#runner.wake();
  }

  metrics(): Record<string, number> {
    return {
      rollup_days_total: this.#rollups.counts.days,
      rollup_overtaken_total: this.#rollups.counts.overtaken,
      sealed_days_total: this.#tiers.counts.sealed,
      sealing_failed_total: this.#tiers.counts.failed,
      dropped_months_total: this.#tiers.counts.droppedMonths,
      ...this.#runner.metrics(),
    };
  }
}
