import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const kitsAudit: readonly AuditGroup[] = [
  {
    actions: ["kitSet", "kitUpdate", "kitDelete"],
    kinds: {
      ...{ batteryWh: "Wh", inverterW: "W", panels: "number", strings: "number", limits: "parts", maxLoadW: "W" },
    },
  },
];
