import { directionOf, isClearSide, isFurther } from "@offgrid/contract/warnings/warning-levels";
import { warningLimits as limits, warningTypes } from "@offgrid/contract/warnings/warning-types";

import {
  type Condition,
  isByDays,
  isMeter,
  type Levels,
  mayHaveGuards,
  type Override,
  partsOf,
  type Rule,
  type Threshold,
} from "./rule-input.ts";

/**
 * Which fields of a rule the contract's schema would refuse, without that schema, which is larger than the screen. The
 * portal checks again. Pure.
 */

/** On which side of the threshold the level at which it is over has to be. */
type ClearFault = "clearAbove" | "clearBelow" | "clearWithin" | "clearAround";

export type Fault =
  | "ruleName"
  | "conditions"
  | "name"
  | "data"
  | "duration"
  | "days"
  | "window"
  | "keepFor"
  | "count"
  | "times"
  | "pair"
  | "share"
  | "scope"
  | "fields"
  | "array"
  | ClearFault
  | "who"
  | "further"
  | "ownFurther"
  | "unsent"
  | "emptyCluster"
  | "refusedName"
  | "guards"
  | "same"
  | "overrides"
  | "other";

const missing: ReadonlySet<Fault> = new Set([
  "ruleName",
  "conditions",
  "name",
  "data",
  "scope",
  "fields",
  "array",
  "who",
  "same",
]);

/** Something is still to be filled in; of the others, what is there cannot be so. */
export function isMissing(fault: Fault): boolean {
  return missing.has(fault);
}

const clearFaults = {
  up: "clearBelow",
  down: "clearAbove",
  outside: "clearWithin",
  inside: "clearAround",
  count: "other",
  equal: "other",
} as const satisfies Record<ReturnType<typeof directionOf>, Fault>;

const beyond: ReadonlySet<Fault> = new Set([
  ...(["duration", "days", "window", "keepFor", "count", "times"] as const),
  ...Object.values(clearFaults),
]);

/** What is there is out of its range, whatever is still to be filled in elsewhere: it is said while it is typed. */
export function isBeyond(fault: Fault | undefined): boolean {
  return fault !== undefined && beyond.has(fault);
}

const crossed: ReadonlySet<Fault> = new Set([
  ...(["pair", "further", "ownFurther"] as const),
  ...Object.values(clearFaults),
]);

/** Each of its levels can be, but not beside another one: words of it would say what it never does. */
export function isCrossed(fault: Fault): boolean {
  return crossed.has(fault);
}

/** By the path of the field, such as `conditions.0.threshold`: the word of what is wrong with it. */
export type Faults = Readonly<Record<string, Fault>>;
type Found = [path: string, fault: Fault] | false | undefined;

/** @returns The rule as it is sent, or what is wrong with which field. */
export function readRule(draft: Rule): { rule: Rule } | { faults: Faults } {
  const ruleName = draft.ruleName.trim();
  const { cluster, sites = [], conditions, activeHours: hours } = draft;
  const found: Found[] = [
    ruleName === "" && ["ruleName", "ruleName"],
    cluster === undefined && sites.length === 0 && ["sites", "scope"],
    conditions.length === 0 && ["conditions", "conditions"],
    conditions.flatMap(({ overrides = [] }) => overrides).length > limits.overrides && ["conditions", "overrides"],
    ...conditions.flatMap((condition, place) => inCondition(`conditions.${place}`, condition)),
    hours && JSON.stringify(hours.from) === JSON.stringify(hours.to) && ["activeHours", "fields"],
    hours &&
      [hours.from, hours.to].some((moment) => "time" in moment && moment.time === "") && ["activeHours", "fields"],
  ];
  const faults = found.filter((one) => Array.isArray(one));
  return faults.length > 0 ? { faults: Object.fromEntries(faults) } : { rule: { ...draft, ruleName } };
}

/** What the portal refused although it looked right here, by the paths of its answer. */
export function faultsOfPortal(fields: Readonly<Record<string, string>>): Faults {
  return Object.fromEntries(Object.keys(fields).map((path) => [path === "cluster" ? "sites" : path, faultOf(path)]));
}

function faultOf(path: string): Fault {
  if (path === "cluster") return "emptyCluster";
  if (path === "ruleName") return "refusedName";
  return path.endsWith(".attributes") || path.endsWith(".type") ? "unsent" : "other";
}

function inCondition(path: string, condition: Condition): Found[] {
  const { name, type, attributes, window, critical } = condition;
  const { least, most, ...needs } = warningTypes[type];
  const [first] = attributes;
  return [
    name.trim() === "" && [`${path}.name`, "name"],
    (attributes.length < least || attributes.length > most) && [`${path}.attributes`, "array"],
    "hasWindow" in needs && !isWhole(window, 60, limits.longestWindowS) && [`${path}.window`, unless(window, "window")],
    !isDuration(condition, condition.duration) && [`${path}.duration`, ofDuration(condition, condition.duration)],
    !isWhole(condition.keepFor, 0, limits.longestKeepForS) && [`${path}.keepFor`, unless(condition.keepFor, "keepFor")],
    ...inLevels(path, condition, condition),
    ...inCounted(path, condition),
    ...inBudget(path, condition),
    ...inGuards(path, condition),
    ...(condition.overrides ?? []).flatMap((own, place) => inOverride(`${path}.overrides.${place}`, condition, own)),
    type === "bundle" && Number(condition.threshold) <= 0 && [`${path}.threshold`, "share"],
    ...(critical && (first !== undefined || least === 0) ? inCritical(`${path}.critical`, condition, critical) : []),
  ];
}

function inCounted(path: string, { type, threshold, counted, critical }: Condition): Found[] {
  if (type !== "repeats" || !counted) return [];
  const isMany = (level: Threshold) => typeof level === "number" && level > limits.mostTimes;
  const isRight = isOfKind(warningTypes[counted.type].threshold, counted.threshold);
  return [
    counted.attributes.length === 0 && [`${path}.counted.attributes`, "array"],
    !isRight && [`${path}.counted.threshold`, "data"],
    isMany(threshold) && [`${path}.threshold`, "times"],
    isMany(critical?.threshold) && [`${path}.critical.threshold`, "times"],
  ];
}

function inGuards(path: string, condition: Condition): Found[] {
  const { when = [] } = condition;
  return [
    when.length > 0 && !mayHaveGuards(condition) && [`${path}.when`, "guards"],
    ...when.flatMap(({ type, attributes, threshold }, place): Found[] => {
      const { least, most, threshold: kind } = warningTypes[type];
      const isRight = attributes.length >= least && attributes.length <= most;
      return [
        !isRight && [`${path}.when.${place}.attributes`, "array"],
        !isOfKind(kind, threshold) && [`${path}.when.${place}.threshold`, "data"],
      ];
    }),
  ];
}

function inOverride(path: string, condition: Condition, own: Override): Found[] {
  const { containerId, clusterId, kitId, threshold = condition.threshold, clearAt, duration, off } = own;
  const hasLevel = own.threshold !== undefined || clearAt !== undefined || duration !== undefined;
  // What has no threshold has only a duration to differ in.
  const first = warningTypes[condition.type].threshold === "none" ? "duration" : "threshold";
  return [
    containerId === undefined && clusterId === undefined && kitId === undefined && [`${path}.containerId`, "who"],
    !off && !hasLevel && [`${path}.${first}`, "same"],
    // A threshold that is missing everywhere is said where it is missing.
    ...(own.threshold === undefined && clearAt === undefined ? [] : inLevels(path, condition, { threshold, clearAt })),
    duration !== undefined && !isDuration(condition, duration) && [`${path}.duration`, ofDuration(condition, duration)],
    !off && isBeyondCritical(condition, own.threshold) && [`${path}.threshold`, "ownFurther"],
  ];
}

/** The critical threshold holds beside a threshold of its own too. */
function isBeyondCritical(condition: Condition, own: Threshold): boolean {
  const most = condition.critical?.threshold;
  const kind = warningTypes[condition.type].threshold;
  if (own === undefined || most === undefined || !isOfKind(kind, own) || !isOfKind(kind, most)) return false;
  return !isFurther(condition, own, most);
}

function inBudget(path: string, { type, attributes, threshold, budget }: Condition): Found[] {
  if (type !== "budget" || !budget) return [];
  return [
    !(budget.limit > 0 && budget.limit <= 1e15) && [`${path}.budget.limit`, "data"],
    typeof threshold === "number" && threshold <= 0 && [`${path}.threshold`, "share"],
    !attributes.every(isMeter) && [`${path}.attributes`, "array"],
  ];
}

function inLevels(path: string, condition: Condition, { threshold, clearAt }: Partial<Levels>): Found[] {
  const kind = warningTypes[condition.type].threshold;
  if (kind === "none") return [];
  if (!isOfKind(kind, threshold) || threshold === undefined)
    return [[`${path}.threshold`, ofThreshold(kind, threshold)]];
  if (clearAt === undefined) return [];
  // Of its two ends one is still to be filled in.
  if (partsOf(clearAt).some(Number.isNaN)) return [[`${path}.clearAt`, "data"]];
  const isRight = isOfKind(kind, clearAt) && isClearSide(condition, threshold, clearAt);
  return [!isRight && [`${path}.clearAt`, clearFaults[directionOf(condition, threshold)]]];
}

function inCritical(path: string, condition: Condition, critical: NonNullable<Condition["critical"]>): Found[] {
  const { threshold, duration } = critical;
  if (threshold === undefined && duration === undefined) return [[`${path}.threshold`, "fields"]];
  const own = threshold ?? condition.threshold;
  const levels = inLevels(path, condition, { ...critical, threshold: own }).filter(Boolean);
  if (levels.length > 0) return levels;
  return [
    duration !== undefined && !isDuration(condition, duration) && [`${path}.duration`, ofDuration(condition, duration)],
    condition.threshold !== undefined &&
      own !== undefined &&
      !isFurther(condition, condition.threshold, own) && [`${path}.threshold`, "further"],
  ];
}

function isOfKind(kind: (typeof warningTypes)[Condition["type"]]["threshold"], threshold: Threshold): boolean {
  const parts = partsOf(threshold);
  const [low = 0, high = 0] = parts;
  if (parts.length === 0 || !parts.every((one) => Math.abs(one) <= 1e9)) return false;
  if (kind === "pair") return parts.length === 2 && low < high;
  return kind !== "count" || isWhole(low, 1, 1e9);
}

/** What is wrong with a number that is there; without one it is missing. */
function unless(value: number | undefined, fault: Fault): Fault {
  return value === undefined || Number.isNaN(value) ? "data" : fault;
}

function ofDuration(condition: Condition, seconds: number): Fault {
  return unless(seconds, isByDays(condition) ? "days" : "duration");
}

function ofThreshold(kind: (typeof warningTypes)[Condition["type"]]["threshold"], threshold: Threshold): Fault {
  const parts = partsOf(threshold);
  if (parts.length === 0 || !parts.every((one) => Math.abs(one) <= 1e9)) return "data";
  if (kind === "pair") return parts.length === 2 ? "pair" : "data";
  return kind === "count" ? "count" : "data";
}

/** What the words of the faults name. */
export const allowed = {
  minutes: limits.longestDurationS / 60,
  days: limits.longestDurationS / 86_400,
  windowMinutes: limits.longestWindowS / 60,
  keepForMinutes: limits.longestKeepForS / 60,
  times: limits.mostTimes,
} as const;

function isDuration(condition: Condition, seconds: number): boolean {
  return isWhole(seconds, 0, limits.longestDurationS) && (!isByDays(condition) || seconds % 86_400 === 0);
}

function isWhole(value: number | undefined, from: number, to: number): boolean {
  return value !== undefined && Number.isInteger(value) && value >= from && value <= to;
}
