import type { AuditGroup } from "../../core/audit-kinds.ts";

/** What the lines of the audit on this feature hold. */
export const chartsAudit: readonly AuditGroup[] = [
  {
    actions: ["chartSave", "chartDelete"],
    kinds: {
      ...{ period: "ui:period", from: "instantMs", to: "instantMs", groupBy: "charts:group", series: "parts" },
      ...{ metric: "metric", of: "place", func: "charts:func", useIf: "charts:useIf", each: "yesNo" },
      ...{ op: "charts:formula", axis: "charts:axis", type: "charts:type", color: "charts:color", unit: "text" },
      ...{ multiply: "number", compare: "parts", "compare.kind": "charts:compare", thresholds: "parts" },
      ...{ value: "number", aggregates: "drawing:aggregate", tags: "text", readers: "parts" },
      ...{ kind: "hidden", plot: "hidden", a: "hidden", b: "hidden" },
    },
    names: {
      ...{ groupBy: "charts:time.groupBy", series: "charts:series.all", compare: "charts:compare.label" },
      ...{ "compare.kind": "charts:compare.label", thresholds: "charts:threshold.all" },
      ...{ aggregates: "charts:details.figures", roles: "audit:key.readerRoles", people: "audit:key.readerPeople" },
      ...{ metric: "charts:series.metric", of: "charts:series.place" },
    },
  },
  {
    actions: ["setChartToken", "chartTokenRevoke"],
    kinds: {
      ...{ compared: "charts:compare", csv: "yesNo", hasPassword: "yesNo", names: "yesNo", links: "number" },
      ...{ "range.from": "instantMs", "range.to": "instantMs", "range.kind": "charts:share.kind", from: "instantMs" },
      to: "instantMs",
      range: "parts",
      kind: "charts:share.kind",
    },
    names: {
      ...{ "range.kind": "charts:share.range", csv: "charts:share.csv", names: "charts:share.names" },
      compared: "charts:compare.label",
    },
  },
];
