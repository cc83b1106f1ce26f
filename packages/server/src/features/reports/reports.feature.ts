import { defineFeature } from "../../calls/feature.ts";
import { removeOldSendings } from "./sendings.store.ts";
import { sendReports } from "./send-reports.ts";

const everyMs = 5_000;
const cleanEveryMs = 6 * 3_600_000;
const keptMs = 90 * 86_400_000;

export const reportsFeature = defineFeature((base) => {
  const { config, db, clock } = base;
  const url = config.publicUrl ?? `http://localhost:${config.port}`;
  return {
    jobs: [
      { name: "reports", everyMs, run: ({ signal }) => sendReports({ ...base, url }, signal) },
      { name: "report-cleanup", everyMs: cleanEveryMs, run: () => removeOldSendings(db, clock.now() - keptMs) },
    ],
  };
});
