import { isHole } from "../../core/hole.ts";
import { isBetween, type Place } from "../../core/moments.ts";
import type { NeighbourDay } from "./neighbour-days.ts";
import { readBudget } from "./read-budget.ts";
import { readCut } from "./read-cut.ts";
import { readExpected } from "./read-expected.ts";
import { judgeNeighbours } from "./read-neighbours.ts";
import type { WarningFrame } from "./warning-frame.ts";
import { isBeyond, isCleared, type Level } from "./warning-levels.ts";
import type { ConditionMemory } from "./warning-state.ts";
import { over, type Verdict } from "./verdict.ts";
import { type bundleAttributes, type forecastAttributes, isJudgedOn, warningTypes } from "./warning-types.ts";
import type { WarningCondition, WarningGuard, WarningRule } from "./warnings.schema.ts";

/** What is known at an instant, and on which side of its levels a condition is then. Pure. */

/** What the portal knows by its own clock. */
export interface WarningTick {
  kind: "tick";
  atMs: number;
  everyMs: number;
  /** The newest live frame; undefined: there was none. */
  lastFrameMs: number | undefined;
  /** Instants within the window of a condition, oldest first, of what it counts: events, or commands that failed. */
  instantsOf: (condition: WarningCondition) => readonly number[];
  forecast: WarningForecast | undefined;
  /** Undefined: its SIM card has none. */
  bundle: WarningBundle | undefined;
  /** Days on which its panels can be compared with those of its neighbours, oldest first. */
  neighbours: readonly NeighbourDay[];
  place: Place | undefined;
}

export interface WarningForecast {
  atMs: number;
  /** Null: it says that nothing will be cut, or is cut already. A forecast that knows nothing is none. */
  values: Record<(typeof forecastAttributes)[number], number | null>;
}

/** Shares of the bundle, in per cent; null: not known. */
export type WarningBundle = Record<(typeof bundleAttributes)[number], number | null>;

export type WarningInput = WarningFrame | WarningTick;

export interface Reading {
  /** Undefined: it is not known. */
  verdict: Verdict | undefined;
  memory: ConditionMemory | null;
}

/**
 * @param watermarkMs The frame before; null: this is the first.
 * @returns undefined where the input says nothing about the condition.
 */
export function readCondition(
  condition: WarningCondition,
  memory: ConditionMemory | null,
  input: WarningInput,
  watermarkMs: number | null,
): Reading | undefined {
  if (!isJudgedOn(condition, input.kind)) return undefined;
  const reading =
    input.kind === "frame" ? readFrame(condition, memory, input, watermarkMs) : readTick(condition, input);
  // Its guards say what counts, not when it is judged.
  if (condition.type === "expected") return reading;
  const guard = reading && guardOf(condition, input);
  if (!reading || guard === true) return reading;
  return { ...reading, verdict: guard === false ? over : undefined };
}

/** Are all guards met? Undefined: it is not known. */
function guardOf({ when = [] }: WarningCondition, input: WarningInput): boolean | undefined {
  // What is judged by the clock has no guards.
  if (input.kind === "tick" || when.length === 0) return true;
  const met = when.map((guard) => isGuardMet(guard, input));
  return met.includes(false) ? false : met.includes(undefined) ? undefined : true;
}

/** Undefined: it is not known. */
export function isGuardMet(guard: WarningGuard, { valueOf }: WarningFrame): boolean | undefined {
  const values = valuesOf(guard, valueOf);
  return values.length === 0 ? undefined : values.some(({ value }) => isBeyond(guard, value, guard));
}

/** Whether a rule is active; undefined: it is not known where the container stands. */
export function isActive({ activeHours }: WarningRule, { place, atMs }: WarningInput): boolean | undefined {
  if (!activeHours) return true;
  return place && isBetween(activeHours.from, activeHours.to, activeHours.days, place, atMs);
}

interface Named {
  attribute: string;
  value: number;
}

/** The values to judge: of each attribute that is known, or the one that is computed from all of them. */
function valuesOf(
  { type, attributes }: Pick<WarningCondition, "type" | "attributes">,
  valueOf: WarningFrame["valueOf"],
): Named[] {
  const known: Named[] = [];
  for (const attribute of attributes) {
    const value = valueOf(attribute);
    if (value !== undefined) known.push({ attribute, value });
  }
  const [first, second] = known;
  if (type === "compare") {
    const hasBoth = first && second;
    return hasBoth ? [{ attribute: first.attribute, value: first.value - second.value }] : [];
  }
  if (type !== "spread") return known;
  const sorted = known.toSorted((one, other) => one.value - other.value);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest || known.length < 2) return [];
  return [{ attribute: highest.attribute, value: highest.value - lowest.value }];
}

/** Of several attributes, one beyond is enough, and all have to be back. */
function judge(condition: WarningCondition, values: readonly Named[]): Verdict | undefined {
  const [first] = values;
  if (!first) return undefined;
  const critical = criticalLevel(condition);
  const beyond = firstBeyond(condition, values, condition);
  const worst = critical && firstBeyond(condition, values, critical);
  const { attribute, value } = worst ?? beyond ?? first;
  return {
    isBeyond: beyond !== undefined,
    isCleared: areCleared(condition, values, condition),
    isCriticalBeyond: worst !== undefined,
    isCriticalCleared: critical === undefined || areCleared(condition, values, critical),
    attribute,
    value,
  };
}

// Each rule at each container is judged with each frame: a function made anew for each would cost more than the judging.
function firstBeyond(condition: WarningCondition, values: readonly Named[], level: Level): Named | undefined {
  return values.find(({ value }) => isBeyond(condition, value, level));
}

function areCleared(condition: WarningCondition, values: readonly Named[], level: Level): boolean {
  return values.every(({ value }) => isCleared(condition, value, level));
}

/** Of a figure that is no attribute's value, nor in its unit. */
function judgeFigure(condition: WarningCondition, value: number | undefined): Verdict | undefined {
  const verdict = value === undefined ? undefined : judge(condition, [{ attribute: "", value }]);
  return verdict && { ...verdict, attribute: null };
}

function criticalLevel({ critical, threshold }: WarningCondition): Level | undefined {
  return critical && { threshold: critical.threshold ?? threshold, clearAt: critical.clearAt };
}

function readFrame(
  condition: WarningCondition,
  memory: ConditionMemory | null,
  frame: WarningFrame,
  watermarkMs: number | null,
): Reading {
  switch (condition.type) {
    case "change":
      return readChange(condition, memory, frame);
    case "stuck":
      return readStuck(condition, memory, frame, watermarkMs);
    case "expected": {
      const { percent, memory: after } = readExpected(condition, memory, frame, guardOf(condition, frame) === true);
      return { verdict: judgeFigure(condition, percent), memory: after };
    }
    case "budget": {
      const { percent, memory: after } = readBudget(condition, memory, frame);
      return { verdict: judgeFigure(condition, percent), memory: after };
    }
    case "cut":
      return readCut(condition, memory, frame);
    case "repeats":
      return readRepeats(condition, memory, frame);
    case "silent":
      return readSilent(condition, memory, frame, watermarkMs);
    default:
      return { verdict: judge(condition, valuesOf(condition, frame.valueOf)), memory: null };
  }
}

/** So many readings of a window are kept, and each that is kept is written: a window is longer by a thirtieth at most. */
const keptPoints = 30;

function readChange(condition: WarningCondition, memory: ConditionMemory | null, frame: WarningFrame): Reading {
  const [attribute = ""] = condition.attributes;
  const value = frame.valueOf(attribute);
  const windowMs = (condition.window ?? 0) * 1_000;
  const thinMs = windowMs / keptPoints;
  const before = memory && "points" in memory ? memory.points : [];
  // The last one from before the window is what the value is compared with.
  const startMs = frame.atMs - windowMs;
  const first = before.findLastIndex(([atMs]) => atMs <= startMs);
  const points = before.slice(Math.max(0, first));
  const [oldest] = points;
  if (value === undefined) return { verdict: undefined, memory: { points } };
  const lastMs = points.at(-1)?.[0];
  const isDue = lastMs === undefined || Math.floor(frame.atMs / thinMs) > Math.floor(lastMs / thinMs);
  const isAsBefore = !isDue && points.length === before.length;
  const after: ConditionMemory =
    memory && isAsBefore ? memory : { points: isDue ? [...points, [frame.atMs, value]] : points };
  const ageMs = oldest ? startMs - oldest[0] : -1;
  const isKnown = ageMs >= 0 && !isHole(Math.max(0, ageMs - thinMs), frame.everyMs);
  if (!oldest || !isKnown) return { verdict: undefined, memory: after };
  return { verdict: judge(condition, [{ attribute, value: value - oldest[1] }]), memory: after };
}

function readRepeats(condition: WarningCondition, memory: ConditionMemory | null, frame: WarningFrame): Reading {
  const { counted, window = 0, threshold, critical } = condition;
  const isMet = counted && isGuardMet(counted, frame);
  const before = memory && "timesMs" in memory ? memory : { wasMet: undefined, timesMs: [] };
  const recent = before.timesMs.filter((atMs) => atMs > frame.atMs - window * 1_000);
  // What was so already when the rule looked first did not become so.
  const times = isMet === true && before.wasMet === false ? [...recent, frame.atMs] : recent;
  const most = Math.max(Number(threshold), Number(critical?.threshold ?? 0));
  const after = { wasMet: isMet ?? before.wasMet, timesMs: times.slice(-most) };
  if (isMet === undefined || after.wasMet === undefined) return { verdict: undefined, memory };
  return { verdict: judgeFigure(condition, times.length), memory: { ...after, wasMet: isMet } };
}

/** Fewer equal readings are chance. */
const leastEqual = 6;
/** A companion has moved when it changed by this share of what it was. */
const movedShare = 0.01;

function readStuck(
  condition: WarningCondition,
  memory: ConditionMemory | null,
  frame: WarningFrame,
  watermarkMs: number | null,
): Reading {
  const values = condition.attributes.map((name) => frame.valueOf(name));
  const known = values.filter((value) => value !== undefined);
  const [attribute = ""] = condition.attributes;
  const [value] = values;
  if (value === undefined || known.length < values.length) return { verdict: undefined, memory };
  const hasHole = watermarkMs !== null && isHole(frame.atMs - watermarkMs, frame.everyMs);
  const before = memory && "first" in memory && !hasHole ? memory : undefined;
  const [first = NaN, ...companions] = before?.first ?? [];
  if (!before || Math.abs(value - first) > Number(condition.threshold)) {
    const fresh: ConditionMemory = { first: known, sinceMs: frame.atMs, equal: 1, hasMoved: false };
    return { verdict: { ...over, attribute, value }, memory: fresh };
  }
  const moved = companions.some((was, index) => {
    const step = Math.abs((known[index + 1] ?? was) - was);
    return step > Math.max(Math.abs(was) * movedShare, 1e-9);
  });
  const equal = Math.min(before.equal + 1, leastEqual);
  const hasMoved = before.hasMoved || moved;
  const after = equal === before.equal && hasMoved === before.hasMoved ? before : { ...before, equal, hasMoved };
  const isStuck = after.equal >= leastEqual && after.hasMoved;
  const verdict = {
    ...over,
    isBeyond: isStuck,
    isCleared: false,
    isCriticalBeyond: isStuck && condition.critical !== undefined,
    isCriticalCleared: !isStuck,
    attribute,
    value,
    fromMs: after.sinceMs,
  };
  return { verdict, memory: after };
}

function readSilent(
  condition: WarningCondition,
  memory: ConditionMemory | null,
  frame: WarningFrame,
  watermarkMs: number | null,
): Reading {
  // A frame is what ends the silence of a container.
  if (condition.attributes.length === 0) return { verdict: over, memory: null };
  const before = memory && "seenMs" in memory ? memory.seenMs : [];
  const seenMs = condition.attributes.map((name, index) => {
    if (frame.valueOf(name) !== undefined) return null;
    return before[index] ?? watermarkMs ?? frame.atMs;
  });
  const isAsBefore = before.length === seenMs.length && seenMs.every((atMs, index) => atMs === before[index]);
  const after = memory && isAsBefore ? memory : { seenMs };
  const silent = seenMs.flatMap((atMs, index) => (atMs === null ? [] : [{ atMs, index }]));
  const [longest] = silent.toSorted((one, other) => one.atMs - other.atMs);
  if (!longest) return { verdict: over, memory: after };
  const attribute = condition.attributes[longest.index] ?? null;
  return { verdict: silentSince(condition, longest.atMs, attribute), memory: after };
}

function silentSince(condition: WarningCondition, fromMs: number, attribute: string | null): Verdict {
  return {
    isBeyond: true,
    isCleared: false,
    isCriticalBeyond: condition.critical !== undefined,
    isCriticalCleared: condition.critical === undefined,
    attribute,
    value: null,
    fromMs,
  };
}

function readTick(condition: WarningCondition, tick: WarningTick): Reading | undefined {
  const { reads } = warningTypes[condition.type];
  const known = (verdict: Verdict | undefined) => verdict && { verdict, memory: null };
  if (reads === "silence") {
    const { lastFrameMs, atMs } = tick;
    // The end of a silence is the time of the frame that ended it, and what is too short is not even looked at.
    const isLong = lastFrameMs !== undefined && atMs - lastFrameMs >= condition.duration * 1_000;
    return isLong ? known(silentSince(condition, lastFrameMs, null)) : undefined;
  }
  if (reads === "neighbours") return known(judgeNeighbours(condition, tick));
  if (reads === "bundle") return known(judgeBundle(condition, tick.bundle));
  if (reads === "forecast") return known(judgeForecast(condition, tick.forecast));
  const instants = tick.instantsOf(condition);
  const verdict = judge(condition, [{ attribute: condition.attributes[0] ?? "", value: instants.length }]);
  const nth = instants[Number(condition.threshold) - 1];
  return known(verdict && { ...verdict, ...(verdict.isBeyond && nth !== undefined && { fromMs: nth }) });
}

function judgeBundle(condition: WarningCondition, bundle: WarningBundle | undefined): Verdict | undefined {
  const [attribute] = condition.attributes as (keyof WarningBundle)[];
  // Where there is no bundle, none is used up.
  return bundle && attribute ? judgeFigure(condition, bundle[attribute] ?? undefined) : over;
}

function judgeForecast(condition: WarningCondition, forecast: WarningForecast | undefined): Verdict | undefined {
  if (!forecast) return undefined;
  const [attribute] = condition.attributes as (keyof WarningForecast["values"])[];
  const value = attribute ? forecast.values[attribute] : null;
  if (attribute === undefined || value === null) return over;
  const verdict = judge(condition, [{ attribute, value }]);
  return verdict && { ...verdict, fromMs: forecast.atMs };
}
