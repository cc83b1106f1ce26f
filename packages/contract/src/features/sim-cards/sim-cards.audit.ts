import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const simCardsAudit: readonly AuditGroup[] = [
  {
    actions: ["simCardSave"],
    kinds: {
      ...{ apn: "text", bundleMb: "megabyte", expiresOn: "date", iccid: "text", operator: "text" },
      ...{ pricePerMb: "number", renewalDay: "number" },
    },
  },
];
