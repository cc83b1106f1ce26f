import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const airConditioningAudit: readonly AuditGroup[] = [
  {
    actions: ["setAc"],
    kinds: { mode: "air-conditioning:modes", setpointDegC: "degC", fan: "percent" },
  },
];
