import { defineFeature } from "../../calls/feature.ts";
import { followIncidents } from "./follow-incidents.ts";

/** An incident stands within a second of its warning. */
const followEveryMs = 1_000;

export const incidentsFeature = defineFeature((base) => ({
  jobs: [{ name: "incidents", everyMs: followEveryMs, run: ({ signal }) => followIncidents(base, signal) }],
}));
