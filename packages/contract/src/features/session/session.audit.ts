import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const sessionAudit: readonly AuditGroup[] = [
  {
    actions: ["sessionEnd", "apiTokenCreate", "providerLogin", "resetSignIn"],
    kinds: { ended: "number", mayChange: "yesNo", linked: "yesNo", made: "yesNo", passwordReset: "yesNo" },
  },
];
