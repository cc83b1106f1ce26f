import {
  type PhaseSwitch,
  type PhaseVoltage,
  type RelaySwitch,
  phaseSwitches,
  phaseVoltages,
  relaySwitches,
} from "../telemetry/load-switches.ts";

/** What the readings of one instant show of the loads of a container. Pure. */

/** Loads that draw less than this have no power, or there are none, W. */
const nothingW = 10;
/** Values of `inverter.state` at which an inverter gives no power: off and fault. */
const deadInverter: ReadonlySet<number> = new Set([0, 4]);

/** Even a weak phase has more while it is supplied, V: an inverter that saves energy says it is off where nothing is drawn. */
const suppliedV = 100;

type LoadMetric =
  | PhaseSwitch
  | PhaseVoltage
  | RelaySwitch
  | "load.ac.power"
  | "load.power"
  | "inverter.state"
  | "battery.soc";

/** Everything that tells whether loads have power. */
export const loadMetrics: readonly LoadMetric[] = [
  ...phaseSwitches,
  "load.ac.power",
  "load.power",
  "inverter.state",
  ...phaseVoltages,
  ...relaySwitches,
  "battery.soc",
];

/** Reads the value of a metric at one instant; undefined: not measured then. */
export type ReadValue = (metric: string) => number | undefined;

/**
 * cut: they have no power. supplied: they have it. low: nothing is drawn and the charge is so low that they may be, which
 * is a cut if it lasts. idle: nothing is drawn and the charge does not tell why, so no cut begins, and none ends by it.
 */
export type LoadsSign = "cut" | "supplied" | "low" | "idle";

/** Fewer low readings may be a pause of whatever runs at a low charge. */
export const leastLowReadings = 3;
/** A pause of whatever runs at a low charge is shorter. */
export const lowLastsMs = 10 * 60_000;
/** So far above the cut-off, in points of charge, every device has switched the loads on again: nobody uses them. */
const surelyBackAbove = 30;

/**
 * Loads are cut when all phases are disconnected, and when nothing is drawn and the inverter is off while no phase has a
 * voltage, or all relays are open. Where none of these is measured, only power and charge tell.
 * @param lowSoc State of charge up to which they may be cut, percent.
 * @returns undefined where the readings do not tell.
 */
export function loadsSign(read: ReadValue, lowSoc: number): LoadsSign | undefined {
  const phases = known(phaseSwitches, read);
  if (phases.length > 0 && phases.every((on) => on === 0)) return "cut";
  const drawnW = read("load.ac.power") ?? read("load.power");
  if (drawnW !== undefined && drawnW >= nothingW) return "supplied";
  const inverter = read("inverter.state");
  const isLive = known(phaseVoltages, read).some((voltage) => voltage >= suppliedV);
  if (inverter !== undefined) return deadInverter.has(inverter) && !isLive ? "cut" : "supplied";
  if (drawnW === undefined) return isLive || phases.length > 0 ? "supplied" : undefined;
  const switches = known(relaySwitches, read);
  if (switches.length > 0 && switches.every((closed) => closed === 0)) return "cut";
  if (isLive) return "supplied";
  const soc = read("battery.soc");
  // A charge that was not measured at this instant takes nothing back.
  if (soc === undefined) return "idle";
  if (soc <= lowSoc) return "low";
  return soc >= lowSoc + surelyBackAbove ? "supplied" : "idle";
}

/**
 * Whether loads had power, by signs in the order of time: true cut, false supplied, undefined unknown. A cut ends when
 * something is drawn again, not by a charge that merely rises over the cut-off.
 */
export function cutsBySigns(signs: readonly (LoadsSign | undefined)[]): (boolean | undefined)[] {
  let before = false;
  return signs.map((sign) => {
    if (sign !== undefined && sign !== "idle") before = sign !== "supplied";
    return sign && before;
  });
}

/** In a loop, since this is done for every message, of which most have none of these. */
function known(metrics: readonly string[], read: ReadValue): number[] {
  const values: number[] = [];
  for (const metric of metrics) {
    const value = read(metric);
    if (value !== undefined) values.push(value);
  }
  return values;
}
