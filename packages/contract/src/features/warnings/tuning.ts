import { isClearSide, isFurther } from "./warning-levels.ts";
import { warningLimits as limits } from "./warning-types.ts";
import type { WarningCondition, WarningRule } from "./warnings.schema.ts";

/** Small changes of a rule that make it raise less. Pure. */

export interface RuleChange {
  /** Index of the condition. */
  condition: number;
  /** A number further out, or undefined: as it is. */
  threshold: number | undefined;
  /** s; undefined: as it is. */
  duration: number | undefined;
}

const shares = [0.05, 0.1, 0.15, 0.25, 0.4];
const minuteS = 60;
const durationsS = [5, 10, 20, 30, 60, 120].map((minutes) => minutes * minuteS);
const mostChanges = 16;

/** Each changes one thing of one condition; the smaller changes of it come first. */
export function changesOf({ conditions }: WarningRule): RuleChange[] {
  const each = conditions.map((condition, index) => [
    ...thresholdsOf(condition).map((threshold) => ({ condition: index, threshold, duration: undefined })),
    ...durationsOf(condition).map((duration) => ({ condition: index, threshold: undefined, duration })),
  ]);
  const most = Math.max(1, Math.floor(mostChanges / Math.max(1, conditions.length)));
  return each.flatMap((changes) => changes.slice(0, most));
}

function thresholdsOf(condition: WarningCondition): number[] {
  const { type, threshold, critical } = condition;
  const isLevel = type === "above" || type === "below" || type === "spread";
  if (!isLevel || typeof threshold !== "number") return [];
  const sign = type === "below" ? -1 : 1;
  const steps = shares.map((share) => round(threshold + sign * Math.max(Math.abs(threshold) * share, 0.01)));
  const own = critical?.threshold;
  // The critical level stays beyond it.
  const fits = (next: number) => own === undefined || isFurther(condition, next, own);
  return [...new Set(steps)].filter((next) => next !== threshold && fits(next) && keepsClear(condition, next));
}

function keepsClear(condition: WarningCondition, threshold: number): boolean {
  return condition.clearAt === undefined || isClearSide(condition, threshold, condition.clearAt);
}

/** To three digits: nobody sets 17.325 %. */
function round(value: number): number {
  return Number(value.toPrecision(3));
}

function durationsOf({ type, duration, critical }: WarningCondition): number[] {
  if (["event", "command", "forecast", "neighbours", "bundle"].includes(type)) return [];
  const longestS = critical?.duration ?? limits.longestDurationS;
  return durationsS.filter((next) => next > duration && next <= longestS).slice(0, 4);
}

export function withChange(rule: WarningRule, { condition: place, threshold, duration }: RuleChange): WarningRule {
  const condition = rule.conditions[place];
  if (!condition) return rule;
  const changed = {
    ...condition,
    threshold: threshold ?? condition.threshold,
    duration: duration ?? condition.duration,
  };
  return { ...rule, conditions: rule.conditions.with(place, changed) };
}
