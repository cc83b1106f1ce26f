import { gapPeriods, isCertainGap, longestStepMs } from "../../history/energy/energy.ts";
import type { Step } from "./day-sum.ts";

/** The end of a metric's readings so far, as much of it as the gap rule of history/energy/energy.ts needs. Pure. */
export interface Tail {
  atMs: number;
  value: number;
  /** The newest steps between readings, at most three. */
  stepsMs: readonly number[];
  /** Long steps, of which those that follow may tell that they are gaps, or none, after all. */
  doubts: readonly Doubt[];
}

interface Doubt {
  stepMs: number;
  /** What it was taken for. */
  isGap: boolean;
  before: readonly number[];
  /** At most three. */
  after: readonly number[];
}

const recentSteps = 3;

/** @returns isUnsure: an earlier step was taken for a gap and is none, or the other way round. */
export function stepTo(
  before: Tail | undefined,
  after: { atMs: number; value: number },
  declaredMs: number,
  share: (before: Tail, after: { atMs: number; value: number }, lowMs: number, highMs: number) => number,
): { tail: Tail; step: Step; isUnsure: boolean } {
  const { atMs } = after;
  if (!before) {
    const step: Step = { fromMs: atMs, toMs: atMs, isGap: true, whOf: () => 0 };
    return { tail: { ...after, stepsMs: [], doubts: [] }, step, isUnsure: false };
  }
  const stepMs = atMs - before.atMs;
  const isGap = stepMs > longestStepMs(declaredMs, before.stepsMs, []);
  const step: Step = { fromMs: before.atMs, toMs: atMs, isGap, whOf: (low, high) => share(before, after, low, high) };
  const followed = before.doubts.map((doubt): Doubt => ({ ...doubt, after: [...doubt.after, stepMs] }));
  const isUnsure = followed.some((doubt) => isGapNow(doubt, declaredMs) !== doubt.isGap);
  const doubts = followed.filter(isOpen);
  if (isLong(stepMs, declaredMs)) doubts.push({ stepMs, isGap, before: before.stepsMs, after: [] });
  return { tail: { ...after, stepsMs: [...before.stepsMs, stepMs].slice(-recentSteps), doubts }, step, isUnsure };
}

/** The tail of all readings so far. */
export function tailOf(
  atMs: readonly number[],
  values: readonly (number | null)[],
  declaredMs: number,
): Tail | undefined {
  const newest: number[] = [];
  for (let index = values.length - 1; index >= 0 && newest.length <= 2 * recentSteps; index--) {
    if (values[index] !== null) newest.unshift(index);
  }
  const last = newest.at(-1);
  if (last === undefined) return undefined;
  const times = newest.map((index) => atMs[index] as number);
  const stepsMs = times.slice(1).map((at, index) => at - (times[index] as number));
  const doubts = stepsMs
    .map((stepMs, index): Doubt => {
      const before = stepsMs.slice(Math.max(0, index - recentSteps), index);
      const doubt = { stepMs, before, after: stepsMs.slice(index + 1) };
      return { ...doubt, isGap: isGapNow(doubt, declaredMs) };
    })
    .filter((doubt) => isLong(doubt.stepMs, declaredMs) && isOpen(doubt));
  return { atMs: times.at(-1) as number, value: values[last] as number, stepsMs: stepsMs.slice(-recentSteps), doubts };
}

function isOpen({ after }: Doubt): boolean {
  return after.length < recentSteps;
}

/** May it be a gap, and may it be none? */
function isLong(stepMs: number, declaredMs: number): boolean {
  return stepMs > gapPeriods * declaredMs && !isCertainGap(stepMs);
}

function isGapNow({ stepMs, before, after }: Omit<Doubt, "isGap">, declaredMs: number): boolean {
  return stepMs > longestStepMs(declaredMs, before, after);
}
