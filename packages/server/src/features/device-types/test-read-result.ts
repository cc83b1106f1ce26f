import { type DeviceParameter, nameWithNumber } from "@offgrid/contract/device-types/parameters";
import type { ReadValue, TestRead } from "@offgrid/contract/device-types/test-read.calls";
import type { MeasuredValue } from "@offgrid/contract/telemetry/device-reading.schema";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

/**
 * What a device said, beside the parameters of a type.
 * @param number Stands for # in them.
 */
export function resultOf(
  parameters: readonly DeviceParameter[],
  number: string,
  values: readonly MeasuredValue[],
): Pick<TestRead, "parameters" | "others"> {
  const read = new Map(values.map((value) => [value.n, toValue(value)]));
  const ofType = parameters.map(({ name, unit }) => {
    const metric = nameWithNumber(name, number);
    const found = read.get(metric);
    if (!found) return { name, metric, unit, value: null, raw: null, fault: "not_measured" as const };
    const isOther = found.fault === null && found.unit !== null && found.unit !== unit;
    return { name, ...found, fault: isOther ? ("other_unit" as const) : found.fault };
  });
  const known = new Set(ofType.map(({ metric }) => metric));
  return { parameters: ofType, others: [...read.values()].filter(({ metric }) => !known.has(metric)) };
}

function toValue({ n, u, v, raw, error }: MeasuredValue): ReadValue {
  const fault = v === null ? (error ?? "no_value") : null;
  return { metric: n, unit: u ?? findMetric(n)?.unit ?? null, value: v, raw: raw ?? null, fault };
}
