import type { ConfigDoc, ConfigSection, ConfigValue } from "@offgrid/contract/configuration/config-doc";
import { configLimits, isHost, isIpAddress } from "@offgrid/contract/configuration/config-fields";

import { readNumber } from "../../../core/typed-number.ts";
import { valueText } from "../../../domain/configuration/value-text.ts";

/** What someone types about a section of a configuration, and what it means. Pure. */

export const sectionFields = {
  network: ["ip", "mask", "gateway", "dns", "portalHost", "port"],
  keepAlive: ["frameSeconds", "linkSeconds"],
} as const;
export type SectionName = keyof typeof sectionFields;
export type ConfigField = (typeof sectionFields)[SectionName][number];

/** As typed, by field. */
export type FieldTexts = Partial<Record<ConfigField, string>>;
export type InputFault = "ip" | "dns" | "host" | "port" | "frameSeconds" | "linkSeconds" | "full";
export type InputFaults = Partial<Record<ConfigField, InputFault>>;

export function textsOf(name: SectionName, doc: ConfigDoc | undefined, locale: "en" | "fr"): FieldTexts {
  return Object.fromEntries(sectionFields[name].map((field) => [field, valueText(doc?.[name]?.[field], locale)]));
}

function readLimited(text: string, field: "port" | "frameSeconds" | "linkSeconds"): number | InputFault {
  const value = readNumber(text) ?? NaN;
  const { from, to } = configLimits[field];
  const isWhole = field === "frameSeconds" || Number.isInteger(value);
  return isWhole && value >= from && value <= to ? value : field;
}

/** @returns The value, or what is wrong with it as `fault`. */
function readField(field: ConfigField, text: string): { value: ConfigValue } | { fault: InputFault } {
  if (field === "port" || field === "frameSeconds" || field === "linkSeconds") {
    const read = readLimited(text, field);
    return typeof read === "number" ? { value: read } : { fault: read };
  }
  if (field === "portalHost") return isHost(text) ? { value: text } : { fault: "host" };
  if (field !== "dns") return isIpAddress(text) ? { value: text } : { fault: "ip" };
  const addresses = text.split(/[\s,;]+/).filter((one) => one !== "");
  return addresses.every(isIpAddress) && addresses.length <= 4 ? { value: addresses } : { fault: "dns" };
}

/** Fields that a controller cannot do without. */
const needed: readonly ConfigField[] = ["portalHost", "port", "frameSeconds", "linkSeconds"];

/** @returns The section, or the fields that mean nothing. */
export function readSection(name: SectionName, texts: FieldTexts): { section: ConfigSection } | { wrong: InputFaults } {
  const wrong: InputFaults = {};
  const section: ConfigSection = {};
  for (const field of sectionFields[name]) {
    const text = texts[field]?.trim() ?? "";
    if (text === "") {
      if (needed.includes(field)) wrong[field] = "full";
      continue;
    }
    const read = readField(field, text);
    if ("fault" in read) wrong[field] = read.fault;
    else section[field] = read.value;
  }
  const isGiven = (field: ConfigField) => (texts[field]?.trim() ?? "") !== "";
  if (isGiven("mask") || isGiven("gateway")) if (!isGiven("ip")) wrong.ip = "full";
  if (isGiven("ip") || isGiven("gateway")) if (!isGiven("mask")) wrong.mask = "full";
  return Object.keys(wrong).length > 0 ? { wrong } : { section };
}
