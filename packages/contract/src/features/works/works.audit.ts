import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const worksAudit: readonly AuditGroup[] = [
  { actions: ["maintenanceSet", "maintenanceEnd"], kinds: { state: "works:state" } },
];
