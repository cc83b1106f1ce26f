import { integrateMeter, integratePower, longestStepMs, marginMsOf } from "../../history/energy/energy.ts";
import { isMeterBetter } from "../../history/energy/power-and-meter.ts";
import { metricsOf } from "../../history/energy/quantities.ts";
import { meterGrowth } from "@offgrid/contract/core/meter-growth";
import { localDay } from "@offgrid/contract/core/zone-time";
import { type Lack, type Step, addMeterStep, addPowerStep, lackOf, nextDay } from "./power-lack.ts";

/** Energy of a container's local day, kept up reading by reading. Pure; the rule is that of history/energy/energy.ts. */

/** The metrics that it reads, in the order of `Reading.values`. */
export const energyMetrics: readonly string[] = [...metricsOf("solar"), ...metricsOf("load")];
export const energyMeters: readonly string[] = [metricsOf("solar")[1], metricsOf("load")[1]];

export interface Reading {
  atMs: number;
  values: readonly (number | null | undefined)[];
}

interface Tail {
  atMs: number;
  value: number;
  /** The newest steps between readings, at most three. */
  stepsMs: number[];
}
interface Side {
  wh: number;
  measuredMs: number;
  last: Tail | undefined;
}
interface Kind {
  power: Side;
  meter: Side;
  lack: Lack;
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

const recentSteps = 3;
const hourMs = 3_600_000;

function newSide(): Side {
  return { wh: 0, measuredMs: 0, last: undefined };
}

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
    const edges = [startMs, endMs];
    const power = integratePower(atMs, powerW, edges, declaredMs);
    const meter = integrateMeter(atMs, meterWh, edges, declaredMs);
    return {
      power: { wh: power.wh[0] ?? 0, measuredMs: power.measuredMs[0] ?? 0, last: tailOf(atMs, powerW) },
      meter: { wh: meter.wh[0] ?? 0, measuredMs: meter.measuredMs[0] ?? 0, last: tailOf(atMs, meterWh) },
      lack: lackOf(atMs, [powerW, meterWh], { startMs, endMs }, declaredMs),
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
  const add = (
    { lack, ...kind }: Kind,
    powerW: number | null | undefined,
    meterWh: number | null | undefined,
  ): Kind => {
    const [power, powerStep] = extend(kind.power, next, reading.atMs, powerW, declaredMs, trapezoid);
    const [meter, meterStep] = extend(kind.meter, next, reading.atMs, meterWh, declaredMs, growth);
    const measured = powerStep ? addPowerStep(lack, powerStep, kind.meter.last?.atMs, next) : lack;
    return { power, meter, lack: meterStep ? addMeterStep(measured, meterStep, power.last?.atMs, next) : measured };
  };
  const [solar, load] = [add(next.solar, solarW, solarMeterWh), add(next.load, loadW, loadMeterWh)];
  const isStale = next.isStale || solar.lack.isUnsure || load.lack.isUnsure;
  return { ...next, isStale, newestMs: reading.atMs, solar, load };
}

/** How long before midnight a reading may be that still reaches into the day: as far as energies are read, energy.ts. */
function reachMs({ solar, load }: DayEnergy, declaredMs: number): number {
  const tails = [solar, load].flatMap(({ power, meter }) => [power.last, meter.last]);
  const longestMs = Math.max(declaredMs, ...tails.flatMap((tail) => tail?.stepsMs ?? []));
  return marginMsOf(longestMs);
}

/** What lists show; null where nothing of the day was measured. */
export function totalsOf(day: DayEnergy): DayTotals {
  const solar = bestOf(day.solar);
  const load = bestOf(day.load);
  const whOf = (side: Side) => (side.measuredMs > 0 || side.wh > 0 ? side.wh : null);
  const measured = [solar, load].filter((side) => side.last !== undefined).map((side) => side.measuredMs);
  return {
    date: day.date,
    solarWh: whOf(solar),
    loadWh: whOf(load),
    measuredS: measured.length ? Math.min(...measured) / 1000 : 0,
  };
}

function bestOf({ power, meter, lack: { rest, open } }: Kind): Side {
  if (isMeterBetter(power, meter)) return meter;
  if (power.measuredMs === 0) return power;
  const measuredMs = power.measuredMs + rest.measuredMs + open.measuredMs;
  return { ...power, wh: power.wh + rest.wh + open.wh, measuredMs };
}

function restarted({ power, meter, lack }: Kind): Kind {
  return {
    power: { ...newSide(), last: power.last },
    meter: { ...newSide(), last: meter.last },
    lack: nextDay(lack),
  };
}

function tailOf(atMs: readonly number[], values: readonly (number | null)[]): Tail | undefined {
  const newest: number[] = [];
  for (let index = values.length - 1; index >= 0 && newest.length <= recentSteps; index--) {
    if (values[index] !== null) newest.unshift(index);
  }
  const last = newest.at(-1);
  if (last === undefined) return undefined;
  const times = newest.map((index) => atMs[index] as number);
  return {
    atMs: times.at(-1) as number,
    value: values[last] as number,
    stepsMs: times.slice(1).map((at, index) => at - (times[index] as number)),
  };
}

type Share = (before: Tail, atMs: number, value: number, lowMs: number, highMs: number) => number;

const trapezoid: Share = (before, atMs, value, lowMs, highMs) => {
  const startW = Math.max(0, before.value);
  const endW = Math.max(0, value);
  const middle = ((lowMs + highMs) / 2 - before.atMs) / (atMs - before.atMs);
  return ((startW + (endW - startW) * middle) * (highMs - lowMs)) / hourMs;
};

const growth: Share = (before, atMs, value, lowMs, highMs) =>
  (meterGrowth(before.value, value) * (highMs - lowMs)) / (atMs - before.atMs);

function extend(
  side: Side,
  day: { startMs: number; endMs: number },
  atMs: number,
  value: number | null | undefined,
  declaredMs: number,
  share: Share,
): [Side, Step | undefined] {
  if (value === null || value === undefined) return [side, undefined];
  const before = side.last;
  if (!before) {
    const first: Step = { fromMs: atMs, toMs: atMs, isGap: true, whOf: () => 0 };
    return [{ ...side, last: { atMs, value, stepsMs: [] } }, first];
  }
  const stepMs = atMs - before.atMs;
  const last: Tail = { atMs, value, stepsMs: [...before.stepsMs, stepMs].slice(-recentSteps) };
  const isGap = stepMs > longestStepMs(declaredMs, before.stepsMs, []);
  const whOf = (lowMs: number, highMs: number) => share(before, atMs, value, lowMs, highMs);
  const step: Step = { fromMs: before.atMs, toMs: atMs, isGap, whOf };
  const lowMs = Math.max(before.atMs, day.startMs);
  const highMs = Math.min(atMs, day.endMs);
  // Across a gap a meter still knows the sum; power knows nothing.
  if (highMs <= lowMs || (isGap && share === trapezoid)) return [{ ...side, last }, step];
  const wh = side.wh + whOf(lowMs, highMs);
  return [{ wh, measuredMs: side.measuredMs + (isGap ? 0 : highMs - lowMs), last }, step];
}
