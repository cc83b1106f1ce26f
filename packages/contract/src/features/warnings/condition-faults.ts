import { personalCodes } from "../notifications/notification-types.ts";
import { findMetric } from "../telemetry/metrics.ts";
import { isClearSide, isFurther, type Threshold } from "./warning-levels.ts";
import {
  bundleAttributes,
  forecastAttributes,
  isJudgedOn,
  warningLimits as limits,
  type WarningType,
  warningTypes,
} from "./warning-types.ts";

/** What of a condition does not go together: what its type needs, and which level lies beyond which. Pure. */

export const fillData = "Please fill full condition data";
export const fillArray = "Please fill array fields";
export const fillFields = "Please fill full fields";

type Fault = [path: (string | number)[], message: string];

interface LevelInput {
  threshold?: Threshold | undefined;
  clearAt?: Threshold | undefined;
}

interface OwnLevelInput extends LevelInput {
  duration?: number | undefined;
}

interface OverrideInput extends OwnLevelInput {
  off?: boolean | undefined;
}

interface GuardInput {
  type: WarningType;
  threshold: Threshold;
}

/** What a condition says whose fields have the right shape, each for itself. */
interface ConditionInput extends LevelInput {
  type: WarningType;
  attributes: readonly string[];
  duration: number;
  window?: number | undefined;
  critical?: OwnLevelInput | undefined;
  counted?: GuardInput | undefined;
  budget?: object | undefined;
  when?: readonly GuardInput[] | undefined;
  overrides?: readonly OverrideInput[] | undefined;
}

/** Which fields do not suit the others, and a sentence of the customer's specification for each, as far as it has one. */
export function conditionFaults(condition: ConditionInput): Fault[] {
  const { type, attributes, threshold, window, critical, when = [], overrides = [] } = condition;
  const { least, most, ...needs } = warningTypes[type];
  const faults: Fault[] = [];
  if (attributes.length < least || attributes.length > most) faults.push([["attributes"], fillArray]);
  if (type === "forecast" && !attributes.every((name) => (forecastAttributes as readonly string[]).includes(name)))
    faults.push([["attributes"], fillArray]);
  if (
    (type === "expected" || type === "neighbours") &&
    typeof threshold === "number" &&
    (threshold < 1 || threshold > 99)
  )
    faults.push([["threshold"], "Please fill a share between 1 and 99 %."]);
  if (type === "bundle" && !attributes.every((name) => (bundleAttributes as readonly string[]).includes(name)))
    faults.push([["attributes"], fillArray]);
  // Rules that count what rules say would feed each other without end.
  if (type === "event" && attributes.some((code) => code.startsWith("warning.")))
    faults.push([["attributes"], "Events that warnings bring about cannot be counted."]);
  if (type === "event" && attributes.some((code) => (personalCodes as readonly string[]).includes(code)))
    faults.push([["attributes"], "Events that concern one person cannot be counted."]);
  faults.push(...ownFaults(condition), ...dayFaults(condition));
  if ("hasWindow" in needs !== (window !== undefined)) faults.push([["window"], fillData]);
  faults.push(...levelFaults(condition, condition, []));
  // Guards look at the values of a frame, which the clock does not bring.
  if (when.length > 0 && isJudgedOn(condition, "tick"))
    faults.push([["when"], "Only a condition that looks at metrics can have guards."]);
  for (const [index, guard] of when.entries())
    if (!isOfKind(warningTypes[guard.type].threshold, guard.threshold))
      faults.push([["when", index, "threshold"], fillData]);
  for (const [index, { threshold: own = threshold, clearAt }] of overrides.entries())
    faults.push(...levelFaults(condition, { threshold: own, clearAt }, ["overrides", index]));
  if (critical) {
    const { threshold: own = threshold, clearAt, duration } = critical;
    const isSame = critical.threshold === undefined && duration === undefined;
    faults.push(...levelFaults(condition, { threshold: own, clearAt }, ["critical"]));
    if (isSame) faults.push([["critical", "threshold"], fillFields]);
    if (threshold !== undefined && own !== undefined && !isFurther(condition, threshold, own))
      faults.push([["critical", "threshold"], "The critical threshold has to lie beyond the other one."]);
  }
  return faults;
}

/**
 * Where a threshold of its own lies beyond the critical one, which holds there too: it would be critical at once. Only of
 * what is saved from now on: what is stored so already stays readable.
 */
export function ownThresholdFaults(condition: ConditionInput): Fault[] {
  const { critical, overrides = [] } = condition;
  const most = critical?.threshold;
  if (most === undefined) return [];
  return overrides.flatMap(({ threshold, off = false }, index): Fault[] =>
    off || threshold === undefined || isFurther(condition, threshold, most)
      ? []
      : [[["overrides", index, "threshold"], ownBeyondCritical]],
  );
}

const ownBeyondCritical =
  "A threshold of its own must not lie beyond the critical one, which holds there too; change one of the two.";

function levelFaults(condition: ConditionInput, { threshold, clearAt }: LevelInput, path: Fault[0]): Fault[] {
  const kind = warningTypes[condition.type].threshold;
  if (!isOfKind(kind, threshold)) return [[[...path, "threshold"], fillData]];
  if (clearAt === undefined || threshold === undefined) return [];
  const isRight = isOfKind(kind, clearAt) && isClearSide(condition, threshold, clearAt);
  return isRight ? [] : [[[...path, "clearAt"], "Please fill a clear level on the good side of the threshold."]];
}

/** Of what only repeats and budget have. */
function ownFaults({ type, attributes, threshold, critical, counted, budget }: ConditionInput): Fault[] {
  const faults: Fault[] = [];
  if ((type === "repeats") !== (counted !== undefined)) faults.push([["counted"], fillData]);
  if ((type === "budget") !== (budget !== undefined)) faults.push([["budget"], fillData]);
  if (counted && !isOfKind(warningTypes[counted.type].threshold, counted.threshold))
    faults.push([["counted", "threshold"], fillData]);
  const isMany = (level: Threshold | undefined) => typeof level === "number" && level > limits.mostTimes;
  if (type === "repeats" && isMany(threshold)) faults.push([["threshold"], mostTimes]);
  if (type === "repeats" && isMany(critical?.threshold)) faults.push([["critical", "threshold"], mostTimes]);
  if ((type === "budget" || type === "bundle") && typeof threshold === "number" && threshold <= 0)
    faults.push([["threshold"], "Please fill a share above 0 %."]);
  if (type === "budget" && !attributes.every(isMeter))
    faults.push([["attributes"], "Please choose a meter of the container, which only grows."]);
  return faults;
}

/** Neighbours are compared by whole days. */
function dayFaults({ type, duration, critical, overrides = [] }: ConditionInput): Fault[] {
  if (type !== "neighbours") return [];
  const asked: Fault[0][] = [];
  const isWhole = (seconds = 0) => seconds % 86_400 === 0;
  if (!isWhole(duration)) asked.push(["duration"]);
  if (!isWhole(critical?.duration)) asked.push(["critical", "duration"]);
  for (const [index, own] of overrides.entries())
    if (!isWhole(own.duration)) asked.push(["overrides", index, "duration"]);
  return asked.map((path) => [path, "Please fill whole days."]);
}

const mostTimes = `Please fill at most ${limits.mostTimes} times.`;

/** What the portal counts itself comes once a quarter of an hour, without a frame that rules look at. */
function isMeter(name: string): boolean {
  const metric = findMetric(name);
  return metric?.kind === "counter" && !metric.isOwn;
}

type ThresholdKind = (typeof warningTypes)[WarningType]["threshold"];

function isOfKind(kind: ThresholdKind, threshold: Threshold | undefined): boolean {
  if (kind === "none" || threshold === undefined) return kind === "none" && threshold === undefined;
  if (kind === "list") return true;
  if (kind === "pair") {
    if (typeof threshold === "number" || threshold.length !== 2) return false;
    const [low = 0, high = 0] = threshold;
    return low < high;
  }
  if (typeof threshold !== "number") return false;
  return kind === "number" || (Number.isInteger(threshold) && threshold >= 1);
}
