import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const channelsAudit: readonly AuditGroup[] = [
  {
    actions: ["channelSave", "channelDelete"],
    kinds: { kind: "channels:kind", severity: "channels:from", timing: "audit:valueOf.timing" },
  },
];
