/** The container as one room: warmed by the sun and the equipment, cooled or heated by the AC unit. */

export interface RoomDesign {
  heatCapacityJPerK: number;
  lossWPerK: number;
  /** Area of the shell that the sun warms, times the share of the light that comes through the insulation. */
  solarGainM2: number;
}

export interface AirConditionerDesign {
  compressorW: number;
  fanW: number;
  /** Heat moved per unit of electricity used. */
  coefficient: number;
  coolAboveDegC: number;
  heatBelowDegC: number;
}

export type AirMode = "off" | "cool" | "heat";

/** Half the band between switching on and off. */
const hysteresisDegC = 1;

/** What the thermostat does next: it starts outside the band around a set point and stops on its other side. */
export function thermostat(unit: AirConditionerDesign, mode: AirMode, insideDegC: number): AirMode {
  if (mode === "cool" && insideDegC > unit.coolAboveDegC - hysteresisDegC) return "cool";
  if (mode === "heat" && insideDegC < unit.heatBelowDegC + hysteresisDegC) return "heat";
  if (insideDegC > unit.coolAboveDegC + hysteresisDegC) return "cool";
  if (insideDegC < unit.heatBelowDegC - hysteresisDegC) return "heat";
  return "off";
}

/** Electric power of the unit, W; a little more when it is hot outside. */
export function airConditionerW(unit: AirConditionerDesign, mode: AirMode, ambientDegC: number): number {
  if (mode === "off") return 0;
  const strain = mode === "cool" ? 1 + 0.012 * Math.min(15, Math.max(-15, ambientDegC - 30)) : 1;
  return unit.fanW + unit.compressorW * strain;
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
