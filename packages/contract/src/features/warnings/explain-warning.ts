import type { BackTest, LastLook } from "./back-test.ts";
import { daysBeyond } from "./read-neighbours.ts";
import { isActive, isGuardMet, readCondition } from "./read-condition.ts";
import type { rulePhases, whyNot } from "./rule-trials.calls.ts";
import { blindAfterMs, isSilence } from "./step-warning.ts";
import type { Verdict } from "./verdict.ts";
import type { ConditionState } from "./warning-state.ts";
import { isJudgedOn } from "./warning-types.ts";
import type { WarningCondition, WarningRule } from "./warnings.schema.ts";

/** Why a rule raised no warning at an instant, from how it was judged until then. Pure. */

export interface WhyCondition {
  phase: (typeof rulePhases)[number];
  /** Null: it is met. */
  why: (typeof whyNot)[number] | null;
  attribute: string | null;
  value: number | null;
  /** Index of the guard that is not met. */
  guard: number | null;
  sinceMs: number | null;
  /** It began before anything that was gone through: `sinceMs` is then when that begins. */
  isSinceBefore: boolean;
  dueMs: number | null;
}

export interface WhyWarning {
  raisedMs: number | null;
  /** It was so already where what was gone through begins. */
  isRaisedBefore: boolean;
  conditions: WhyCondition[];
  /** Index of the first condition that is not met; null: none, or the rule is raised. */
  first: number | null;
}

/** @param test Has gone through everything until the instant. */
export function explainWarning(rule: WarningRule, test: BackTest, atMs: number): WhyWarning {
  test.look(atMs);
  const { state } = test;
  const conditions = rule.conditions.map((condition, index) => {
    const own = state.conditions[index] as ConditionState;
    const look = lookOf(condition, test, index);
    const found = {
      ...nothing,
      phase: own.phase,
      ...whyOf(rule, condition, own, look, { atMs, watermarkMs: state.watermarkMs }),
    };
    const { phase, sinceMs } = own;
    // What holds since the first reading may have held for longer; what was raised, since its duration before that.
    const beganMs =
      found.why === "duration"
        ? (found.sinceMs ?? sinceMs)
        : phase === "pending"
          ? sinceMs
          : own.raisedMs - condition.duration * 1_000;
    const isSinceBefore = isUpOrPending(found) && test.firstFrameMs !== undefined && beganMs <= test.firstFrameMs;
    return { ...found, isSinceBefore };
  });
  const first = conditions.findIndex(({ why }) => why !== null);
  const { raisedMs } = state;
  // Nothing is raised before the beginning: what is raised then was so before.
  const isRaisedBefore = raisedMs !== null && raisedMs <= test.fromMs;
  return { raisedMs, isRaisedBefore, conditions, first: raisedMs !== null || first < 0 ? null : first };
}

function isUpOrPending({ why }: Pick<WhyCondition, "why">): boolean {
  return why === null || why === "duration";
}

const nothing = {
  why: null,
  attribute: null,
  value: null,
  guard: null,
  sinceMs: null,
  isSinceBefore: false,
  dueMs: null,
};

interface Seen extends LastLook {
  verdict: Verdict | undefined;
}

/** The last look that says something about a condition, or of its kind. */
function lookOf(condition: WarningCondition, test: BackTest, index: number): Seen | undefined {
  const kinds = (["frame", "tick"] as const).filter((kind) => isJudgedOn(condition, kind));
  const looks = kinds.flatMap((kind) => test.lastLook(kind) ?? []);
  const [newest] = looks.toSorted((one, other) => other.input.atMs - one.input.atMs);
  if (!newest) return undefined;
  const { before, input } = newest;
  const memory = before.conditions[index]?.memory ?? null;
  const unguarded = { ...condition, when: [] };
  return { ...newest, verdict: readCondition(unguarded, memory, input, before.watermarkMs)?.verdict };
}

function whyOf(
  rule: WarningRule,
  condition: WarningCondition,
  own: ConditionState,
  look: Seen | undefined,
  { atMs, watermarkMs }: { atMs: number; watermarkMs: number | null },
): Partial<WhyCondition> {
  const { attribute = null, value = null } = look?.verdict ?? {};
  const known = { attribute, value };
  const { phase, sinceMs, raisedMs } = own;
  if (phase === "raised" || phase === "settling") return { ...known, sinceMs: raisedMs };
  if (!look) return { why: "unknown" };
  if (isActive(rule, { ...look.input, atMs }) === false) return { ...known, why: "inactive" };
  if (phase === "pending") return { ...known, why: "duration", sinceMs, dueMs: sinceMs + condition.duration * 1_000 };
  if (condition.type === "neighbours") return { ...known, ...whyOfNeighbours(condition, look) };
  const isOfFrames = look.input.kind === "frame" && isJudgedOn(condition, "frame");
  const knownMs = own.knownMs ?? watermarkMs;
  const isOld = isOfFrames && knownMs !== null && atMs - knownMs > blindAfterMs(look.input.everyMs);
  if (isOld || (isOfFrames && !look.verdict)) return { ...known, why: "unknown", sinceMs: knownMs };
  // Nothing came yet since its hours began.
  if (isActive(rule, look.input) === false) return { ...known, why: "inactive" };
  const guard = look.verdict?.isBeyond ? unmetGuard(condition, look) : undefined;
  if (guard) return guard;
  // Of what the clock tells, nothing said is nothing wrong; only a forecast or a share may be missing.
  if (!look.verdict && (condition.type === "forecast" || condition.type === "bundle")) return { why: "unknown" };
  return { ...known, why: "level", sinceMs: isSilence(condition) ? watermarkMs : null };
}

/** Its days add up outside of what is remembered. */
function whyOfNeighbours(condition: WarningCondition, { input, verdict }: Seen): Partial<WhyCondition> {
  if (!verdict || verdict.value === null || input.kind !== "tick") return { why: "unknown" };
  const [first] = daysBeyond(input.neighbours, condition, condition);
  if (!first) return { why: "level" };
  return { why: "duration", sinceMs: first.startMs, dueMs: first.startMs + condition.duration * 1_000 };
}

/** The first guard that is not met, or of which that is not known. */
function unmetGuard({ when = [] }: WarningCondition, { input }: LastLook): Partial<WhyCondition> | undefined {
  if (input.kind !== "frame") return undefined;
  const met = when.map((one) => isGuardMet(one, input));
  const guard = met.includes(false) ? met.indexOf(false) : met.indexOf(undefined);
  const attribute = when[guard]?.attributes[0];
  if (attribute === undefined) return undefined;
  return { why: "guard", guard, attribute, value: input.valueOf(attribute) ?? null };
}
