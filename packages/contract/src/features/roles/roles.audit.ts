import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const rolesAudit: readonly AuditGroup[] = [
  {
    actions: ["roleSave"],
    kinds: {
      ...{
        label: "text",
        priority: "number",
        selectable: "yesNo",
        excludes: "menu",
        containers: "audit:valueOf.scope",
      },
      ...{ twoStepRequired: "yesNo", starterWidgets: "widgets:type" },
    },
  },
  { actions: ["roleSave", "apiTokenCreate"], kinds: { permissions: "roles:right" } },
];
