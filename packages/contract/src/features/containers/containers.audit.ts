import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const containersAudit: readonly AuditGroup[] = [
  { actions: ["containers_imported"], kinds: { containers: "number" } },
  {
    actions: ["containerSave", "removeContainer", "saveInventoryIdSetting"],
    kinds: {
      ...{ contacts: "parts", location: "parts", lat: "number", long: "number", inventoryId: "text", assets: "parts" },
      ...{ serial: "text", kind: "text", "assets.id": "text" },
    },
    names: { lat: "audit:key.latitude", long: "audit:key.longitude", "assets.id": "audit:key.assetId" },
  },
];
