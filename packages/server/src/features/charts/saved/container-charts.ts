import { measuredUnit } from "@offgrid/contract/charts/chart-rules";
import type { ChartFunction, ChartGroup, ChartPeriod, ChartSeries } from "@offgrid/contract/charts/charts.schema";
import { quantities } from "@offgrid/contract/charts/energy-parts";
import type { containerTabs } from "@offgrid/contract/charts/container-charts.calls";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

/** The ready-made charts of a container. Pure. */

type Tab = (typeof containerTabs)[number];
type NamedPeriod = Exclude<ChartPeriod, "custom">;

export interface PlannedChart {
  tab: Tab;
  id: string;
  title: string;
  period: NamedPeriod;
  groupBy: ChartGroup;
  series: ChartSeries[];
}

interface Line {
  metric: string;
  func?: ChartFunction;
  useIf?: ChartSeries["useIf"];
  type?: ChartSeries["type"];
  axis?: ChartSeries["axis"];
  /** Distinguishes lines of the same metric. */
  note?: Record<LocaleCode, string>;
}

interface Recipe {
  tab: Tab;
  id: string;
  title: Record<LocaleCode, string>;
  /** Bars of energy use coarser groups than lines. */
  isEnergy?: true;
  lines: readonly Line[];
}

const least = { en: "lowest", fr: "minimum" };
const mean = { en: "average", fr: "moyenne" };
const most = { en: "highest", fr: "maximum" };

const powers: Line[] = [
  { metric: "solar.power", type: "area" },
  { metric: "load.power" },
  { metric: "battery.power" },
  { metric: "generator.power" },
  { metric: "grid.power" },
];
const energies: Line[] = (["solar", "load", "generator", "gridIn"] as const).map((part) => ({
  metric: quantities[part].power,
  useIf: quantities[part].useIf,
  func: "energy",
  type: "bar",
}));
const socRange: Line[] = [
  { metric: "battery.soc", func: "min", note: least },
  { metric: "battery.soc", func: "average", note: mean },
  { metric: "battery.soc", func: "max", note: most },
];

const recipes: readonly Recipe[] = [
  {
    tab: "overview",
    id: "power",
    title: { en: "Power and state of charge", fr: "Puissances et état de charge" },
    lines: [...powers, { metric: "battery.soc", axis: "right" }],
  },
  { tab: "overview", id: "energy", title: { en: "Energy", fr: "Énergie" }, isEnergy: true, lines: energies },
  {
    tab: "batteries",
    id: "charge",
    title: { en: "State of charge and power", fr: "État de charge et puissance" },
    lines: [
      { metric: "battery.soc" },
      { metric: "battery.pack.1.soc" },
      { metric: "battery.pack.2.soc" },
      { metric: "battery.power", axis: "right" },
    ],
  },
  {
    tab: "batteries",
    id: "voltage",
    title: { en: "Voltage and current", fr: "Tension et courant" },
    lines: [{ metric: "battery.voltage" }, { metric: "battery.current", axis: "right" }],
  },
  {
    tab: "batteries",
    id: "cells",
    title: { en: "Cell voltages", fr: "Tensions des cellules" },
    lines: [
      { metric: "battery.cell_min", func: "min" },
      { metric: "battery.cell_max", func: "max" },
    ],
  },
  {
    tab: "batteries",
    id: "temperature",
    title: { en: "Battery temperature", fr: "Température de la batterie" },
    lines: [
      { metric: "battery.temperature" },
      { metric: "battery.pack.1.temperature" },
      { metric: "battery.pack.2.temperature" },
    ],
  },
  { tab: "seven_days", id: "charge_days", title: { en: "Charge by day", fr: "Charge par jour" }, lines: socRange },
  {
    tab: "seven_days",
    id: "charge_hours",
    title: { en: "Charge by hour", fr: "Charge par heure" },
    lines: [{ metric: "battery.soc" }],
  },
  { tab: "analysis", id: "energy", title: { en: "Energy", fr: "Énergie" }, isEnergy: true, lines: energies },
  {
    tab: "analysis",
    id: "charge_range",
    title: { en: "Range of charge", fr: "Plage de charge" },
    isEnergy: true,
    lines: socRange,
  },
  {
    tab: "analysis",
    id: "temperatures",
    title: { en: "Temperatures", fr: "Températures" },
    lines: [{ metric: "inside.temperature" }, { metric: "outside.temperature" }, { metric: "battery.temperature" }],
  },
];

/**
 * The charts of all tabs, without lines for which the container has no metric and without charts that would be empty.
 * @param metrics Names of the metrics that it has.
 */
export function planCharts(
  containerId: string,
  metrics: ReadonlySet<string>,
  language: LocaleCode,
  period: NamedPeriod | undefined,
): PlannedChart[] {
  return recipes.flatMap(({ tab, id, title, isEnergy, lines }) => {
    const shown = period ?? (tab === "analysis" ? "30_days" : "today");
    const chartPeriod = tab === "seven_days" ? "7_days" : shown;
    const series = lines
      .filter(({ metric }) => metrics.has(metric))
      .map((line) => toSeries(containerId, line, language));
    if (series.length === 0) return [];
    const isByDay = id === "charge_days";
    const groupBy = isByDay ? "day" : groupOf(chartPeriod, isEnergy ?? false);
    return [{ tab, id, title: title[language], period: chartPeriod, groupBy, series }];
  });
}

function toSeries(
  containerId: string,
  { metric, func = "average", useIf = "all", type = "line", axis = "left", note }: Line,
  language: LocaleCode,
): ChartSeries {
  const known = findMetric(metric);
  const name = known?.[language] ?? metric;
  return {
    containerId,
    metric,
    func,
    useIf,
    multiply: 1,
    type,
    axis,
    title: note ? `${name}, ${note[language]}` : name,
    ...(known && { unit: measuredUnit({ metric, func }) }),
  };
}

/** A few hundred points for a line, a few dozen bars for energy. */
function groupOf(period: NamedPeriod, isEnergy: boolean): ChartGroup {
  switch (period) {
    case "today":
    case "yesterday":
    case "day":
    case "begin_of_day":
      return isEnergy ? "hour" : "15m";
    case "week":
    case "7_days":
    case "begin_of_week":
    case "month":
    case "30_days":
    case "begin_of_month":
      return isEnergy ? "day" : "hour";
    case "year":
    case "begin_of_year":
      return isEnergy ? "month" : "day";
  }
}
