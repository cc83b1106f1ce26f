import { upgradeLimitsMs } from "@offgrid/contract/upgrades/upgrade-moves";
import { FirmwareReportMessage } from "@offgrid/contract/upgrades/upgrades.schema";

import type { FeatureBase } from "../../calls/feature.ts";
import type { ReportKind } from "../ingest/controller-reports.ts";
import { tellOfUpgrade } from "./upgrade-events.ts";
import { applyEvent, lockUpgrade, noteProgress } from "./upgrades.store.ts";

/** What controllers report of the releases that they were given. */
export const upgradeReports = ({ clock }: Pick<FeatureBase, "clock">): ReportKind<FirmwareReportMessage> => ({
  name: "upgrade_reports",
  schema: FirmwareReportMessage,
  apply: async (tx, news, containerId, report) => {
    const row = await lockUpgrade(tx, report.id);
    if (row?.containerId !== containerId) return { reason: "unknown_upgrade", detail: report.id };
    const nowMs = clock.now();
    const { st, error: reason, log, progress, bytes } = report;
    const state = await applyEvent(tx, row, st, nowMs, { reason, log });
    if (state !== undefined) await tellOfUpgrade(tx, news, row, { state, reason }, nowMs);
    if (progress !== undefined && bytes !== undefined && bytes >= row.bytes)
      await noteProgress(tx, row.id, progress, bytes, nowMs + (upgradeLimitsMs.downloading ?? 0));
    news.add("upgradeChanged", { containerIds: [containerId] });
    return undefined;
  },
});
