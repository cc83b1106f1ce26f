import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const solarTemplateAudit: readonly AuditGroup[] = [
  {
    actions: ["setForecast", "forecastReset", "solarTemplateApply", "solarTemplateSave", "solarTemplateDelete"],
    kinds: { provider: "solar-template:provider" },
  },
  {
    actions: ["solarTemplateSave", "solarTemplateDelete"],
    kinds: { strings: "parts", panels: "number", panelWp: "W" },
  },
];
