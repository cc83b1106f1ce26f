import { monthBefore } from "@offgrid/contract/reports/report-schedule";
import type { ReportPlan } from "@offgrid/contract/reports/reports.schema";

import { chartReport } from "./chart-report.ts";
import { containerReport, mustFindSeen } from "./container-report.ts";
import { fleetWeek } from "./fleet-week.ts";
import type { ReportContent, ReportFor } from "./report-content.ts";

/** Is it to be sent at all, by what its owner waits for? */
export function isMet({ condition }: Pick<ReportPlan, "condition">, { hasData, raised }: ReportContent): boolean {
  if (condition === "data") return hasData;
  return condition === "always" || raised > 0;
}

/**
 * A report as it is due at an instant, for one reader.
 * @throws SubjectGone where its owner has nothing of it, NothingToSend where the reader has not.
 */
export async function makeReport(plan: ReportPlan, to: ReportFor): Promise<ReportContent> {
  const { name, subject, schedule } = plan;
  switch (subject.kind) {
    case "fleet_week":
      return fleetWeek(name, schedule.zone, to);
    case "container_month": {
      const container = await mustFindSeen(subject.containerId, to);
      return containerReport(name, container, monthBefore(container.zoneName, to.dueMs), to);
    }
    case "chart":
      return chartReport(name, subject, to);
  }
}
