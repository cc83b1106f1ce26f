import { marginMsOf, validOf, withoutDips } from "../../history/energy/energy.ts";
import { metricsOf } from "../../history/energy/quantities.ts";
import { meterGrowth } from "@offgrid/contract/core/meter-growth";
import { localDay } from "@offgrid/contract/core/zone-time";
import { type DaySum, addMeterStep, addPowerStep, nextDay, sumOf, totalOf } from "./day-sum.ts";
import { type Tail, stepTo, tailOf } from "./reading-tail.ts";

/** Energy of a container's local day, kept up reading by reading. Pure; the rule is that of history/energy/energy.ts. */

/** The metrics that it reads, in the order of `Reading.values`. */
export const energyMetrics: readonly string[] = [...metricsOf("solar"), ...metricsOf("load")];
export const energyMeters: readonly string[] = [metricsOf("solar")[1], metricsOf("load")[1]];

export interface Reading {
  atMs: number;
  values: readonly (number | null | undefined)[];
}

interface Kind {
  power: Tail | undefined;
  meter: Tail | undefined;
  /** The meter's last reading where that is below the one before: the next tells whether it is faulty or a reset. */
  fall: { atMs: number; value: number } | undefined;
  sum: DaySum;
}

export interface DayEnergy {
  /** YYYY-MM-DD in the container's zone. */
  date: string;
  startMs: number;
  endMs: number;
  newestMs: number;
  /** A late reading came in between, or one that tells what an earlier one left open: compute the day again from what is stored. */
  isStale: boolean;
  solar: Kind;
  load: Kind;
}

export interface DayTotals {
  date: string;
  solarWh: number | null;
  loadWh: number | null;
  measuredS: number;
}

const hourMs = 3_600_000;

/** The day that holds an instant, computed from all its readings so far (and some of the day before). */
export function dayFromSamples(
  zone: string,
  nowMs: number,
  atMs: readonly number[],
  columns: readonly (readonly (number | null)[])[],
  declaredMs: number,
): DayEnergy {
  const { startMs, endMs, date } = localDay(zone, nowMs);
  const kind = (powerColumn: number, meterColumn: number): Kind => {
    const [powerW, meterWh] = [columns[powerColumn] ?? [], columns[meterColumn] ?? []];
    const given = validOf(atMs, meterWh);
    const counted = withoutDips(given);
    const believed = new Set(counted.at);
    const kept = atMs.map((at, index) => (believed.has(at) ? (meterWh[index] ?? null) : null));
    const last = { atMs: given.at.at(-1) ?? -Infinity, value: given.value.at(-1) ?? 0 };
    return {
      power: tailOf(atMs, powerW, declaredMs),
      meter: tailOf(atMs, kept, declaredMs),
      fall: last.atMs > (counted.at.at(-1) ?? last.atMs) ? last : undefined,
      sum: sumOf(atMs, [powerW, kept], { startMs, endMs }, declaredMs),
    };
  };
  const newestMs = atMs.at(-1) ?? 0;
  return { date, startMs, endMs, newestMs, isStale: false, solar: kind(0, 1), load: kind(2, 3) };
}

/** Adds a reading: in order at once, late ones by marking the day stale. A reading of a later day begins that day. */
export function addReading(day: DayEnergy, zone: string, reading: Reading, declaredMs: number): DayEnergy {
  if (reading.atMs <= day.newestMs) {
    return reading.atMs >= day.startMs - reachMs(day, declaredMs) ? { ...day, isStale: true } : day;
  }
  let next = day;
  if (reading.atMs >= day.endMs) {
    const { startMs, endMs, date } = localDay(zone, reading.atMs);
    next = { ...day, date, startMs, endMs, solar: restarted(day.solar), load: restarted(day.load) };
  }
  const [solarW, solarMeterWh, loadW, loadMeterWh] = reading.values;
  const [solar, solarUnsure] = addTo(
    next.solar,
    { atMs: reading.atMs, powerW: solarW, meterWh: solarMeterWh },
    next,
    declaredMs,
  );
  const [load, loadUnsure] = addTo(
    next.load,
    { atMs: reading.atMs, powerW: loadW, meterWh: loadMeterWh },
    next,
    declaredMs,
  );
  return { ...next, isStale: next.isStale || solarUnsure || loadUnsure, newestMs: reading.atMs, solar, load };
}

interface Given {
  atMs: number;
  powerW: number | null | undefined;
  meterWh: number | null | undefined;
}

/** @returns with whether only the stored readings tell what it comes to. */
function addTo(
  { power, meter, fall, sum }: Kind,
  { atMs, powerW, meterWh }: Given,
  day: DayEnergy,
  declaredMs: number,
): [Kind, isUnsure: boolean] {
  const ofPower =
    typeof powerW === "number" ? stepTo(power, { atMs, value: powerW }, declaredMs, trapezoid) : undefined;
  const own = { power: ofPower?.tail ?? power, meter, fall };
  const known = ofPower ? addPowerStep(sum, ofPower.step, meter?.atMs, day) : sum;
  const isPowerUnsure = known.isUnsure || (ofPower?.isUnsure ?? false);
  if (typeof meterWh !== "number") return [{ ...own, sum: known }, isPowerUnsure];
  const isReset = fall !== undefined && meter !== undefined && meterWh < meter.value;
  if (!isReset && meter && meterWh < meter.value)
    return [{ ...own, fall: { atMs, value: meterWh }, sum: known }, isPowerUnsure];
  const ofMeter = stepTo(meter, { atMs, value: meterWh }, declaredMs, growth);
  const all = addMeterStep(known, ofMeter.step, own.power?.atMs, day);
  const isUnsure = isReset || isPowerUnsure || all.isUnsure || ofMeter.isUnsure;
  return [{ ...own, meter: ofMeter.tail, fall: undefined, sum: all }, isUnsure];
}

/** How long before midnight a reading may be that still reaches into the day: as far as energies are read, energy.ts. */
function reachMs({ solar, load }: DayEnergy, declaredMs: number): number {
  const tails = [solar, load].flatMap(({ power, meter }) => [power, meter]);
  const longestMs = Math.max(declaredMs, ...tails.flatMap((tail) => tail?.stepsMs ?? []));
  return marginMsOf(longestMs);
}

/** What lists show; null where nothing of the day was measured. */
export function totalsOf(day: DayEnergy): DayTotals {
  const [solar, load] = [totalOf(day.solar.sum), totalOf(day.load.sum)];
  const measured = [day.solar, day.load]
    .filter(({ power, meter }) => power ?? meter)
    .map(({ sum }) => totalOf(sum).measuredMs);
  return {
    date: day.date,
    solarWh: solar.wh,
    loadWh: load.wh,
    measuredS: measured.length ? Math.min(...measured) / 1000 : 0,
  };
}

function restarted(kind: Kind): Kind {
  return { ...kind, sum: nextDay(kind.sum) };
}

/** Wh between two instants of the step from one reading to the next. */
type Share = (before: Tail, after: { atMs: number; value: number }, lowMs: number, highMs: number) => number;

const trapezoid: Share = (before, { atMs, value }, lowMs, highMs) => {
  const startW = Math.max(0, before.value);
  const endW = Math.max(0, value);
  const middle = ((lowMs + highMs) / 2 - before.atMs) / (atMs - before.atMs);
  return ((startW + (endW - startW) * middle) * (highMs - lowMs)) / hourMs;
};

const growth: Share = (before, { atMs, value }, lowMs, highMs) =>
  (meterGrowth(before.value, value) * (highMs - lowMs)) / (atMs - before.atMs);
