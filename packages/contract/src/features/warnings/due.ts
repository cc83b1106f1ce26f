import { momentsIn } from "../../core/moments.ts";
import type { WarningInput } from "./read-condition.ts";
import { neighboursOldMs } from "./read-neighbours.ts";
import { blindAfterMs, calmFromMs, hourMs, isSilence, isUp, keepForMsOf } from "./step-warning.ts";
import type { ConditionState, WarningState } from "./warning-state.ts";
import { isJudgedOn } from "./warning-types.ts";
import type { WarningCondition, WarningRule } from "./warnings.schema.ts";

/** When time alone may move a rule next: until then it need not be looked at. Pure. */

/** Edges of active hours are looked for so far ahead. */
const activeEveryMs = 15 * 60_000;

/**
 * @param state After the input.
 * @returns epoch ms: never too late, maybe too early; undefined: only what comes may move it.
 */
export function dueOf(rule: WarningRule, state: WarningState, input: WarningInput): number | undefined {
  const { atMs } = input;
  const calmMs = calmFromMs(state);
  const instants = rule.conditions.flatMap((condition, index): number[] => {
    const own = state.conditions[index];
    return own ? dueOfCondition(rule, condition, own, state, input) : [];
  });
  if (state.isFlapping && calmMs !== undefined) instants.push(calmMs);
  // What was due at a tick is done; what was due at a frame waits for the next tick.
  const left = input.kind === "tick" ? instants.filter((dueMs) => dueMs > atMs) : instants;
  return left.length > 0 ? Math.min(...left) : undefined;
}

function dueOfCondition(
  rule: WarningRule,
  condition: WarningCondition,
  own: ConditionState,
  state: WarningState,
  input: WarningInput,
): number[] {
  const found: number[] = [];
  const isTimed = isJudgedOn(condition, "tick");
  const isOnFrames = !isSilence(condition) && isJudgedOn(condition, "frame");
  const goesBlind = isOnFrames && condition.noData !== "hold";
  if (isTimed || goesBlind) {
    found.push(...waits(condition, own, keepForMsOf(condition, state)));
    if (rule.activeHours) found.push(...edgesAfter(rule.activeHours, input));
  }
  if (isSilence(condition)) found.push(...silenceDue(condition, own, input));
  else if (condition.type === "neighbours") found.push(...neighboursDue(input));
  else if (condition.type === "bundle") found.push(nextHourMs(input));
  else if (isTimed) found.push(...windowDue(condition, input));
  const isSeen = isUp(own) && state.raisedMs !== null && state.blindSinceMs === null;
  if (goesBlind || (isOnFrames && isSeen)) {
    const blindMs = (own.knownMs ?? state.watermarkMs ?? input.atMs) + blindAfterMs(input.everyMs);
    found.push(blindMs, blindMs + 1);
  }
  return found;
}

/** Ends of what has to last. */
function waits(condition: WarningCondition, own: ConditionState, keepForMs: number): number[] {
  const { phase, sinceMs, isCritical, criticalSinceMs, criticalOverMs } = own;
  const criticalMs = (condition.critical?.duration ?? condition.duration) * 1_000;
  const found: number[] = [];
  if (phase === "pending") found.push(sinceMs + condition.duration * 1_000);
  if (phase === "settling") found.push(sinceMs + keepForMs);
  if (!isCritical && criticalSinceMs !== null) found.push(criticalSinceMs + criticalMs);
  if (isCritical && criticalOverMs !== null) found.push(criticalOverMs + keepForMs);
  return found;
}

/** A silence that is raised ends with a frame, and then there is another one to wait for. */
function silenceDue({ duration }: WarningCondition, { phase }: ConditionState, input: WarningInput): number[] {
  if (phase === "raised") return [];
  const lastMs = input.kind === "frame" ? input.atMs : input.lastFrameMs;
  return [lastMs === undefined ? input.atMs + Math.max(1, duration * 1_000) : lastMs + duration * 1_000];
}

/** Days are looked for each hour: a frame does not bring any. */
function neighboursDue(input: WarningInput): number[] {
  const nextMs = nextHourMs(input);
  const oldMs = input.kind === "tick" ? neighboursOldMs(input.neighbours) : undefined;
  return oldMs === undefined ? [nextMs] : [nextMs, oldMs + 1];
}

function nextHourMs({ atMs }: WarningInput): number {
  return Math.floor(atMs / hourMs + 1) * hourMs;
}

/** When the oldest of what is counted leaves the window. */
function windowDue(condition: WarningCondition, input: WarningInput): number[] {
  const [oldestMs] = input.kind === "tick" && condition.window !== undefined ? input.instantsOf(condition) : [];
  return oldestMs === undefined ? [] : [oldestMs + (condition.window ?? 0) * 1_000];
}

/** When active hours begin or end next. */
function edgesAfter({ from, to }: NonNullable<WarningRule["activeHours"]>, { place, atMs }: WarningInput): number[] {
  const span = { afterMs: atMs, untilMs: atMs + activeEveryMs };
  const edges = place ? [from, to].flatMap((moment) => momentsIn(moment, place, span, { withStandIns: true })) : [];
  return [...edges, span.untilMs];
}
