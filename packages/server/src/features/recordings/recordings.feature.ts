import { defineFeature } from "../../calls/feature.ts";
import { importJobs } from "./import-job.ts";

export const recordingsFeature = defineFeature((base) => ({ jobs: importJobs(base) }));
