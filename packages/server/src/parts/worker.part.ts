import type { Logger } from "pino";

import type { Clock } from "../core/clock.ts";
import type { Db } from "../core/db.ts";
import { sealingJob } from "../features/audit/audit-seals.ts";
import type { Forecaster } from "../features/forecast/forecaster.ts";
import { type KeptDays, keptMonthsJob } from "../history/kept-months.ts";
import { RollupWorker } from "../history/rollup-worker.ts";
import { type TierSettings, TierWorker, rollupPace } from "../history/tier-worker.ts";
import { JobRunner } from "../jobs/job-runner.ts";
import type { Limits } from "../calls/limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Part } from "./part.ts";

interface Options {
  db: Db;
  clock: Clock;
  log: Logger;
  /** When days are sealed and dropped, and for how long records are kept. */
  tiers: TierSettings & KeptDays;
  limits: Limits;
  outbox: Outbox;
  forecaster: Forecaster;
  /** Ingest needs the database for itself, or the disk is full. */
  isBusy: () => boolean;
}

/** The background work of this process, shared with the workers of other processes. */
export class WorkerPart implements Part {
  readonly name = "worker";
  readonly #rollups: RollupWorker;
  readonly #tiers: TierWorker;
  readonly #runner: JobRunner;

  constructor({ db, clock, log, tiers, limits, outbox, forecaster, isBusy }: Options) {
    this.#rollups = new RollupWorker(db, clock, isBusy, rollupPace(tiers));
    this.#tiers = new TierWorker(db, clock, log, tiers, isBusy);
    const kinds = [
      ...outbox.jobs,
      limits.job,
      forecaster.job,
      sealingJob(db, clock),
      this.#rollups.job,
      ...this.#tiers.jobs,
    ];
    this.#runner = new JobRunner({ db, log }, [...kinds, keptMonthsJob({ db, clock, log }, tiers)]);
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
