import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const warningsAudit: readonly AuditGroup[] = [
  {
    actions: ["registerWarning"],
    kinds: { shadow: "yesNo", rule: "warningRule" },
    names: { enabled: "warnings:enabled", shadow: "warnings:shadow", rule: "warnings:sentence" },
  },
];
