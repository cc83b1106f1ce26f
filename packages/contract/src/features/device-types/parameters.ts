import { longestMetricName, metricPattern } from "../../core/metric-pattern.ts";
import { findMetric, isUnit } from "../telemetry/metrics.ts";

/**
 * What a type of device measures, and where its registers are. The one place that says what is wrong with a parameter:
 * calls, files and the editor ask it. No schema library here: screens import it whole.
 */

export const registerAreas = ["coil", "discrete", "input", "holding"] as const;
export type RegisterArea = (typeof registerAreas)[number];

/** How the bits of a register are read. The words of longer values come with the high one first, unless the name says it. */
export const registerFormats = [
  "bool",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "float32",
  "int32_low_first",
  "uint32_low_first",
  "float32_low_first",
] as const;
export type RegisterFormat = (typeof registerFormats)[number];

export const parameterKinds = ["gauge", "counter", "state"] as const;
export const parameterAccesses = ["read", "read_write"] as const;

export const mostParameters = 200;
/** Of all types that a portal has. */
export const mostDeviceTypes = 500;
export const lastAddress = 65_535;

export interface DeviceRegister {
  area: RegisterArea;
  /** Counted from 0. */
  address: number;
  format: RegisterFormat;
}

export interface DeviceParameter {
  /** Of its metric; `#` stands for the number of the device. */
  name: string;
  /** Of the value, after scaling. */
  unit: string;
  /** What one of the register is in the unit. */
  scale: number;
  /** Null: its driver reads it otherwise. */
  register: DeviceRegister | null;
  kind: (typeof parameterKinds)[number];
  access: (typeof parameterAccesses)[number];
}

/** What can be wrong with a parameter. */
export const parameterFaults = [
  "name",
  "name_own",
  "name_twice",
  "unit",
  "unit_other",
  "kind_other",
  "scale",
  "scale_bool",
  "address",
  "register_taken",
  "format_area",
  "read_only",
] as const;
export type ParameterFault = (typeof parameterFaults)[number];

/** How many registers a value takes; coils and discrete inputs hold one bit each. */
export function registerCount(format: RegisterFormat): number {
  return format === "bool" || format.endsWith("16") ? 1 : 2;
}

const isBit = (area: RegisterArea) => area === "coil" || area === "discrete";
const isReadOnly = (area: RegisterArea) => area === "discrete" || area === "input";

/** The metric that a name stands for with a number in it. */
export const nameWithNumber = (name: string, number: number | string) => name.replace("#", String(number));

/** What is wrong, by the path within the list, such as `0.register.address`; empty where nothing is. */
export function faultsOfParameters(parameters: readonly DeviceParameter[]): Record<string, ParameterFault> {
  const faults: Record<string, ParameterFault> = {};
  const taken = new Set<string>();
  const names = new Set<string>();
  for (const [place, parameter] of parameters.entries()) {
    const note = (field: string, fault: ParameterFault | undefined) => {
      if (fault) faults[`${place}.${field}`] ??= fault;
    };
    note("name", names.has(parameter.name) ? "name_twice" : faultOfName(parameter.name));
    names.add(parameter.name);
    note("unit", faultOfUnit(parameter));
    note("kind", faultOfKind(parameter));
    note("scale", faultOfScale(parameter));
    const { register } = parameter;
    if (!register) continue;
    note("register.address", faultOfAddress(register, taken));
    note("register.format", isBit(register.area) === (register.format === "bool") ? undefined : "format_area");
    note("access", parameter.access === "read_write" && isReadOnly(register.area) ? "read_only" : undefined);
  }
  return faults;
}

function faultOfName(name: string): ParameterFault | undefined {
  const metric = nameWithNumber(name, 1);
  if (metric.length > longestMetricName || !metricPattern.test(metric) || !metric.includes(".")) return "name";
  return findMetric(metric)?.isOwn ? "name_own" : undefined;
}

/** A metric of the catalogue has one unit everywhere. */
function faultOfUnit({ name, unit }: DeviceParameter): ParameterFault | undefined {
  if (!isUnit(unit)) return "unit";
  const known = findMetric(nameWithNumber(name, 1));
  return known && known.unit !== unit ? "unit_other" : undefined;
}

function faultOfKind({ name, kind }: DeviceParameter): ParameterFault | undefined {
  const known = findMetric(nameWithNumber(name, 1));
  return known && known.kind !== kind ? "kind_other" : undefined;
}

function faultOfScale({ scale, register }: DeviceParameter): ParameterFault | undefined {
  if (!Number.isFinite(scale) || scale === 0 || Math.abs(scale) > 1_000_000) return "scale";
  return scale !== 1 && register?.format === "bool" ? "scale_bool" : undefined;
}

/** @param taken The registers of the parameters before, to which this one's are added. */
function faultOfAddress({ area, address, format }: DeviceRegister, taken: Set<string>): ParameterFault | undefined {
  const count = registerCount(format);
  if (!Number.isInteger(address) || address < 0 || address + count - 1 > lastAddress) return "address";
  const own = Array.from({ length: count }, (_, index) => `${area} ${address + index}`);
  const isTaken = own.some((register) => taken.has(register));
  for (const register of own) taken.add(register);
  return isTaken ? "register_taken" : undefined;
}
