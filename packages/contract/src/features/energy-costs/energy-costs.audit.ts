import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const energyCostsAudit: readonly AuditGroup[] = [
  {
    actions: ["setEnergyPrices"],
    kinds: { fuelPricePerLitre: "number", litresPerHour: "number", litresPerKwh: "number", gridPricePerKwh: "number" },
  },
];
