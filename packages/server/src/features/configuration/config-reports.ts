import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import { ConfigReportMessage } from "@offgrid/contract/configuration/configuration.schema";

import type { FeatureBase } from "../../calls/feature.ts";
import type { ReportKind } from "../ingest/controller-reports.ts";
import { warnPeople } from "./config-events.ts";
import { isDeliverable, renewTries, stateOf, takeReport } from "./config-steps.ts";
import { lockConfig, saveConfig } from "./configuration.store.ts";

/** What controllers say that they run. */
export const configReports = ({ clock }: Pick<FeatureBase, "clock">): ReportKind<ConfigReportMessage> => ({
  name: "config_reports",
  schema: ConfigReportMessage,
  apply: async (tx, news, containerId, report) => {
    if (configSha256(report.doc) !== report.sha256) return { reason: "schema", detail: "sha256" };
    const nowMs = clock.now();
    const before = await lockConfig(tx, containerId);
    // Removed meanwhile.
    if (!before) return undefined;
    const taken = takeReport(before, report, nowMs);
    const row = taken === before ? renewTries(before, nowMs) : taken;
    if (row !== before) await saveConfig(tx, row);
    if (isDeliverable(row, nowMs) && row.tries === 0) news.add("configQueued", { containerIds: [containerId] });
    if (taken === before) return undefined;
    news.add("configChanged", { containerIds: [containerId] });
    const state = stateOf(row);
    const isNew = state !== stateOf(before) || row.version !== before.version;
    if (isNew && (state === "reverted" || state === "rejected")) await warnPeople(tx, news, row, state, nowMs);
    return undefined;
  },
});
