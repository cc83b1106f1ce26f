import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const widgetsAudit: readonly AuditGroup[] = [
  { actions: ["widgetPictureSave"], kinds: { bytes: "hidden", type: "text" } },
];
