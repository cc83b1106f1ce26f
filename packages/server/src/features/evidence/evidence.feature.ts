import { defineFeature } from "../../calls/feature.ts";
import { askForIncidents, evidenceJob, removeOldPacks } from "./evidence.store.ts";
import { takeEvidence } from "./take-evidence.ts";

const lookEveryMs = 15_000;
/** Packs of incidents that wait at once. */
const mostWaiting = 20;
const cleanEveryMs = 6 * 3_600_000;
const longestRunMs = 120_000;

export const evidenceFeature = defineFeature((base) => {
  const { db, clock, hasRoom, isBusy } = base;
  return {
    jobs: [
      { name: evidenceJob, longestRunMs, run: ({ key, signal }) => takeEvidence(base, key, signal) },
      {
        name: "evidence-of-incidents",
        everyMs: lookEveryMs,
        run: async () => {
          if (isBusy() || !hasRoom()) return;
          await db.transaction().execute((tx) => askForIncidents(tx, mostWaiting, clock.now()));
        },
      },
      { name: "evidence-cleanup", everyMs: cleanEveryMs, run: () => removeOldPacks(db, clock.now()) },
    ],
  };
});
