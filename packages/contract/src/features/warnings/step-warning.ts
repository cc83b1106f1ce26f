import { batchS, liveWindowMs } from "../../core/constants.ts";
import { isHole, longestGap } from "../../core/hole.ts";
import { moveCondition } from "./move-condition.ts";
import { isActive, readCondition, type WarningInput } from "./read-condition.ts";
import { over, type Verdict } from "./verdict.ts";
import type { ConditionState, WarningState } from "./warning-state.ts";
import { isJudgedOn, type WarningSeverity } from "./warning-types.ts";
import type { WarningCondition, WarningRule } from "./warnings.schema.ts";

/** What a rule makes of the next thing that is known of a container. Pure: server, back-test and controller share it. */

export type WarningEmit =
  | {
      kind: "raised";
      atMs: number;
      /** Since when it had been so by then: earlier than `atMs` by what it has to last. */
      sinceMs: number;
      severity: WarningSeverity;
      /** Index of the condition that was met, with what it looked at. */
      condition: number;
      attribute: string | null;
      value: number | null;
      /** That it flaps was said before. */
      isFlapping: boolean;
      /** It was so already before the rule was: since when is to be looked up. */
      isFound?: true;
    }
  /** Up notifies, down is silent. */
  | { kind: "severity"; atMs: number; severity: WarningSeverity; isUp: boolean }
  | { kind: "flapping"; isFlapping: boolean }
  /** Null: there is data again. */
  | { kind: "blind"; sinceMs: number | null }
  | { kind: "cleared"; atMs: number };

export interface WarningStep {
  state: WarningState;
  emits: WarningEmit[];
}

export const hourMs = 3_600_000;
const flapsInHour = 5;
const flappingKeepMs = 30 * 60_000;

/** Frames come late by a batch or two while nobody watches. */
const lateMs = 2 * batchS * 1_000;

/** Without data for so long, a condition is blind. */
export function blindAfterMs(everyMs: number): number {
  return longestGap(everyMs) + lateMs;
}

/**
 * @param rule As it applies to this container (`ruleAt`).
 * @param before What was returned the last time, or `newWarningState`.
 */
export function stepWarning(rule: WarningRule, before: WarningState, input: WarningInput): WarningStep {
  const { watermarkMs } = before;
  // What comes late moves nothing: what is live stays as it is.
  if (input.kind === "frame" && watermarkMs !== null && input.atMs <= watermarkMs) return { state: before, emits: [] };
  const emits: WarningEmit[] = [];
  const calm = calmed(before, input);
  if (calm.isFlapping !== before.isFlapping) emits.push({ kind: "flapping", isFlapping: calm.isFlapping });
  const verdicts: (Verdict | undefined)[] = [];
  const conditions = rule.conditions.map((condition, index) => {
    const own = before.conditions[index] as ConditionState;
    const { state, verdict } = stepCondition(rule, condition, own, calm, input);
    verdicts.push(verdict);
    return state;
  });
  const isChanged = conditions.some((after, index) => after !== before.conditions[index]);
  const next: WarningState = {
    ...calm,
    // The same ones where nothing changes, which is nearly always: whoever compares sees it at once.
    conditions: isChanged ? conditions : before.conditions,
    flaps: isChanged ? flapsAfter(before, conditions, calm.flaps, input.atMs) : calm.flaps,
    watermarkMs: input.kind === "frame" ? input.atMs : watermarkMs,
  };
  return together(rule, next, verdicts, input, emits);
}

/** When a clock knows that nothing has flapped for an hour: until then a frame of before may be on its way. */
export function calmFromMs({ flaps }: WarningState): number | undefined {
  const lastMs = flaps.at(-1);
  return lastMs === undefined ? undefined : lastMs + hourMs + liveWindowMs.past;
}

/**
 * Flapping is over after an hour of calm, by the data's own time whether a clock was looked at or not: a history that is
 * gone through again has none.
 */
export function calmed(state: WarningState, { kind, atMs }: Pick<WarningInput, "kind" | "atMs">): WarningState {
  const fromMs = calmFromMs(state);
  if (fromMs === undefined) return state;
  const isOver = kind === "tick" ? atMs >= fromMs : atMs >= fromMs - liveWindowMs.past;
  return isOver ? { ...state, flaps: [], isFlapping: false } : state;
}

const isRaised = (phase: ConditionState["phase"]) => phase === "raised";
const isBeyondCritical = ({ isCritical, criticalOverMs }: ConditionState) => isCritical && criticalOverMs === null;
export const isUp = ({ phase }: ConditionState) => phase === "raised" || phase === "settling";

/** Raised or over; or, while raised, critical again. */
function isFlap(before: ConditionState, after: ConditionState): boolean {
  return (
    isRaised(before.phase) !== isRaised(after.phase) ||
    (isRaised(after.phase) && isBeyondCritical(after) && !isBeyondCritical(before))
  );
}

function flapsAfter(before: WarningState, after: readonly ConditionState[], flaps: number[], atMs: number): number[] {
  const changes = after.filter((one, index) => isFlap(before.conditions[index] as ConditionState, one));
  if (changes.length === 0) return flaps;
  // Of what flaps, more of them say nothing more.
  return [...flaps.filter((flapMs) => flapMs > atMs - hourMs), ...changes.map(() => atMs)].slice(-flapsInHour);
}

function stepCondition(
  rule: WarningRule,
  condition: WarningCondition,
  before: ConditionState,
  whole: WarningState,
  input: WarningInput,
): { state: ConditionState; verdict: Verdict | undefined } {
  const { atMs, everyMs } = input;
  const { watermarkMs } = whole;
  const reading = readCondition(condition, before.memory, input, watermarkMs);
  const isFrame = input.kind === "frame";
  const knownMs = before.knownMs ?? watermarkMs;
  const active = isActive(rule, input);
  const verdict = reading && (active === false ? over : active === true ? reading.verdict : undefined);
  const keepForMs = keepForMsOf(condition, whole);
  if (reading && verdict) {
    const hasHole = isFrame && knownMs !== null && isHole(atMs - knownMs, everyMs);
    const { isUnread, ...read } = before;
    const isAsBefore = before.memory === reading.memory && before.knownMs === null && !isUnread;
    const state = isAsBefore ? before : { ...read, memory: reading.memory, knownMs: null };
    const isFirst = isFrame && (watermarkMs === null || isUnread === true);
    return { state: moveCondition(state, { condition, verdict, atMs, hasHole, isFirst, keepForMs }), verdict };
  }
  // What only time tells says nothing by itself, and never goes blind.
  if (!isJudgedOn(condition, "frame")) return { state: before, verdict: undefined };
  const unread = watermarkMs === null && !before.isUnread ? { ...before, isUnread: true as const } : before;
  const unknown = isFrame ? unknownAt(before, reading, { knownMs, atMs }) : unread;
  const missing = knownMs === null ? undefined : missingVerdict(condition, knownMs + blindAfterMs(everyMs), atMs);
  if (!missing || active === false || isSilence(condition)) return { state: unknown, verdict: undefined };
  return {
    state: moveCondition(unknown, { condition, verdict: missing, atMs, hasHole: false, isFirst: false, keepForMs }),
    verdict: missing,
  };
}

/** After a frame without what it looks at. @param knownMs When it was known before; null: this is the first frame. */
function unknownAt(
  before: ConditionState,
  reading: ReturnType<typeof readCondition>,
  { knownMs, atMs }: { knownMs: number | null; atMs: number },
): ConditionState {
  const memory = reading?.memory ?? before.memory;
  return { ...before, memory, knownMs: knownMs ?? atMs, ...(knownMs === null && { isUnread: true }) };
}

/** For how long it has to be over before it clears. */
export function keepForMsOf({ keepFor }: WarningCondition, { isFlapping }: WarningState): number {
  return Math.max(keepFor * 1_000, isFlapping ? flappingKeepMs : 0);
}

/** Of the silence of a whole container: without frames there is more of it, not less to judge by. */
export function isSilence({ type, attributes }: WarningCondition): boolean {
  return type === "silent" && attributes.length === 0;
}

/** What no data stands for, once there has been none for long enough. */
function missingVerdict({ noData }: WarningCondition, fromMs: number, atMs: number): Verdict | undefined {
  if (noData === "hold" || atMs < fromMs) return undefined;
  return noData === "clear" ? { ...over, fromMs } : { ...over, isBeyond: true, isCleared: false, fromMs };
}

/** What the conditions say as one rule. */
function together(
  rule: WarningRule,
  next: WarningState,
  verdicts: readonly (Verdict | undefined)[],
  input: WarningInput,
  emits: WarningEmit[],
): WarningStep {
  const { conditions, raisedMs } = next;
  const isAll = rule.match === "all";
  let state = withFlapping(next, emits);
  const isOpen = isAll ? conditions.every(isUp) : conditions.some(isUp);
  const raised = conditions.filter(({ phase }) => isRaised(phase));
  const isCritical = conditions.some((condition) => isUp(condition) && condition.isCritical);
  const severity = isCritical ? "critical" : rule.severity;
  if (raisedMs === null && (isAll ? raised.length === conditions.length : raised.length > 0)) {
    const instants = raised.map((condition) => condition.raisedMs);
    const trueMs = isAll ? Math.max(...instants) : Math.min(...instants);
    const atMs = Math.max(state.clearedMs, trueMs);
    const began = isAll ? raised : raised.filter(({ raisedMs: instant }) => instant === trueMs);
    const sinceMs = Math.max(state.clearedMs, ...began.map((condition) => condition.sinceMs));
    // After a hole its time began again, but it may have been so long before that.
    const isFound = trueMs < atMs || raised.some(({ isSoFromFirst }) => isSoFromFirst);
    const found = isFound && ({ isFound: true } as const);
    const named = conditions.findIndex(({ phase }, index) => isRaised(phase) && verdicts[index] !== undefined);
    const condition = Math.max(0, named);
    const { attribute = null, value = null } = verdicts[condition] ?? {};
    // Before what is said of its flapping: that is said of a warning that is open.
    emits.unshift({
      kind: "raised",
      atMs,
      sinceMs,
      severity,
      condition,
      attribute,
      value,
      isFlapping: next.isFlapping,
      ...found,
    });
    state = { ...state, raisedMs: atMs, isCritical };
  } else if (raisedMs !== null && !isOpen) {
    const ends = conditions.filter((condition) => !isUp(condition)).map(({ clearedMs }) => clearedMs);
    const atMs = Math.max(raisedMs, isAll ? Math.min(...ends) : Math.max(...ends));
    emits.push({ kind: "cleared", atMs });
    return { state: { ...state, raisedMs: null, clearedMs: atMs, isCritical: false, blindSinceMs: null }, emits };
  } else if (raisedMs !== null && isCritical !== state.isCritical) {
    if (rule.severity !== "critical") emits.push({ kind: "severity", atMs: input.atMs, severity, isUp: isCritical });
    state = { ...state, isCritical };
  }
  return { state: withBlindness(rule, state, input, emits), emits };
}

/** Said when it begins; when it is over is said by `calmed`. */
function withFlapping(state: WarningState, emits: WarningEmit[]): WarningState {
  if (state.isFlapping || state.flaps.length < flapsInHour) return state;
  emits.push({ kind: "flapping", isFlapping: true });
  return { ...state, isFlapping: true };
}

function withBlindness(
  rule: WarningRule,
  state: WarningState,
  { atMs, everyMs }: WarningInput,
  emits: WarningEmit[],
): WarningState {
  if (state.raisedMs === null) return state;
  const since = state.conditions.flatMap((condition, index): number[] => {
    const own = rule.conditions[index];
    const knownMs = condition.knownMs ?? state.watermarkMs;
    if (!own || knownMs === null || isSilence(own) || !isJudgedOn(own, "frame") || !isUp(condition)) return [];
    return atMs - knownMs > blindAfterMs(everyMs) ? [knownMs] : [];
  });
  const sinceMs = since.length > 0 ? Math.min(...since) : null;
  if (sinceMs === state.blindSinceMs) return state;
  emits.push({ kind: "blind", sinceMs });
  return { ...state, blindSinceMs: sinceMs };
}
