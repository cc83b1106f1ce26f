import { findOutput, kindsOf, outputOfMetric } from "@offgrid/contract/devices/output-kinds";

/** Values of the outputs that a controller can set: these stand above the devices, each with its switch. */
export function shownAbove(capabilities: readonly string[]): (metric: string) => boolean {
  const kinds = kindsOf(capabilities);
  return (metric) => {
    const [first = "", second = ""] = metric.split(".");
    const output = findOutput(outputOfMetric(metric) ?? (/^\d+$/.test(second) ? `${first}.${second}` : first));
    return output !== undefined && kinds.includes(output.kind);
  };
}
