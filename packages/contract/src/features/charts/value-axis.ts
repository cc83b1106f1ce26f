import type { QuantityUnit } from "../telemetry/shown-units.ts";

/** Bounds of a value axis on whole steps. */
export interface ValueRange {
  min: number;
  max: number;
  step: number;
}

/** Amounts start at 0, so that twice as high is twice as much; levels such as voltage fill the height. */
export const levels: ReadonlySet<QuantityUnit> = new Set(["V", "mV", "degC", "degF", "Hz", "dBm", "deg", "m", "ms"]);

/** Of what is off or on, or has a word for each of its values: each holds until the next one, and nothing lies between. */
export function isState(unit: QuantityUnit): boolean {
  return unit === "bool" || unit === "state";
}

/**
 * Range of an axis for values between `low` and `high`, with four to five steps of 1, 2, 2.5 or 5 times a power of ten.
 * Percent is 0..100 unless values lie outside, and nothing lies between off and on, or two states; null: nothing measured.
 */
export function valueRange(low: number | null, high: number | null, unit: QuantityUnit): ValueRange {
  if (unit === "bool") return { min: 0, max: 1, step: 1 };
  if (unit === "state") {
    const max = Math.max(1, Math.ceil(high ?? 1));
    return { min: Math.min(0, Math.floor(low ?? 0)), max, step: 1 };
  }
  if (low === null || high === null)
    return unit === "percent" ? { min: 0, max: 100, step: 20 } : { min: 0, max: 1, step: 0.2 };
  if (unit === "percent" && low >= 0 && high <= 100) return { min: 0, max: 100, step: 20 };
  let [from, to] = levels.has(unit) ? [low, high] : [Math.min(0, low), Math.max(0, high)];
  const size = Math.max(Math.abs(from), Math.abs(to));
  if (to - from <= size * 1e-6 || size < 1e-6) {
    // Nothing to spread: some room around the one value.
    const room = Math.max(size * 0.05, 1);
    [from, to] = size < 1e-6 ? [0, room] : [from - room, to + room];
  }
  const step = niceStep((to - from) / 5);
  const min = Math.floor(from / step + 1e-9) * step;
  const max = Math.ceil(to / step - 1e-9) * step;
  return { min: tidy(min), max: tidy(max), step };
}

/**
 * Two axes beside each other that both go below and above 0 get as many steps below it and as many above, so that their
 * zeros, and all lines of the grid, are at one height; others stay as they are.
 */
export function withOneZero(one: ValueRange, other: ValueRange): [ValueRange, ValueRange] {
  if ([one, other].some(({ min, max }) => min >= 0 || max <= 0)) return [one, other];
  const steps = (of: "min" | "max") =>
    Math.max(...[one, other].map((each) => Math.round(Math.abs(each[of]) / each.step)));
  const [below, above] = [steps("min"), steps("max")];
  const widened = ({ step }: ValueRange) => ({ min: tidy(-below * step), max: tidy(above * step), step });
  return [widened(one), widened(other)];
}

/** Whole steps from the bottom to the top of a range. */
export function valueTicks({ min, max, step }: ValueRange): number[] {
  const count = Math.round((max - min) / step);
  return Array.from({ length: count + 1 }, (_, index) => tidy(min + index * step));
}

/** The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 2.5, 5].find((size) => size * power >= least * (1 - 1e-9)) ?? 10;
  return tidy(factor * power);
}

/** Without the rounding errors of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
