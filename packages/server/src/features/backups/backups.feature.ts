import { defineFeature } from "../../calls/feature.ts";
import { backupJob } from "./nightly.job.ts";
import { trialJob } from "./trial.job.ts";

/** Backups of the night and their weekly trial, by whichever worker has the job. */
export const backupsFeature = defineFeature((base) => ({
  jobs: base.config.backupDir === undefined ? [] : [backupJob(base), trialJob(base)],
}));
