import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const usersAudit: readonly AuditGroup[] = [
  { actions: ["saveUserAccount"], kinds: { avatar: "audit:valueOf.picture" } },
  { actions: ["saveUserSetting"], kinds: { keys: "audit:valueOf.ownSetting" } },
  {
    actions: ["person_erased"],
    kinds: { digest: "hidden", erasure: "hidden", head: "hidden", seals: "number", standIn: "text", texts: "number" },
  },
];
