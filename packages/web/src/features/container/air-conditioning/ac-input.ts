import { acBounds, type AcHours, type AcPlan, mostHours } from "@offgrid/contract/air-conditioning/ac-plan";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { clockTime } from "@offgrid/contract/core/moments";
import { acLimits, type AcRun, type AcRunMode } from "@offgrid/contract/devices/ac-setting";
import { asShown, fromTyped, toTyped } from "@offgrid/contract/telemetry/shown-units";

import { readNumber, writeNumber } from "../../../core/typed-number.ts";

/** What someone types about an air conditioner, and what it means. Pure. */

export interface RunTexts {
  mode: AcRunMode;
  setpoint: string;
  fan: string;
}

export interface PlanTexts extends RunTexts {
  enabled: boolean;
  hours: readonly AcHours[];
  /** Empty: it runs at any charge. */
  minSoc: string;
}

export type AcFault = "setpoint" | "fan" | "time" | "sameTime" | "hours" | "charge";
/** By field: `setpoint`, `hours.0.from`. */
export type AcFaults = Readonly<Record<string, AcFault>>;

/** Speeds that are offered; a unit may have others. */
const speeds = [30, 60, 100];

/** The speeds to choose from, with the one that is set. */
export function fanChoices(fan: string): string[] {
  const known = speeds.map(String);
  return known.includes(fan) || readNumber(fan) === undefined
    ? known
    : [...known, fan].toSorted((one, other) => Number(one) - Number(other));
}

const usualRun: AcRun = { mode: "cool", setpointDegC: 26, fan: 60 };

/** @param run Null: nothing is known, and what most people want is offered. */
export function textsOfRun(run: AcRun | null, modes: readonly string[], locale: LocaleCode): RunTexts {
  const { mode, setpointDegC, fan } = run ?? usualRun;
  const first = modes.find((one): one is AcRunMode => one !== "off") ?? mode;
  return {
    mode: modes.includes(mode) ? mode : first,
    setpoint: writeNumber(toTyped(setpointDegC, "degC"), locale),
    fan: String(fan),
  };
}

/** @param plan Null: nobody has set one, and the unit does nothing by itself. */
export function textsOfPlan(plan: AcPlan | null, modes: readonly string[], locale: LocaleCode): PlanTexts {
  const { enabled = false, hours = [], minSoc = null } = plan ?? {};
  return { ...textsOfRun(plan, modes, locale), enabled, hours, minSoc: minSoc === null ? "" : String(minSoc) };
}

/** @returns What the unit is to do, or what is wrong with which field. */
export function readRun({ mode, setpoint, fan }: RunTexts): { run: AcRun } | { wrong: AcFaults } {
  const wrong: Record<string, AcFault> = {};
  const { setpointDegC: degrees, fan: percent } = acLimits;
  const typed = setpointOf(readNumber(setpoint) ?? NaN);
  const isPossible = Number.isInteger(typed / degrees.step) && typed >= degrees.from && typed <= degrees.to;
  if (!isPossible && mode !== "fan") wrong["setpoint"] = "setpoint";
  // Its fan alone has no set point, and does not show one.
  const setpointDegC = isPossible ? typed : usualRun.setpointDegC;
  const speed = readNumber(fan) ?? NaN;
  if (!Number.isInteger(speed) || speed < percent.from || speed > percent.to) wrong["fan"] = "fan";
  return Object.keys(wrong).length > 0 ? { wrong } : { run: { mode, setpointDegC, fan: speed } };
}

/** Its unit takes steps of its own: in another unit, nobody types these. */
function setpointOf(typed: number): number {
  const { step } = acLimits.setpointDegC;
  return isOtherUnit() ? Math.round(fromTyped(typed, "degC") / step) * step : typed;
}

/** Are its temperatures typed in another unit than that in which it takes them? */
export const isOtherUnit = () => asShown(0, "degC").unit !== "degC";

/** @returns The plan, or what is wrong with which field. */
export function readPlan(texts: PlanTexts): { plan: AcPlan } | { wrong: AcFaults } {
  const read = readRun(texts);
  const wrong: Record<string, AcFault> = "wrong" in read ? { ...read.wrong } : {};
  for (const [place, { from, to }] of texts.hours.entries()) {
    if (!clockTime.test(from)) wrong[`hours.${place}.from`] = "time";
    if (!clockTime.test(to)) wrong[`hours.${place}.to`] = "time";
    else if (from === to) wrong[`hours.${place}.to`] = "sameTime";
  }
  if (texts.hours.length > mostHours) wrong["hours"] = "hours";
  const typed = texts.minSoc.trim();
  const minSoc = typed === "" ? null : (readNumber(typed) ?? NaN);
  const isCharge = minSoc === null || (Number.isInteger(minSoc) && isWithin(minSoc));
  if (!isCharge) wrong["minSoc"] = "charge";
  if (!("run" in read) || Object.keys(wrong).length > 0) return { wrong };
  return { plan: { ...read.run, enabled: texts.enabled, hours: texts.hours, minSoc } };
}

function isWithin(percent: number): boolean {
  return percent >= acBounds.minSoc.from && percent <= acBounds.minSoc.to;
}
