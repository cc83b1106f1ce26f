import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const reportsAudit: readonly AuditGroup[] = [
  {
    actions: ["reportSave", "reportDelete", "reportTest"],
    names: {
      ...{ people: "reports:form.people", subject: "reports:form.kind", "subject.kind": "reports:form.kind" },
      "repeat.kind": "audit:key.repeat",
    },
    kinds: {
      ...{ plan: "parts", paused: "yesNo", condition: "reports:condition", files: "reports:file" },
      ...{ schedule: "parts", "repeat.kind": "reports:repeat", days: "weekday", day: "number", time: "text" },
      ...{ repeat: "parts", subject: "parts", "subject.kind": "reports:kind", kind: "reports:kind" },
    },
  },
  { actions: ["reportStop"], kinds: { stop: "yesNo" } },
];
