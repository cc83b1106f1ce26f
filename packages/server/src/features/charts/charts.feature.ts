import { defineFeature } from "../../calls/feature.ts";
import { linkNoticesJob } from "./links/link-notices.ts";

export const chartsFeature = defineFeature((base) => ({ jobs: [linkNoticesJob(base)] }));
