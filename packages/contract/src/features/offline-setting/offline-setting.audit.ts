import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const offlineSettingAudit: readonly AuditGroup[] = [
  {
    actions: ["saveOfflineSetting"],
    kinds: { justOfflineSeconds: "s", keepAliveSeconds: "s", offlineAfterSeconds: "s" },
  },
];
