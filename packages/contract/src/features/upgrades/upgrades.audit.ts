import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const upgradesAudit: readonly AuditGroup[] = [
  {
    actions: ["upgradeCampaignStart", "upgradeCampaignHalt", "upgradeCampaignResume", "upgradeCampaignCancel"],
    kinds: { state: "upgrades:state" },
  },
  { actions: ["upgradeCampaignSave"], kinds: { containers: "number" } },
];
