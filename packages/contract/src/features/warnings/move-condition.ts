import type { Verdict } from "./verdict.ts";
import type { ConditionState } from "./warning-state.ts";
import type { WarningCondition } from "./warnings.schema.ts";

/** The four phases of a condition (watch.md, 2.5). Pure. */

export interface Move {
  condition: WarningCondition;
  verdict: Verdict;
  atMs: number;
  /** Nobody knows what was between the last verdict and this one: what has to last begins again. */
  hasHole: boolean;
  /** Nothing was judged before. */
  isFirst: boolean;
  keepForMs: number;
}

export function moveCondition(before: ConditionState, move: Move): ConditionState {
  return withFirst(withLevel(phases[before.phase](before, move), before, move), move);
}

function withFirst(state: ConditionState, { isFirst }: Move): ConditionState {
  if (isFirst && state.phase !== "quiet") return { ...state, isSoFromFirst: true };
  if (state.isSoFromFirst === undefined || state.phase !== "quiet") return state;
  const { isSoFromFirst: _over, ...quiet } = state;
  return quiet;
}

const phases: Record<ConditionState["phase"], (before: ConditionState, move: Move) => ConditionState> = {
  quiet: (before, move) => (move.verdict.isBeyond ? wait(before, beginOf(move), move) : before),

  pending: (before, move) => {
    if (!move.verdict.isBeyond) return { ...before, phase: "quiet" };
    return wait(before, move.hasHole ? beginOf(move) : Math.min(before.sinceMs, beginOf(move)), move);
  },

  raised: (before, move) => {
    if (!move.verdict.isCleared) return before;
    return settle({ ...before, phase: "settling", sinceMs: beginOf(move) }, move);
  },

  settling: (before, move) => {
    if (!move.verdict.isCleared) return { ...before, phase: "raised", raisedMs: move.atMs };
    return settle(move.hasHole ? { ...before, sinceMs: move.atMs } : before, move);
  },
};

function beginOf({ verdict, atMs }: Move): number {
  return Math.min(verdict.fromMs ?? atMs, atMs);
}

/** It is so since then; raised once it has been so for long enough. */
function wait(before: ConditionState, sinceMs: number, { condition, atMs }: Move): ConditionState {
  const dueMs = sinceMs + condition.duration * 1_000;
  return dueMs <= atMs
    ? { ...before, phase: "raised", sinceMs, raisedMs: dueMs }
    : { ...before, phase: "pending", sinceMs };
}

function settle(state: ConditionState, { atMs, keepForMs }: Move): ConditionState {
  if (atMs - state.sinceMs < keepForMs) return state;
  return { ...state, phase: "quiet", clearedMs: Math.max(state.sinceMs, state.raisedMs) };
}

/** The same object where nothing changes: whoever has it knows at once that there is nothing to write. */
function withoutLevel(state: ConditionState): ConditionState {
  const isSo = !state.isCritical && state.criticalSinceMs === null && state.criticalOverMs === null;
  return isSo ? state : { ...state, ...uncritical };
}

const uncritical = { isCritical: false, criticalSinceMs: null, criticalOverMs: null };

/** Critical once it was beyond the critical level for its own duration, until it was back for as long as it takes to clear. */
function withLevel(state: ConditionState, before: ConditionState, move: Move): ConditionState {
  const { condition, verdict, atMs, hasHole, keepForMs } = move;
  if (state.phase === "quiet") return withoutLevel(state);
  if (before.isCritical) {
    if (!verdict.isCriticalCleared) return { ...state, criticalOverMs: null };
    const criticalOverMs = hasHole ? atMs : (before.criticalOverMs ?? beginOf(move));
    return atMs - criticalOverMs < keepForMs ? { ...state, criticalOverMs } : withoutLevel(state);
  }
  if (!verdict.isCriticalBeyond) return withoutLevel(state);
  const durationMs = (condition.critical?.duration ?? condition.duration) * 1_000;
  const criticalSinceMs = (hasHole ? null : before.criticalSinceMs) ?? beginOf(move);
  const isCritical = state.phase === "raised" && atMs - criticalSinceMs >= durationMs;
  return { ...state, isCritical, criticalSinceMs };
}
