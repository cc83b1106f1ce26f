import {
  type DeviceParameter,
  faultsOfParameters,
  nameWithNumber,
  type ParameterFault,
  type RegisterArea,
  type RegisterFormat,
} from "@offgrid/contract/device-types/parameters";
import { findMetric, metrics } from "@offgrid/contract/telemetry/metrics";
import type { LocaleCode } from "@offgrid/contract/core/constants";

import { readNumber, writeNumber } from "../../core/typed-number.ts";
import type { DeviceType, TypeInput } from "./device-types.data.ts";

/** What someone types about a type of device, and what it means. Pure. */

export interface ParameterTexts {
  name: string;
  unit: string;
  kind: DeviceParameter["kind"];
  scale: string;
  /** "none": it has no register. */
  area: RegisterArea | "none";
  address: string;
  format: RegisterFormat;
  access: DeviceParameter["access"];
}

export interface TypeTexts {
  id: string;
  name: string;
  maker: string;
  model: string;
  kind: TypeInput["kind"];
  parameters: readonly ParameterTexts[];
}

export type TypeFault = ParameterFault | "id" | "full";
/** By field, such as `parameters.0.unit`. */
export type TypeFaults = Readonly<Record<string, TypeFault>>;

export function textsOfType(type: DeviceType | undefined, locale: LocaleCode): TypeTexts {
  if (!type) return { id: "", name: "", maker: "", model: "", kind: "solar_charger", parameters: [] };
  const { id, name, maker, model, kind, parameters } = type;
  return { id, name, maker, model: model ?? "", kind, parameters: parameters.map((one) => textsOf(one, locale)) };
}

/** As the tables of makers have it: 0x331B. */
const writeAddress = (at: number) => `0x${at.toString(16).toUpperCase().padStart(4, "0")}`;

function textsOf({ name, unit, kind, scale, register, access }: DeviceParameter, locale: LocaleCode): ParameterTexts {
  return {
    name,
    unit,
    kind,
    scale: scale < 0 ? `-${writeNumber(-scale, locale)}` : writeNumber(scale, locale),
    area: register?.area ?? "none",
    address: register ? writeAddress(register.address) : "",
    format: register?.format ?? "uint16",
    access,
  };
}

/** A parameter after those that are there: the next register of the same kind. */
export function nextParameter(last: ParameterTexts | undefined): ParameterTexts {
  const next = { name: "", unit: "W", kind: "gauge", scale: "1", access: "read" } as const;
  if (!last) return { ...next, area: "holding", address: writeAddress(0), format: "uint16" };
  const { area, format } = last;
  const step = format === "bool" || format.endsWith("16") ? 1 : 2;
  const place = area === "none" ? "" : writeAddress((address(last.address) || 0) + step);
  return { ...next, area, format, address: place };
}

/** A metric of the catalogue brings its unit and its kind. */
export function named(parameter: ParameterTexts, name: string): ParameterTexts {
  const metric = findMetric(nameWithNumber(name, 1));
  return { ...parameter, name, ...(metric && { unit: metric.unit, kind: metric.kind }) };
}

/** Another area has other formats. */
export function placedIn(parameter: ParameterTexts, area: ParameterTexts["area"]): ParameterTexts {
  const isBit = area === "coil" || area === "discrete";
  if (isBit === (parameter.format === "bool") || area === "none") return { ...parameter, area };
  return { ...parameter, area, format: isBit ? "bool" : "uint16" };
}

/** A scale may be negative, and people type an address as the manual writes it: 0x331B, too. */
const signed = (text: string) =>
  text.trim().startsWith("-") ? -(readNumber(text.trim().slice(1)) ?? NaN) : (readNumber(text) ?? NaN);
const address = (text: string) =>
  /^0x[0-9a-f]{1,4}$/i.test(text.trim()) ? Number.parseInt(text.trim().slice(2), 16) : (readNumber(text) ?? NaN);

function readParameter(texts: ParameterTexts): DeviceParameter {
  const { area, format } = texts;
  const register = area === "none" ? null : { area, address: address(texts.address), format };
  const { unit, kind, access } = texts;
  return { name: texts.name.trim(), unit, kind, access, scale: signed(texts.scale), register };
}

/** @returns The type, or the fields that mean nothing. */
export function readType(texts: TypeTexts): { type: TypeInput } | { wrong: TypeFaults } {
  const parameters = texts.parameters.map(readParameter);
  const [id, name, maker, model] = [texts.id.trim(), texts.name.trim(), texts.maker.trim(), texts.model.trim()];
  const wrong: Record<string, TypeFault> = {};
  if (!/^[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*$/.test(id) || id.length > 64) wrong["id"] = "id";
  if (name === "") wrong["name"] = "full";
  if (maker === "") wrong["maker"] = "full";
  for (const [path, fault] of Object.entries(faultsOfParameters(parameters))) wrong[`parameters.${path}`] = fault;
  if (Object.keys(wrong).length > 0) return { wrong };
  const type = { id, name, maker, model: model === "" ? null : model, kind: texts.kind, parameters };
  return { type: type as TypeInput };
}

/** Names to choose from: with a number, and with the sign that stands for the number of a device. */
export const knownNames: readonly string[] = [
  ...new Set(
    Object.entries(metrics).flatMap(([name, metric]) =>
      "isOwn" in metric ? [] : [name.replace(/^(solar|alternator)\.\d+\./, "$1.#."), name],
    ),
  ),
];

/** Does a type have all these words in what its row shows? */
export function isFound({ id, name, maker, model }: DeviceType, words: string): boolean {
  const text = [id, name, maker, model].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
