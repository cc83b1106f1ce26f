import { defineFeature } from "../../calls/feature.ts";
import { sealingJob } from "./audit-seals.ts";

export const auditFeature = defineFeature(({ db, clock }) => ({ jobs: [sealingJob(db, clock)] }));
