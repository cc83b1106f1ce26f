import { type WarningType, warningTypes } from "./warning-types.ts";

/** On which side of its threshold a condition is. Pure. */

export type Threshold = number | readonly number[];

/** What a level is compared with. */
export interface Level {
  threshold?: Threshold | undefined;
  /** It is over only beyond this, which lies on the good side of the threshold; left out: at the threshold itself. */
  clearAt?: Threshold | undefined;
}

/** What is needed of a condition to tell the side. */
export interface Judged {
  type: WarningType;
  attributes: readonly string[];
  /** Of a state: everything else than the values of the threshold. */
  not?: boolean | undefined;
}

type Direction = "up" | "down" | "count" | "outside" | "inside" | "equal";

/** To which side a value goes beyond the threshold. */
export function directionOf({ type, attributes }: Judged, threshold: Threshold): Direction {
  if (type === "below" || type === "expected" || type === "neighbours") return "down";
  if (type === "outside" || type === "inside") return type;
  if (type === "state") return "equal";
  if (warningTypes[type].threshold === "count") return "count";
  if (type === "change" || type === "compare") return typeof threshold === "number" && threshold < 0 ? "down" : "up";
  if (type === "forecast") return attributes[0] === "chance" ? "up" : "down";
  return "up";
}

/** The level that a value was beyond: the critical one where it was beyond that too. Null: none, or a value of none. */
export function levelPassed(
  condition: Judged & {
    threshold?: Threshold | undefined;
    critical?: { threshold?: Threshold | undefined } | undefined;
  },
  value: number | null,
): Threshold | null {
  if (value === null) return null;
  const levels = [condition.critical?.threshold, condition.threshold];
  return levels.find((threshold) => threshold !== undefined && isBeyond(condition, value, { threshold })) ?? null;
}

function numbersOf(threshold: Threshold): readonly number[] {
  return typeof threshold === "number" ? [threshold] : threshold;
}

function isWithin(value: number, threshold: Threshold): boolean {
  const [low = -Infinity, high = Infinity] = numbersOf(threshold);
  return value >= low && value <= high;
}

export function isBeyond(condition: Judged, value: number, { threshold }: Level): boolean {
  if (threshold === undefined) return false;
  const [number = NaN] = numbersOf(threshold);
  switch (directionOf(condition, threshold)) {
    case "up":
      return value > number;
    case "down":
      return value < number;
    case "count":
      return value >= number;
    case "outside":
      return !isWithin(value, threshold);
    case "inside":
      return isWithin(value, threshold);
    case "equal":
      return numbersOf(threshold).includes(value) !== (condition.not ?? false);
  }
}

/** Back on the good side, beyond the clear level where there is one. */
export function isCleared(condition: Judged, value: number, { threshold, clearAt }: Level): boolean {
  if (threshold === undefined) return true;
  if (clearAt === undefined) return !isBeyond(condition, value, { threshold });
  const [number = NaN] = numbersOf(clearAt);
  switch (directionOf(condition, threshold)) {
    case "up":
      return value <= number;
    case "down":
      return value >= number;
    case "outside":
      return isWithin(value, clearAt);
    case "inside":
      return !isWithin(value, clearAt);
    default:
      return !isBeyond(condition, value, { threshold });
  }
}

/** Does a clear level lie on the good side of its threshold, or at it? */
export function isClearSide(condition: Judged, threshold: Threshold, clearAt: Threshold): boolean {
  const [low = NaN, high = NaN] = numbersOf(threshold);
  const [clearLow = NaN, clearHigh = NaN] = numbersOf(clearAt);
  switch (directionOf(condition, threshold)) {
    case "up":
      return clearLow <= low;
    case "down":
      return clearLow >= low;
    case "outside":
      return clearLow >= low && clearHigh <= high;
    case "inside":
      return clearLow <= low && clearHigh >= high;
    default:
      return false;
  }
}

/** Is a critical threshold at least as far out as the first one? */
export function isFurther(condition: Judged, threshold: Threshold, critical: Threshold): boolean {
  const direction = directionOf(condition, threshold);
  if (direction === "equal") return true;
  if (direction === "count") return Number(critical) >= Number(threshold);
  return directionOf(condition, critical) === direction && isClearSide(condition, critical, threshold);
}
