import { batchS, staleAfterMs } from "../../core/constants.ts";
import { coldDegC, fullSoc, hotDegC } from "./battery-levels.ts";

/** What can be wrong with a battery by its own reports. No schema library: screens import it. */
export const batteryAlarms = ["spread", "hot", "cold", "no_charge", "no_discharge", "soh"] as const;
export type BatteryAlarm = (typeof batteryAlarms)[number];

/** Spread from which cells must be watched, and from which someone must balance them, mV. */
export const spreadLevelsMv = { watch: 35, alarm: 60 } as const;
export type Balance = "balanced" | "watch" | "alarm";

export function balanceOf({ spreadMv }: { spreadMv: number }): Balance {
  if (spreadMv >= spreadLevelsMv.alarm) return "alarm";
  return spreadMv >= spreadLevelsMv.watch ? "watch" : "balanced";
}

/** Charge between which a spread says something of the cells, percent: voltages run apart near empty and near full. */
export const judgedSoc = { low: 10, high: 95 } as const;

/**
 * How well cells agree, where their charge lets that be told.
 * @param soc Percent; undefined: the battery does not measure it; "old": what it was is too long ago.
 */
export function balanceAt(spread: { spreadMv: number }, soc: number | "old" | undefined): Balance | "not_judged" {
  if (soc === "old" || (soc !== undefined && (soc < judgedSoc.low || soc > judgedSoc.high))) return "not_judged";
  return balanceOf(spread);
}

/** How far some cells are apart, mV. @param voltagesV At least one. */
export function spreadMvOf(voltagesV: readonly number[]): number {
  return Math.round((Math.max(...voltagesV) - Math.min(...voltagesV)) * 1_000);
}

export const cellMetrics = Array.from({ length: 16 }, (_, index) => `battery.cell.${index + 1}.voltage`);
const temperatureMetrics = ["battery", "battery.pack.1", "battery.pack.2"].map((id) => `${id}.temperature`);
const extremeMetrics = ["battery.cell_min", "battery.cell_max"];

/** All that alarms are judged by. */
export const alarmMetrics: readonly string[] = [
  "battery.soc",
  "battery.soh",
  "battery.charge_limit",
  "battery.discharge_limit",
  ...temperatureMetrics,
  ...extremeMetrics,
  ...cellMetrics,
];

/** Readings beyond these come from a broken sensor or another unit, and say nothing of the battery. */
const plausible: readonly (readonly [metric: RegExp, low: number, high: number])[] = [
  [/\.soc$|\.soh$/, 0, 110],
  [/\.temperature$/, -39, 120],
  [/\.cell/, 1.5, 5],
];

function isPlausible(metric: string, value: number): boolean {
  return plausible.every(([of, low, high]) => !of.test(metric) || (value >= low && value <= high));
}

/** The latest reading of a metric, with the epoch ms at which it was measured. */
export type LatestReading = (metric: string) => readonly [value: number, atMs: number] | null | undefined;

/**
 * What needs attention about a bank, from its own reports: a limit of 0 A means that it refuses. A reading that was old
 * already when the container sent its newest says nothing; of a silent container these are its last known alarms.
 * @param newestMs When the newest value of the container was measured.
 * @param everyS Seconds after which new values are expected.
 */
export function alarmsOf(latest: LatestReading, newestMs: number, everyS: number): BatteryAlarm[] {
  const value = (metric: string) => {
    const found = latest(metric);
    if (!found || newestMs - found[1] > staleAfterMs(Math.max(everyS, batchS))) return undefined;
    return isPlausible(metric, found[0]) ? found[0] : undefined;
  };
  const present = (metrics: readonly string[]) => metrics.flatMap((metric) => value(metric) ?? []);
  const soc = value("battery.soc");
  const soh = value("battery.soh");
  const temperatures = present(temperatureMetrics);
  const cells = present(cellMetrics);
  const extremes = present(extremeMetrics);
  const voltages = cells.length > 1 ? cells : extremes;
  const isSocOld = soc === undefined && Boolean(latest("battery.soc"));
  const isApart =
    voltages.length > 1 && balanceAt({ spreadMv: spreadMvOf(voltages) }, isSocOld ? "old" : soc) === "alarm";
  const alarms: Record<BatteryAlarm, boolean> = {
    spread: isApart,
    hot: temperatures.some((degC) => degC >= hotDegC),
    cold: temperatures.some((degC) => degC <= coldDegC),
    // A full battery refuses rightly, and nobody knows whether one without a charge is full.
    no_charge: value("battery.charge_limit") === 0 && soc !== undefined && soc < fullSoc,
    no_discharge: value("battery.discharge_limit") === 0,
    soh: soh !== undefined && soh < 70,
  };
  return batteryAlarms.filter((alarm) => alarms[alarm]);
}

const looksAt: Record<BatteryAlarm, RegExp> = {
  spread: /^battery\.cell/,
  hot: /^battery\.(pack\.\d+\.)?temperature$/,
  cold: /^battery\.(pack\.\d+\.)?temperature$/,
  no_charge: /^battery\.charge_limit$/,
  no_discharge: /^battery\.discharge_limit$/,
  soh: /^battery\.soh$/,
};

/**
 * Those of a battery's alarms that no open warning speaks of: people read of one cause once.
 * @param attributes What the open warnings look at.
 */
export function alarmsBeside(alarms: readonly BatteryAlarm[], attributes: readonly string[] = []): BatteryAlarm[] {
  return alarms.filter((alarm) => !attributes.some((attribute) => looksAt[alarm].test(attribute)));
}
