import { clearSkyWPerM2, planeIrradianceWPerM2 } from "@offgrid/contract/core/irradiance";
import { sunPosition } from "@offgrid/contract/core/sun";

/** Hourly solar power from sunlight. Pure. */

export const hourMs = 3_600_000;

export interface Place {
  latitudeDeg: number;
  longitudeDeg: number;
}

export interface Panels {
  /** Peak power, W. */
  capacityW: number;
  tiltDeg: number;
  azimuthDeg: number;
  /** Losses between panel and meter, 0..1. */
  loss: number;
  /** What inverter or charge controller let through at most, W; undefined: nothing limits them. */
  limitW?: number | undefined;
}

/** Expected mean power of the hour that begins at `atMs`: W, with one chance in ten of less than p10, or more than p90. */
export interface SolarStep {
  atMs: number;
  p10: number;
  p50: number;
  p90: number;
}

/** The sun of an hour is that of its middle; three samples make dawn and dusk right. */
const looks = [1 / 6, 1 / 2, 5 / 6];
/** Loss of power per degree above 25 degC, of crystalline silicon. */
const perDegree = 0.0037;
/** How much warmer than the air a panel is per W/m2, with a light wind. */
const degreesPerWPerM2 = 0.03;

/** Light on the panels under a clear sky, mean of the hour that begins at `atMs`, W/m2. */
export function clearPlaneWPerM2(atMs: number, place: Place, panels: Pick<Panels, "tiltDeg" | "azimuthDeg">): number {
  return meanOverHour(atMs, place, (sun) => planeIrradianceWPerM2(clearSkyWPerM2(sun.elevationDeg), sun, panels));
}

/** Light on the horizontal under a clear sky, mean of the hour, W/m2. */
export function clearGlobalWPerM2(atMs: number, place: Place): number {
  return meanOverHour(atMs, place, (sun) => clearSkyWPerM2(sun.elevationDeg));
}

/**
 * Power of the panels, mean of the hour that begins at `atMs`, W.
 * @param globalWPerM2 Light on the horizontal, mean of the same hour.
 * @param airDegC Undefined: 25.
 */
export function panelPowerW(
  atMs: number,
  globalWPerM2: number,
  airDegC: number | undefined,
  place: Place,
  panels: Panels,
): number {
  const clear = clearGlobalWPerM2(atMs, place);
  if (clear <= 0 || globalWPerM2 <= 0) return 0;
  // Within the hour the light changes as it does under a clear sky.
  const share = globalWPerM2 / clear;
  const plane = meanOverHour(atMs, place, (sun) =>
    planeIrradianceWPerM2(share * clearSkyWPerM2(sun.elevationDeg), sun, panels),
  );
  const cellDegC = (airDegC ?? 25) + degreesPerWPerM2 * plane;
  const warmth = 1 - perDegree * (cellDegC - 25);
  return limited(Math.max(0, panels.capacityW * (plane / 1_000) * warmth * (1 - panels.loss)), panels);
}

/** Of a mean of an hour: within it, clouds may have let more through than the mean shows. */
function limited(powerW: number, { limitW = Infinity }: Panels): number {
  return Math.min(powerW, limitW);
}

function meanOverHour(
  atMs: number,
  { latitudeDeg, longitudeDeg }: Place,
  light: (sun: ReturnType<typeof sunPosition>) => number,
): number {
  const sum = looks.reduce(
    (total, part) => total + light(sunPosition(atMs + part * hourMs, latitudeDeg, longitudeDeg)),
    0,
  );
  return sum / looks.length;
}

/** The sun at a container as known without a service: power over that of the clear sky, by hour of the UTC day. */
export interface SunShares {
  /** 24 times the shares that one day in ten stays below, half of them, and nine in ten. */
  p10: readonly number[];
  p50: readonly number[];
  p90: readonly number[];
  /** Peak power that the best hours show, losses included, W; 0: the panels never gave anything. */
  peakW: number;
  days: number;
  /** What its chargers give at most, W, as `learnCeilingW` has it; left out: nothing of that was seen. */
  ceilingW?: number | undefined;
}

/** An hour of light: what the panels gave for each W/m2 under a clear sky, times 1,000. */
interface LitHour {
  /** Of the UTC day. */
  hour: number;
  perWatt: number;
  isCurtailed: boolean;
}

const msPerDegree = (24 * hourMs) / 360;
const fewestShares = 5;
/** Less light than this says nothing about the panels. */
const dimWPerM2 = 60;
/** Without a history: an ordinary mixture of days. */
export const unknownShares = { p10: 0.3, p50: 0.75, p90: 1 };

/**
 * Learns from past hours. Curtailed ones show what was taken and not what the sun gave. They are not left out, since only
 * cloudy days would tell of them then: they count as the other hours of their day, and at least as what was taken.
 * @param solarW Mean power of each hour from `fromMs` on; NaN: not measured.
 * @param isCurtailed Of each of those hours.
 */
export function learnShares(
  fromMs: number,
  solarW: ArrayLike<number>,
  isCurtailed: ArrayLike<boolean>,
  place: Place,
  panels: Pick<Panels, "tiltDeg" | "azimuthDeg">,
): SunShares {
  const byHour: number[][] = Array.from({ length: 24 }, () => []);
  const all: number[] = [];
  const days = new Map<number, LitHour[]>();
  for (let index = 0; index < solarW.length; index++) {
    const power = solarW[index] as number;
    const atMs = fromMs + index * hourMs;
    const light = clearPlaneWPerM2(atMs, place, panels);
    if (Number.isNaN(power) || light < dimWPerM2) continue;
    const perWatt = (1_000 * Math.max(0, power)) / light;
    // Of the place, so that the hours of one day of light are together.
    const day = Math.floor((atMs + place.longitudeDeg * msPerDegree) / (24 * hourMs));
    const lit = days.get(day) ?? [];
    lit.push({ hour: new Date(atMs).getUTCHours(), perWatt, isCurtailed: isCurtailed[index] ?? false });
    days.set(day, lit);
  }
  for (const lit of days.values()) {
    const free = lit.filter((one) => !one.isCurtailed).map(({ perWatt }) => perWatt);
    if (free.length === 0) continue;
    const usual = quantile(free, 0.5);
    all.push(...free);
    for (const { hour, perWatt, isCurtailed: isLeast } of lit)
      (byHour[hour] as number[]).push(isLeast ? Math.max(perWatt, usual) : perWatt);
  }
  const peakW = quantile(all, 0.95);
  if (all.length < fewestShares || peakW <= 0) {
    const flat = (share: number) => Array.from({ length: 24 }, () => share);
    return {
      p10: flat(unknownShares.p10),
      p50: flat(unknownShares.p50),
      p90: flat(unknownShares.p90),
      peakW: 0,
      days: 0,
    };
  }
  const shares = (part: number) =>
    byHour.map((values) => quantile(values.length >= fewestShares ? values : all, part) / peakW);
  return { p10: shares(0.1), p50: shares(0.5), p90: shares(0.9), peakW, days: days.size };
}

/** A charger holds its limit to this part of it, on every sunny day; the best quarter hours of the sun differ by more. */
const atCeiling = 0.005;
const fewestCeilingDays = 4;
const quartersPerDay = 96;

/**
 * The most that the chargers give, where more panels hang on them: their best quarter hours are then alike on many days.
 * Mornings, which stay below it, would make noon as high as the panels.
 * @param quartersW Mean solar power of each quarter hour; NaN: not measured.
 * @returns W; undefined: the sun was the limit.
 */
export function learnCeilingW(quartersW: Float64Array): number | undefined {
  const most = quartersW.reduce((highest, power) => (power > highest ? power : highest), 0);
  if (most <= 0) return undefined;
  const days = new Set<number>();
  for (const [index, power] of quartersW.entries())
    if (power >= (1 - atCeiling) * most) days.add(Math.floor(index / quartersPerDay));
  return days.size < fewestCeilingDays ? undefined : most;
}

/** Hours of which none is above a limit, W; undefined: nothing limits them. */
export function belowCeiling(steps: readonly SolarStep[], limitW = Infinity): SolarStep[] {
  const most = (powerW: number) => Math.min(powerW, limitW);
  return steps.map(({ atMs, p10, p50, p90 }) => ({ atMs, p10: most(p10), p50: most(p50), p90: most(p90) }));
}

/** The clear sky, scaled by recent measurements; hours from `fromMs` on, which is a full hour. */
export function clearSkySteps(
  fromMs: number,
  hours: number,
  place: Place,
  panels: Panels,
  shares: SunShares,
): SolarStep[] {
  return Array.from({ length: hours }, (_, index) => {
    const atMs = fromMs + index * hourMs;
    const hour = new Date(atMs).getUTCHours();
    const clear = (clearPlaneWPerM2(atMs, place, panels) / 1_000) * panels.capacityW * (1 - panels.loss);
    return {
      atMs,
      p10: limited(clear * (shares.p10[hour] as number), panels),
      p50: limited(clear * (shares.p50[hour] as number), panels),
      p90: limited(clear * (shares.p90[hour] as number), panels),
    };
  });
}

/** The value that a part of the others stay below, interpolated linearly; 0 of none. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  const place = part * (sorted.length - 1);
  const low = sorted[Math.floor(place)] as number;
  const high = sorted[Math.ceil(place)] as number;
  return low + (high - low) * (place - Math.floor(place));
}
