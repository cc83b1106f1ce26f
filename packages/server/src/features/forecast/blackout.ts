import { fullSoc, isBatteryFull } from "@offgrid/contract/devices/battery-levels";

import { oneWay } from "./battery-model.ts";
import type { PartOff } from "./part-off.ts";
import { type SolarStep, hourMs } from "./solar-model.ts";

/** When loads are cut: the charge of the battery along many weighted paths. Pure and deterministic. */

export interface Outlook {
  nowMs: number;
  /** Now, percent. */
  socPercent: number;
  capacityWh: number;
  /** Charge at which loads are cut, and at which they then have power again, percent. */
  cutOffPercent: number;
  backPercent: number;
  /** What the battery takes now, W; undefined: not known. At the charge of a full one, it tells whether it still is. */
  batteryW?: number | undefined;
  /** They are cut now: no more than `stillOnW` is drawn until they are back. */
  isCut: boolean;
  /** What is supplied also while they are cut, W of `loadW`: DC loads, which no inverter feeds. */
  stillOnW: number;
  /** A part of them that is off now, cut or switched off, and is not drawn until it is back. Left out: none is. */
  partOff?: PartOff | undefined;
  /** What the battery gives per watt of load. */
  draw: number;
  /** What it is charged with at most, W. Left out: nothing limits it. */
  chargeLimitW?: number | undefined;
  /** Expected load, W, of the hour that holds `nowMs` and of those after it. */
  loadW: readonly number[];
  /** How past days deviated from it, W; profiles as long as `loadW`. Empty: it comes as expected. */
  deviations: readonly (readonly number[])[];
  /** Of the same hours; empty: solar is counted as 0. */
  solar: readonly SolarStep[];
}

export interface ChargeForecast {
  /** Ends of the hours, epoch ms. */
  t: number[];
  soc10: number[];
  soc50: number[];
  soc90: number[];
  /**
   * Mean powers of the hours, W, in half of all cases as `soc50` is, so that they tell of the same future: of the sun, what
   * the loads and the battery take, and of the load, what is not cut. Of the first hour only what is left of it counts.
   */
  takenW: number[];
  servedW: number[];
  /** Probability that it goes below the cut-off at all, 0..1. */
  chance: number;
  /** One in ten, one in four, half and nine in ten of all paths are below by then; undefined: not within the hours. */
  below10: number | undefined;
  below25: number | undefined;
  below50: number | undefined;
  below90: number | undefined;
  /** Of the paths that go below: half are below by then. */
  likelyMs: number | undefined;
  /** Of the same paths, one in ten, half and nine in ten are back by then; undefined: not within the hours. */
  back10Ms: number | undefined;
  backMs: number | undefined;
  back90Ms: number | undefined;
  /** When half of all paths have the part back that is off now; undefined: not within the hours, or none is off. */
  partBackMs: number | undefined;
  /** When half of all paths have been full; undefined: not within the hours. */
  fullMs: number | undefined;
}

/** Weights of the low, middle and high solar forecast that give the mean and spread of what lies between them. */
const solarWeights = [0.3, 0.4, 0.3] as const;
/** When a path first goes below the cut-off, is back after that, has the part back that was off, and is full; infinite: never. */
interface Crossing {
  weight: number;
  belowMs: number;
  backMs: number;
  partBackMs: number;
  fullMs: number;
}

/** Combines every load profile with every solar forecast; each path counts by its weight. */
export function forecastCharge(outlook: Outlook): ChargeForecast {
  const firstMs = Math.floor(outlook.nowMs / hourMs) * hourMs;
  const t = outlook.loadW.map((_, index) => firstMs + (index + 1) * hourMs);
  const { weights, crossings, charges, takenW, servedW } = followAll(outlook, t);
  const quantiles = (hours: readonly Float64Array[], wanted: number) =>
    hours.map((values) => weightedQuantile([...values], weights, wanted));
  const below = crossings.filter(({ belowMs }) => Number.isFinite(belowMs));
  const at = (some: readonly Crossing[], field: "belowMs" | "backMs" | "partBackMs" | "fullMs", wanted: number) =>
    finite(
      weightedQuantile(
        some.map((one) => one[field]),
        some.map(({ weight }) => weight),
        wanted,
      ),
    );
  return {
    t,
    soc10: quantiles(charges, 0.1),
    soc50: quantiles(charges, 0.5),
    soc90: quantiles(charges, 0.9),
    takenW: quantiles(takenW, 0.5),
    servedW: quantiles(servedW, 0.5),
    // Weights add up to nearly 1.
    chance: below.length === crossings.length ? 1 : below.reduce((sum, { weight }) => sum + weight, 0),
    below10: at(crossings, "belowMs", 0.1),
    below25: at(crossings, "belowMs", 0.25),
    below50: at(crossings, "belowMs", 0.5),
    below90: at(crossings, "belowMs", 0.9),
    likelyMs: at(below, "belowMs", 0.5),
    back10Ms: at(below, "backMs", 0.1),
    backMs: at(below, "backMs", 0.5),
    back90Ms: at(below, "backMs", 0.9),
    partBackMs: at(crossings, "partBackMs", 0.5),
    fullMs: at(crossings, "fullMs", 0.5),
  };
}

/** What all paths come to: their charges and mean powers by hour and path. */
interface Paths extends Record<"charges" | "takenW" | "servedW", Float64Array[]> {
  weights: number[];
  crossings: Crossing[];
}

function followAll(outlook: Outlook, t: readonly number[]): Paths {
  const { loadW, deviations, solar } = outlook;
  const loads =
    deviations.length === 0
      ? [loadW]
      : deviations.map((deviation) => loadW.map((load, at) => Math.max(0, load + (deviation[at] ?? 0))));
  const darkness = { weight: 1, powerW: (): number => 0 };
  const bySun = (["p10", "p50", "p90"] as const).map((part, index) => ({
    weight: solarWeights[index] as number,
    powerW: (at: number): number => solar[at]?.[part] ?? 0,
  }));
  const suns: { weight: number; powerW: (hour: number) => number }[] = solar.length === 0 ? [darkness] : bySun;
  const byPath = () => t.map(() => new Float64Array(loads.length * suns.length));
  const paths: Paths = { weights: [], crossings: [], charges: byPath(), takenW: byPath(), servedW: byPath() };
  for (const load of loads) {
    for (const sun of suns) {
      const weight = sun.weight / loads.length;
      const place = paths.weights.push(weight) - 1;
      const crossing = follow(outlook, t, load, sun.powerW, (hour, step) => {
        (paths.charges[hour] as Float64Array)[place] = step.soc;
        (paths.takenW[hour] as Float64Array)[place] = step.takenW;
        (paths.servedW[hour] as Float64Array)[place] = step.servedW;
      });
      paths.crossings.push({ weight, ...crossing });
    }
  }
  return paths;
}

/** How one path ends an hour, and its mean powers until then. */
interface PathStep {
  /** Percent. */
  soc: number;
  takenW: number;
  servedW: number;
}

const never = Number.POSITIVE_INFINITY;
/** Loads that go and come back more often than this in an hour stay as they are until its end. */
const mostSwitches = 60;

/** Where a path has come. */
interface Place extends Omit<Crossing, "weight"> {
  atMs: number;
  /** Percent. */
  soc: number;
  /** Only what is still on is drawn until the charge is back. */
  isCut: boolean;
  /** The part that was off at the start still is. */
  isPartOff: boolean;
}

/** One path from now on, hour by hour; between two switches of the loads the charge changes evenly. */
function follow(
  outlook: Outlook,
  t: readonly number[],
  loadW: readonly number[],
  solarW: (hour: number) => number,
  keep: (hour: number, step: PathStep) => void,
): Omit<Crossing, "weight"> {
  const { nowMs, socPercent: soc, cutOffPercent } = outlook;
  const isCut = outlook.isCut || soc < cutOffPercent;
  const isPartOff = outlook.partOff !== undefined && soc < (outlook.partOff.backPercent ?? Infinity);
  const start = {
    belowMs: isCut ? nowMs : never,
    backMs: never,
    partBackMs: outlook.partOff && !isPartOff ? nowMs : never,
    fullMs: isBatteryFull(soc, outlook.batteryW) ? nowMs : never,
  };
  let place: Place = { atMs: nowMs, soc, isCut, isPartOff, ...start };
  for (const [hour, endMs] of t.entries()) {
    const [wantedW, sun] = [loadW[hour] as number, solarW(hour)];
    const hours = (endMs - place.atMs) / hourMs;
    let takenWh = 0;
    let servedWh = 0;
    for (let switches = 0; place.atMs < endMs; switches++) {
      const load = place.isPartOff ? wantedW * (1 - (outlook.partOff?.share[hour] ?? 0)) : wantedW;
      const next = goOn(outlook, place, { load, sun }, { endMs, maySwitch: switches < mostSwitches });
      const passed = (next.atMs - place.atMs) / hourMs;
      const roomWh = ((100 - place.soc) / 100) * outlook.capacityWh;
      const stillOnW = Math.min(load, outlook.stillOnW);
      const drawnW = place.isCut ? stillOnW : outlook.draw * load;
      const mostStoredWh = Math.min(roomWh / oneWay, (outlook.chargeLimitW ?? sun) * passed);
      const takenNowWh = Math.min(sun * passed, drawnW * passed + mostStoredWh);
      takenWh += takenNowWh;
      // From an empty battery only what the sun gives at that moment.
      const heldWh = (place.soc / 100) * outlook.capacityWh * oneWay;
      servedWh += place.isCut ? Math.min(stillOnW * passed, takenNowWh + heldWh) : load * passed;
      place = next;
    }
    keep(hour, { soc: place.soc, takenW: takenWh / hours, servedW: servedWh / hours });
  }
  return place;
}

/** Up to the next switch of the loads, or to the end of the hour. */
function goOn(
  outlook: Outlook,
  place: Place,
  { load, sun }: { load: number; sun: number },
  { endMs, maySwitch }: { endMs: number; maySwitch: boolean },
): Place {
  const { capacityWh, cutOffPercent, draw, stillOnW, chargeLimitW = Infinity } = outlook;
  const { atMs, soc, isCut, belowMs, backMs, fullMs } = place;
  const netW = Math.min(chargeLimitW, sun - (isCut ? Math.min(load, stillOnW) : draw * load));
  const storedWh = ((netW > 0 ? netW * oneWay : netW / oneWay) * (endMs - atMs)) / hourMs;
  const next = soc + (100 * storedWh) / capacityWh;
  const meets = (level: number) =>
    Math.min(endMs, Math.max(atMs, atMs + ((endMs - atMs) * (level - soc)) / (next - soc)));
  const back = nextReturn(outlook, place);
  const atFull = (reached: number) =>
    fullMs === never && isBatteryFull(reached, netW) ? (soc >= fullSoc ? atMs : meets(fullSoc)) : fullMs;
  if (maySwitch && next > soc && next >= back.soc) {
    const [switchMs, reached] = [meets(back.soc), Math.max(soc, back.soc)];
    const returned = back.isPart
      ? { isPartOff: false, partBackMs: switchMs }
      : { isCut: false, backMs: Math.min(backMs, switchMs) };
    return { ...place, atMs: switchMs, soc: reached, fullMs: atFull(reached), ...returned };
  }
  if (maySwitch && !isCut && next < cutOffPercent) {
    const switchMs = meets(cutOffPercent);
    return {
      ...place,
      atMs: switchMs,
      soc: Math.min(soc, cutOffPercent),
      isCut: true,
      belowMs: Math.min(belowMs, switchMs),
    };
  }
  return { ...place, atMs: endMs, soc: Math.min(100, Math.max(0, next)), fullMs: atFull(next) };
}

/** The lowest charge from which loads that are off have power again, percent, and whether these are the part; never: infinite. */
function nextReturn({ backPercent, partOff }: Outlook, { isCut, isPartOff }: Place): { soc: number; isPart: boolean } {
  const all = isCut ? Math.min(backPercent, fullSoc) : never;
  const part = isPartOff && partOff?.backPercent !== undefined ? Math.min(partOff.backPercent, fullSoc) : never;
  return part < all ? { soc: part, isPart: true } : { soc: all, isPart: false };
}

/** The smallest value that at least this part of the weight does not exceed; infinite where values are. */
export function weightedQuantile(values: readonly number[], weights: readonly number[], part: number): number {
  if (values.length === 0) return Number.POSITIVE_INFINITY;
  // Differences of infinite values have no order.
  const order = values
    .map((_, index) => index)
    .sort((one, other) => ((values[one] as number) < (values[other] as number) ? -1 : 1));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const index of order) {
    sum += weights[index] as number;
    if (sum >= part * whole - 1e-9) return values[index] as number;
  }
  return values[order.at(-1) as number] as number;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
