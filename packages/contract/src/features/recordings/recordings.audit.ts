import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const recordingsAudit: readonly AuditGroup[] = [
  { actions: ["importRemove", "importStart"], kinds: { state: "import:state", beyond: "yesNo" } },
];
