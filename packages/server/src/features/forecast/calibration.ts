import { type Hourly, valueAt } from "./load-model.ts";
import { type SolarStep, hourMs, quantile } from "./solar-model.ts";

/** Compares solar forecasts with what came, and mixes in the container's last days as far as these are better. Pure. */

/** What was expected of an hour, W. */
export interface Expected {
  atMs: number;
  w: number;
}

const dayMs = 24 * hourMs;
const ownDays = 3;
const mostDays = 28;
const fewestDays = 5;
const [leastFactor, mostFactor] = [0.3, 3];
/** A day with less than this is not compared. */
export const leastDayWh = 50;

interface Day {
  expected: number;
  measured: number;
  /** What the days before it would have suggested. */
  own: number;
}

/** Measured solar power; of curtailed hours, which show what was taken, only that the sun gave more is known: Infinity. */
export function untakenUnknown(solar: Hourly, isCurtailed: readonly boolean[]): Hourly {
  const values = Float64Array.from({ length: solar.values.length }, (_, index) => {
    const power = Math.max(0, solar.values[index] as number);
    return isCurtailed[index] && !Number.isNaN(power) ? Number.POSITIVE_INFINITY : power;
  });
  return { fromMs: solar.fromMs, values };
}

/**
 * Corrects a forecast by what came of earlier ones. It is scaled by the ratio of measured to expected energy, and mixed
 * with the mean of its last three days: whichever was further off on the past days counts less, by the square.
 * The band is as wide as the past days differed from what this would have said.
 * @param past Earlier forecasts of the same source, in any order.
 * @returns the same steps where fewer than five days can be compared.
 */
export function calibrate(steps: readonly SolarStep[], past: readonly Expected[], solar: Hourly): SolarStep[] {
  const [first] = steps;
  if (!first) return [];
  const days = daysOf(past, solar, first.atMs);
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  const expected = sum((day) => day.expected);
  if (days.length < fewestDays || expected <= 0) return [...steps];
  const factor = Math.min(mostFactor, Math.max(leastFactor, sum((day) => day.measured) / expected));
  const forecastError = sum((day) => (day.measured - factor * day.expected) ** 2);
  const ownError = sum((day) => (day.measured - day.own) ** 2);
  const trust = forecastError + ownError > 0 ? ownError / (forecastError + ownError) : 1;
  const ratios = days
    .map((day) => ({ ...day, said: trust * factor * day.expected + (1 - trust) * day.own }))
    .filter(({ said }) => said > leastDayWh)
    .map(({ measured, said }) => measured / said);
  const [low, high] = [Math.min(1, quantile(ratios, 0.1)), Math.max(1, quantile(ratios, 0.9))];
  return steps.map(({ atMs, p50 }) => {
    const own = ownMean(solar, atMs, first.atMs);
    const w = own === undefined ? factor * p50 : trust * factor * p50 + (1 - trust) * own;
    return { atMs, p10: low * w, p50: w, p90: high * w };
  });
}

/** Past days of 24 hours, counted back from an instant, with the hours for which everything is known. */
function daysOf(past: readonly Expected[], solar: Hourly, beforeMs: number): Day[] {
  const days = new Map<number, Day>();
  for (const { atMs, w } of past) {
    const number = Math.floor((beforeMs - 1 - atMs) / dayMs);
    const measured = valueAt(solar, atMs);
    const own = ownMean(solar, atMs, atMs);
    if (number < 0 || number >= mostDays || !Number.isFinite(measured) || own === undefined) continue;
    const day = days.get(number) ?? { expected: 0, measured: 0, own: 0 };
    day.expected += w;
    day.measured += measured;
    day.own += own;
    days.set(number, day);
  }
  return [...days.values()];
}

/**
 * Mean power of the same hour in the last days before an instant; undefined: not measured, or curtailed on one of them: the
 * others are its cloudy days.
 */
function ownMean(solar: Hourly, atMs: number, beforeMs: number): number | undefined {
  const ahead = Math.floor((atMs - beforeMs) / dayMs) * dayMs;
  const known: number[] = [];
  for (let day = 1; day <= ownDays; day++) {
    const value = valueAt(solar, atMs - ahead - day * dayMs);
    if (!Number.isNaN(value)) known.push(value);
  }
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Number.isFinite(mean) ? mean : undefined;
}
