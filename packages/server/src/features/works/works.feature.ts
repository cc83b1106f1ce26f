import { defineFeature } from "../../calls/feature.ts";
import { worksJob } from "./works.job.ts";

export const worksFeature = defineFeature((base) => ({ jobs: [worksJob(base)] }));
