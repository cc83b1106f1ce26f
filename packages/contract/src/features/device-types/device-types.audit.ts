import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const deviceTypesAudit: readonly AuditGroup[] = [
  {
    actions: ["deviceTypeSave", "deviceTypeDelete", "deviceTypeImport", "testReadDevice"],
    kinds: {
      ...{ kind: "container:device", maker: "text", model: "text", parameters: "number", types: "changedType" },
      ...{ device: "device", type: "id" },
    },
  },
];
