/** The container as one room: warmed by the sun and the equipment, cooled or heated by the AC unit. */
import {
  type AcMode,
  acOff,
  type AcRun,
  type AcRunMode,
  acWord,
  readAcWord,
} from "@offgrid/contract/devices/ac-setting";

export interface RoomDesign {
  heatCapacityJPerK: number;
  lossWPerK: number;
  /** Area of the shell that the sun warms, times the share of the light that comes through the insulation. */
  solarGainM2: number;
}

export interface AirConditionerDesign {
  compressorW: number;
  /** At full speed. */
  fanW: number;
  /** Heat moved per unit of electricity used. */
  coefficient: number;
  /** Of its own thermostat, which counts until a controller sets the unit. */
  coolAboveDegC: number;
  heatBelowDegC: number;
}

/** What the unit does now, whatever it is set to. */
export type AirMode = "off" | "cool" | "heat" | "fan";

/** What these units can be set to: none of them dries. */
export const unitModes: readonly AcRunMode[] = ["cool", "heat", "fan", "auto"];

/** What a controller has set the unit to; one that is off keeps its set point and its fan. */
export type AirSetting = Omit<AcRun, "mode"> & { mode: AcMode };

type Band = Pick<AirConditionerDesign, "coolAboveDegC" | "heatBelowDegC">;

/** Half the band between switching on and off. */
const hysteresisDegC = 1;

/** What the thermostat does next: it starts outside the band around a set point and stops on its other side. */
export function thermostat(unit: Band, mode: AirMode, insideDegC: number): AirMode {
  if (mode === "cool" && insideDegC > unit.coolAboveDegC - hysteresisDegC) return "cool";
  if (mode === "heat" && insideDegC < unit.heatBelowDegC + hysteresisDegC) return "heat";
  if (insideDegC > unit.coolAboveDegC + hysteresisDegC) return "cool";
  if (insideDegC < unit.heatBelowDegC - hysteresisDegC) return "heat";
  return "off";
}

/** What the unit does next. @param setting Null: it follows its own thermostat. */
export function airNext(
  unit: AirConditionerDesign,
  setting: AirSetting | null,
  mode: AirMode,
  insideDegC: number,
): AirMode {
  if (!setting) return thermostat(unit, mode, insideDegC);
  if (setting.mode === "off" || setting.mode === "fan") return setting.mode;
  return thermostat(bandOf(setting.mode, setting.setpointDegC), mode, insideDegC);
}

/** Half the span of `auto` in which it neither cools nor heats. */
const idleDegC = 2;

function bandOf(mode: Exclude<AcRunMode, "fan">, setpointDegC: number): Band {
  if (mode === "heat") return { coolAboveDegC: Infinity, heatBelowDegC: setpointDegC };
  if (mode === "auto") return { coolAboveDegC: setpointDegC + idleDegC, heatBelowDegC: setpointDegC - idleDegC };
  return { coolAboveDegC: setpointDegC, heatBelowDegC: -Infinity };
}

/** What its own thermostat comes to as a setting: by whether the room is nearer to its upper or to its lower limit. */
export function ownSetting({ coolAboveDegC, heatBelowDegC }: AirConditionerDesign, insideDegC: number): AirSetting {
  return insideDegC < (coolAboveDegC + heatBelowDegC) / 2
    ? { mode: "heat", setpointDegC: heatBelowDegC, fan: 100 }
    : { mode: "cool", setpointDegC: coolAboveDegC, fan: 100 };
}

export function wordOf({ mode, ...rest }: AirSetting): string {
  return mode === "off" ? acOff : acWord({ mode, ...rest });
}

/** A setting after a word was written to the unit; undefined: it cannot do that. */
export function withWord(before: AirSetting, word: string): AirSetting | undefined {
  const setting = readAcWord(word);
  if (!setting || setting.mode === "off") return setting && { ...before, mode: "off" };
  return unitModes.includes(setting.mode) ? setting : undefined;
}

/** Electric power of the unit, W; a little more when it is hot outside. @param fan Percent. */
export function airConditionerW(unit: AirConditionerDesign, mode: AirMode, ambientDegC: number, fan = 100): number {
  const fanW = (unit.fanW * fan) / 100;
  if (mode === "off") return 0;
  if (mode === "fan") return fanW;
  const strain = mode === "cool" ? 1 + 0.012 * Math.min(15, Math.max(-15, ambientDegC - 30)) : 1;
  return fanW + unit.compressorW * strain;
}

/**
 * Room temperature after a step under constant conditions (exact solution, so the length of the step does not matter).
 * @param heatW Heat brought in (negative: taken out) by equipment and AC unit.
 */
export function insideAfterDegC(
  room: RoomDesign,
  insideDegC: number,
  ambientDegC: number,
  globalWPerM2: number,
  heatW: number,
  stepS: number,
): number {
  const target = ambientDegC + (heatW + room.solarGainM2 * globalWPerM2) / room.lossWPerK;
  return target + (insideDegC - target) * Math.exp((-stepS * room.lossWPerK) / room.heatCapacityJPerK);
}
