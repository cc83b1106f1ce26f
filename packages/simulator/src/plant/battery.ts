/** Lithium iron phosphate battery of 16 cells in series. Power and current are positive while charging. */
import { chance, subSeed } from "./chance.ts";

export interface BatteryDesign {
  capacityWh: number;
  /** Limits at the terminals, when neither nearly full nor cold. */
  maxChargeW: number;
  maxDischargeW: number;
  /** Stored over received energy, and delivered over withdrawn energy. */
  chargeEfficiency: number;
  dischargeEfficiency: number;
  resistanceOhm: number;
  /** State of health, percent. */
  sohPercent: number;
  /** Full cycles before the plant's first instant. */
  earlierCycles: number;
}

export const cellCount = 16;

/** Rest voltage of one LFP cell by state of charge in percent; a typical manufacturer's curve. */
const restCurve: readonly (readonly [percent: number, volt: number])[] = [
  [0, 2.6],
  [3, 2.95],
  [8, 3.13],
  [15, 3.2],
  [25, 3.24],
  [40, 3.285],
  [60, 3.305],
  [75, 3.33],
  [90, 3.345],
  [96, 3.37],
  [99, 3.43],
  [100, 3.5],
];

/** Rest voltage of one cell; states outside 0..100 count as the nearest end. */
export function cellRestV(socPercent: number): number {
  let [fromPercent, fromV] = restCurve[0] as readonly [number, number];
  if (socPercent <= fromPercent) return fromV;
  for (const [percent, volt] of restCurve) {
    if (socPercent <= percent) {
      return fromV + ((volt - fromV) * (socPercent - fromPercent)) / (percent - fromPercent || 1);
    }
    [fromPercent, fromV] = [percent, volt];
  }
  return fromV;
}

export const socPercent = (battery: BatteryDesign, storedWh: number) => (100 * storedWh) / battery.capacityWh;

/**
 * Most that the battery takes at its terminals over a step, W. Tapers near full, is small in the cold, and is never
 * more than fits in.
 * @param stepS Length of the step; 0 means an instant.
 */
export function chargeLimitW(battery: BatteryDesign, storedWh: number, temperatureDegC: number, stepS: number): number {
  const soc = socPercent(battery, storedWh);
  const taper = soc < 94 ? 1 : Math.max(0.03, 1 - ((soc - 94) / 6) * 0.97);
  const cold = Math.min(1, Math.max(0.08, temperatureDegC / 10));
  const room = Math.max(0, battery.capacityWh - storedWh) / battery.chargeEfficiency;
  return Math.min(battery.maxChargeW * taper * cold, (room * 3600) / Math.max(stepS, 1));
}

/** Most that the battery gives at its terminals over a step, W; never more than it holds. */
export function dischargeLimitW(battery: BatteryDesign, storedWh: number, stepS: number): number {
  const content = Math.max(0, storedWh) * battery.dischargeEfficiency;
  return Math.min(battery.maxDischargeW, (content * 3600) / Math.max(stepS, 1));
}

/** Stored energy after a step at constant terminal power within the limits; always in 0..capacity. */
export function storedAfterWh(battery: BatteryDesign, storedWh: number, powerW: number, stepS: number): number {
  const hours = stepS / 3600;
  const change =
    powerW >= 0 ? powerW * hours * battery.chargeEfficiency : (powerW * hours) / battery.dischargeEfficiency;
  // The limits keep it inside; this removes the last bit of rounding.
  return Math.min(battery.capacityWh, Math.max(0, storedWh + change));
}

export interface Terminals {
  voltageV: number;
  currentA: number;
}

/** Voltage and current at the terminals: V = rest + I R and P = V I solved together. */
export function terminals(battery: BatteryDesign, storedWh: number, powerW: number): Terminals {
  const restV = cellCount * cellRestV(socPercent(battery, storedWh));
  // Half the rest voltage is the least at which a source can deliver power at all.
  const voltageV = (restV + Math.sqrt(Math.max(0, restV * restV + 4 * powerW * battery.resistanceOhm))) / 2;
  return { voltageV, currentA: powerW / voltageV };
}

/**
 * Voltages of the single cells, in order; they add up to the pack's voltage.
 * @param drift A cell that has lost charge compared with the others: its number from 1, and the loss in percent of its
 * capacity.
 */
export function cellVoltages(
  battery: BatteryDesign,
  seed: number,
  storedWh: number,
  pack: Terminals,
  drift?: { cell: number; lostPercent: number },
): number[] {
  const soc = socPercent(battery, storedWh);
  const cellOhm = battery.resistanceOhm / cellCount;
  const raw: number[] = [];
  let sum = 0;
  for (let cell = 1; cell <= cellCount; cell++) {
    const chargeOffset = (chance(subSeed(seed, 20), cell) - 0.5) * 0.8 - (drift?.cell === cell ? drift.lostPercent : 0);
    const ohm = cellOhm * (0.92 + 0.16 * chance(subSeed(seed, 21), cell));
    const tolerance = (chance(subSeed(seed, 22), cell) - 0.5) * 0.004;
    const volt = cellRestV(soc + chargeOffset) + pack.currentA * ohm + tolerance;
    raw.push(volt);
    sum += volt;
  }
  const shift = (pack.voltageV - sum) / cellCount;
  return raw.map((volt) => volt + shift);
}

/** Battery temperature after a step: it approaches that of the room, and the battery's own resistance warms it. */
export function batteryAfterDegC(
  battery: BatteryDesign,
  temperatureDegC: number,
  insideDegC: number,
  currentA: number,
  stepS: number,
): number {
  const wattPerDegree = battery.capacityWh / 1000;
  const target = insideDegC + Math.min(15, (currentA * currentA * battery.resistanceOhm) / wattPerDegree);
  return target + (temperatureDegC - target) * Math.exp(-stepS / (5 * 3600));
}
