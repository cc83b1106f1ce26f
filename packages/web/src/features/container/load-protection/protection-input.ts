import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { leastGapPercent, leastGapV, protectionBounds } from "@offgrid/contract/load-protection/protection-bounds";

import { readNumber, writeNumber } from "../../../core/typed-number.ts";

/** What someone fills in about load protection, and what it means. Pure. */

export const protectionFields = ["cutSoc", "restoreSoc", "cutVoltage", "restoreVoltage", "delaySeconds"] as const;
export type ProtectionField = (typeof protectionFields)[number];

type Load = LoadProtection["loads"][number];

/** As typed. */
export interface ProtectionDraft extends Record<ProtectionField, string> {
  enabled: boolean;
  loads: readonly Load[];
}

/** What is wrong with a field: it is no number of its range, it is too low beside its other half, or that is missing. */
export type ProtectionFault = "percent" | "volts" | "delay" | "gap" | "gapV" | "both" | "none";
export type ProtectionFaults = Partial<Record<ProtectionField | "loads", ProtectionFault>>;

const usualGapPercent = 10;
const usualDelayS = 60;

/**
 * The setting as it can be filled in, with every load that the container has: one that is in no list is never cut.
 * @param setting Null: nothing is set, and nothing is cut until somebody chooses a load.
 */
export function draftOf(
  setting: LoadProtection | null,
  targets: readonly string[],
  reserveSoc: number,
  locale: "en" | "fr",
): ProtectionDraft {
  const listed = (setting?.loads ?? []).filter(({ target }) => targets.includes(target));
  const others = targets.filter((target) => !listed.some((load) => load.target === target));
  const loads = [...listed, ...others.map((target) => ({ target, neverCut: true }))];
  const known = setting ?? {
    enabled: false,
    cutSoc: reserveSoc,
    restoreSoc: Math.min(protectionBounds.percent.to, reserveSoc + usualGapPercent),
    cutVoltage: null,
    restoreVoltage: null,
    delaySeconds: usualDelayS,
  };
  const texts = protectionFields.map((field) => [field, writeNumber(known[field], locale)]);
  return {
    ...(Object.fromEntries(texts) as Record<ProtectionField, string>),
    enabled: known.enabled,
    loads,
  };
}

const ranges = {
  cutSoc: { ...protectionBounds.percent, fault: "percent" },
  restoreSoc: { ...protectionBounds.percent, fault: "percent" },
  cutVoltage: { ...protectionBounds.volts, fault: "volts" },
  restoreVoltage: { ...protectionBounds.volts, fault: "volts" },
  delaySeconds: { ...protectionBounds.delaySeconds, fault: "delay" },
} as const;

/** @returns The setting, or the fields that mean nothing. */
export function readProtection(draft: ProtectionDraft): { setting: LoadProtection } | { wrong: ProtectionFaults } {
  const wrong: ProtectionFaults = {};
  const read = (field: ProtectionField): number => {
    const value = readNumber(draft[field]) ?? NaN;
    const { from, to, fault } = ranges[field];
    const isWhole = field !== "delaySeconds" || Number.isInteger(value);
    if (!(isWhole && value >= from && value <= to)) wrong[field] = fault;
    return value;
  };
  const readVolts = (field: "cutVoltage" | "restoreVoltage") => (draft[field].trim() === "" ? null : read(field));
  const [cutSoc, restoreSoc, delaySeconds] = [read("cutSoc"), read("restoreSoc"), read("delaySeconds")];
  const [cutVoltage, restoreVoltage] = [readVolts("cutVoltage"), readVolts("restoreVoltage")];
  if (restoreSoc < cutSoc + leastGapPercent) wrong.restoreSoc ??= "gap";
  if (cutVoltage === null && restoreVoltage !== null) wrong.cutVoltage ??= "both";
  if (cutVoltage !== null && restoreVoltage === null) wrong.restoreVoltage ??= "both";
  if (cutVoltage !== null && restoreVoltage !== null && restoreVoltage < cutVoltage + leastGapV)
    wrong.restoreVoltage ??= "gapV";
  if (draft.enabled && draft.loads.every(({ neverCut }) => neverCut)) wrong.loads = "none";
  if (Object.keys(wrong).length > 0) return { wrong };
  const { enabled, loads } = draft;
  return { setting: { enabled, cutSoc, restoreSoc, cutVoltage, restoreVoltage, delaySeconds, loads: [...loads] } };
}

/** The loads with one of them a place further up or down; as they are at an end of the list. */
export function moved(loads: readonly Load[], target: string, by: -1 | 1): readonly Load[] {
  const from = loads.findIndex((load) => load.target === target);
  const to = from + by;
  const [load, other] = [loads[from], loads[to]];
  return load && other ? loads.with(from, other).with(to, load) : loads;
}
