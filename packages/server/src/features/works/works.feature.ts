import { defineFeature } from "../../calls/feature.ts";
import { tellScreens } from "../live/tell-screens.ts";
import { worksJob } from "./works.job.ts";

export const worksFeature = defineFeature((base) => ({
  jobs: [worksJob(base)],
  subscriptions: { live: (side) => tellScreens(base, side, "worksChanged") },
}));
