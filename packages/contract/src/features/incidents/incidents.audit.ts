import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const incidentsAudit: readonly AuditGroup[] = [
  { actions: ["incidentAcknowledge"], kinds: { warnings: "number", feedback: "warning-history:feedback" } },
  { actions: ["incidentWithdraw", "warningWithdraw"], kinds: { warnings: "number" } },
  { actions: ["warningAcknowledge"], kinds: { feedback: "warning-history:feedback" } },
];
