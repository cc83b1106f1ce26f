import { defineFeature } from "../../calls/feature.ts";
import { linkNoticesJob } from "./link-notices.ts";

export const chartsFeature = defineFeature((base) => ({ jobs: [linkNoticesJob(base)] }));
