import { defineFeature } from "../../calls/feature.ts";
import { notificationsJob, notifyAtOnce } from "./fan-out.ts";

export const notificationsFeature = defineFeature((base) => ({
  jobs: [notificationsJob(base)],
  subscriptions: { live: () => notifyAtOnce(base) },
}));
