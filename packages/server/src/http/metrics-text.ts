import { metricHelp } from "./metric-help.ts";

export const metricPrefix = "offgrid_";

/** @returns the two lines above a family of figures. @param name Without prefix and labels. */
function headOf(name: string, type: string): string[] {
  const help = metricHelp[name];
  const line = `${metricPrefix}${name}`;
  return [...(help === undefined ? [] : [`# HELP ${line} ${help}.`]), `# TYPE ${line} ${type}`];
}

/**
 * Figures in Prometheus' text format. Those of one name stand together, as the format asks for.
 * @param figures By name behind the prefix, with labels where they have some.
 */
export function metricsText(figures: Readonly<Record<string, number>>): string {
  const families = new Map<string, string[]>();
  for (const [name, value] of Object.entries(figures)) {
    const [base = ""] = name.split("{");
    const lines = families.get(base) ?? headOf(base, base.endsWith("_total") ? "counter" : "gauge");
    lines.push(`${metricPrefix}${name} ${value}`);
    families.set(base, lines);
  }
  return [...families.values()].flat().join("\n");
}

/** The same for families that are complete but for their heads: the TYPE that they have stays. */
export function withHelp(text: string): string {
  return text.replaceAll(/^# TYPE offgrid_(\w+) .*$/gm, (type, name: string) => {
    const help = metricHelp[name];
    return help === undefined ? type : `# HELP ${metricPrefix}${name} ${help}.\n${type}`;
  });
}
