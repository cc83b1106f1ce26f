import { batchS } from "@offgrid/contract/core/constants";
import {
  alarmMetrics,
  balanceAt,
  cellMetrics,
  spreadLevelsMv,
  spreadMvOf,
} from "@offgrid/contract/devices/battery-alarms";
import type { ValueAt } from "@offgrid/contract/devices/device.schema";
import type { Unit } from "@offgrid/contract/telemetry/metrics";

import type { Judge } from "../../../ui/use-freshness.ts";

type Values = Readonly<Record<string, ValueAt>>;

/** One figure of a battery. */
export interface BatteryFigure {
  quantity: BatteryQuantity;
  unit: Unit;
  value: number;
  atMs: number;
}

export const batteryQuantities = [
  ["soh", "percent"],
  ["voltage", "V"],
  ["current", "A"],
  ["power", "W"],
  ["temperature", "degC"],
  ["cycles", "count"],
  ["capacity", "Wh"],
  ["energy_in", "Wh"],
  ["energy_out", "Wh"],
] as const satisfies readonly (readonly [string, Unit])[];
export type BatteryQuantity = (typeof batteryQuantities)[number][0];

/** The bank as a whole, or one pack of it. */
export interface Battery {
  /** "battery" or "battery.pack.1". */
  id: string;
  /** Of a pack, from 1. */
  number?: number;
  soc: { value: number; atMs: number } | undefined;
  /** Its charge is too old to say anything of now, though others of its values may not be. */
  isSocOld: boolean;
  /** W, positive while charging; of a pack from its voltage and current. */
  powerW: number | undefined;
  figures: BatteryFigure[];
  /** So is its newest value. */
  isStale: boolean;
}

/** The bank and its packs, as far as they report anything. */
export function batteriesOf(values: Values, everyS: number, nowMs: number, judge: Judge): Battery[] {
  return [undefined, 1, 2].flatMap((number) => {
    const id = number === undefined ? "battery" : `battery.pack.${number}`;
    const soc = find(values, `${id}.soc`);
    const figures = batteryQuantities.flatMap(([quantity, unit]) => {
      const found = find(values, `${id}.${quantity}`);
      return found ? [{ quantity, unit, ...found }] : [];
    });
    if (!soc && figures.length === 0) return [];
    const newest = Math.max(...figures.map(({ atMs }) => atMs), soc?.atMs ?? 0);
    const figure = (quantity: BatteryQuantity) => figures.find((one) => one.quantity === quantity)?.value;
    const [voltage, current] = [figure("voltage"), figure("current")];
    const product = voltage !== undefined && current !== undefined ? voltage * current : undefined;
    return [
      {
        id,
        ...(number === undefined ? {} : { number }),
        soc,
        isSocOld: soc !== undefined && judge(soc.atMs, everyS, nowMs) === "stale",
        powerW: figure("power") ?? product,
        figures,
        isStale: judge(newest, everyS, nowMs) === "stale",
      },
    ];
  });
}

function find(values: Values, metric: string): { value: number; atMs: number } | undefined {
  const found = values[metric];
  return found && { value: found.value, atMs: Date.parse(found.at) };
}

export interface Cell {
  number: number;
  voltageV: number;
  /** How far it is from the mean of all, mV. */
  deviationMv: number;
  /** It stands out, in a bank whose cells are too far apart. */
  isMarked: boolean;
}

/** Voltages of the cells of a bank, and how far they are apart. */
export interface CellSpread {
  /** In order; empty where the battery reports only the lowest and the highest. */
  cells: Cell[];
  lowestV: number;
  highestV: number;
  spreadMv: number;
  /** Numbers of the cells with these voltages; undefined where the battery does not tell them apart. */
  lowest: number | undefined;
  highest: number | undefined;
  atMs: number;
}

/** How well the cells agree; undefined where the battery tells nothing of them. */
export function cellSpread(values: Values): CellSpread | undefined {
  const measured = cellMetrics.flatMap((metric, index) => {
    const found = find(values, metric);
    return found ? [{ number: index + 1, voltageV: found.value, atMs: found.atMs }] : [];
  });
  if (measured.length > 1) {
    const byVoltage = measured.toSorted((one, other) => one.voltageV - other.voltageV);
    const [low, high] = [byVoltage[0]!, byVoltage.at(-1)!];
    const spreadMv = spreadMvOf([low.voltageV, high.voltageV]);
    const meanV = measured.reduce((sum, { voltageV }) => sum + voltageV, 0) / measured.length;
    const isApart = ["watch", "alarm"].includes(balanceAt({ spreadMv }, values["battery.soc"]?.value));
    return {
      cells: measured.map(({ number, voltageV }) => {
        const deviationMv = Math.round((voltageV - meanV) * 1_000) + 0;
        return { number, voltageV, deviationMv, isMarked: isApart && Math.abs(deviationMv) >= markedFromMv };
      }),
      lowestV: low.voltageV,
      highestV: high.voltageV,
      spreadMv,
      lowest: low.number,
      highest: high.number,
      atMs: Math.min(...measured.map(({ atMs }) => atMs)),
    };
  }
  const [low, high] = [find(values, "battery.cell_min"), find(values, "battery.cell_max")];
  if (!low || !high) return undefined;
  return {
    cells: [],
    lowestV: low.value,
    highestV: high.value,
    spreadMv: spreadMvOf([low.value, high.value]),
    lowest: undefined,
    highest: undefined,
    atMs: Math.min(low.atMs, high.atMs),
  };
}

/** A cell this far from the mean is one of those that make the spread. */
const markedFromMv = spreadLevelsMv.watch / 2;

/** Points of charge by which the packs of a bank differ; undefined with fewer than two of a bank. */
export function packDifference(batteries: readonly Battery[]): number | undefined {
  const socs = batteries.flatMap(({ number, soc, isSocOld }) => (number && soc && !isSocOld ? [soc.value] : []));
  return socs.length < 2 ? undefined : Math.max(...socs) - Math.min(...socs);
}

/** When what alarms are judged by was last measured: all of it, or only a part of it, is too old to say anything now. */
export interface AlarmsUnknown {
  sinceMs: number;
  isAll: boolean;
}

/** Undefined: all that this battery reports for alarms still comes. */
export function alarmsUnknown(values: Values, everyS: number, nowMs: number, judge: Judge): AlarmsUnknown | undefined {
  const times = alarmMetrics.flatMap((metric) => find(values, metric)?.atMs ?? []);
  const old = times.filter((atMs) => judge(atMs, Math.max(everyS, batchS), nowMs) === "stale");
  return old.length === 0 ? undefined : { sinceMs: Math.max(...old), isAll: old.length === times.length };
}

/** Near full each battery allows less, percent. */
const nearlyFull = 90;
/** Charged with this share of what it allows, it is the limit that is seen and not the sun. */
const nearLimit = 0.95;
/** Allowed less than this share of its capacity an hour, it could not be charged in a short day. */
const slowShare = 0.2;
/** Temperatures that make a battery allow less; between them it has other reasons. */
const [coolDegC, warmDegC] = [10, 40];

/**
 * How much the bank allows, A, where that holds its charging back: it is charged with as much, or it is so cold or hot that it
 * allows little whenever there is sun, and then also how much that is, W. With its temperature where that may be why;
 * undefined: it does not, or that is not known.
 */
export function chargeLimited(
  values: Values,
  everyS: number,
  nowMs: number,
  judge: Judge,
): { limitA: number; degC: number | undefined; mostW?: number } | undefined {
  const fresh = (metric: string) => {
    const found = find(values, metric);
    return found && judge(found.atMs, Math.max(everyS, batchS), nowMs) !== "stale" ? found.value : undefined;
  };
  const names = ["charge_limit", "current", "soc", "voltage", "temperature"] as const;
  const [limitA, currentA, soc, voltage, degC] = names.map((name) => fresh(`battery.${name}`));
  if (limitA === undefined || (soc !== undefined && soc >= nearlyFull)) return undefined;
  const isWhy = degC !== undefined && (degC < coolDegC || degC > warmDegC);
  if (currentA !== undefined && currentA > 0 && currentA >= nearLimit * limitA)
    return { limitA, degC: isWhy ? degC : undefined };
  // One that allows nothing reports that as an alarm. How much it holds does not age.
  const capacityWh = find(values, "battery.capacity")?.value ?? 0;
  if (!isWhy || voltage === undefined || !(limitA > 0) || limitA * voltage >= slowShare * capacityWh) return undefined;
  return { limitA, degC, mostW: limitA * voltage };
}

/** Charge of the bank where it is below the reserve now, percent. */
export function socBelowReserve(batteries: readonly Battery[], reservePercent: number): number | undefined {
  const bank = batteries.find(({ number }) => number === undefined);
  return bank?.soc && !bank.isSocOld && bank.soc.value < reservePercent ? bank.soc.value : undefined;
}
