import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const configurationAudit: readonly AuditGroup[] = [
  {
    actions: ["setSyncConfig", "syncPortalToController", "syncControllerToPortal"],
    kinds: {
      ...{
        "byRule.at": "instant",
        syncRule: "parts",
        byRule: "parts",
        direction: "audit:valueOf.direction",
        sections: "configuration:title",
      },
      ...{ everyMinutes: "minute", laidDownAt: "instant", values: "path" },
    },
  },
];
