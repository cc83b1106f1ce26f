import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const automationsAudit: readonly AuditGroup[] = [
  { actions: ["automationSave"], kinds: {}, names: { priority: "automations:more.priority" } },
];
