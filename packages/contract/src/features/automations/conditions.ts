import { staleAfterMs } from "../../core/constants.ts";
import { isHole } from "../../core/hole.ts";
import { isBetween, isSunUp, type Place } from "../../core/moments.ts";
import { type Condition, loadSign, type MetricCondition } from "./automations.schema.ts";

/** Whether conditions are true, with a third answer: not known. Pure. */

/** Undefined: it is not known. */
export type Truth = boolean | undefined;

/** What is known at an instant. */
export interface Facts {
  /** The last value of a metric; undefined: none was ever measured. An old one counts as not known. */
  readingOf: (metric: string) => { value: number; atMs: number } | undefined;
  /** Whether an output is on; undefined: not known. */
  isOn: (output: string) => boolean | undefined;
  /** Undefined: times and sun are not known. */
  place: Place | undefined;
  /** False: the clock may be wrong, so times and sun are not known. */
  isClockRight: boolean;
  /** Time between two looks. */
  everyMs: number;
}

/** Since when something has been so, and when that was seen last; epoch ms. */
export interface Timer {
  sinceMs: number;
  seenMs: number;
}
/** By the path of the condition. */
export type Timers = Readonly<Record<string, Timer>>;

/** What a condition was, with the value that it looked at. */
export interface Verdict {
  path: string;
  /** Null: not known. */
  is: boolean | null;
  value?: number | undefined;
  /** It is so, but not yet for as long as it has to be: since when, epoch ms. */
  sinceMs?: number | undefined;
}

export interface Evaluation {
  is: Truth;
  /** Of each condition in it, the outermost first. */
  verdicts: Verdict[];
  timers: Timers;
}

/**
 * @param path Where the condition stands, such as `while`.
 * @param before What was returned the last time.
 */
export function evaluate(path: string, condition: Condition, facts: Facts, before: Timers, nowMs: number): Evaluation {
  if (condition.kind === "group") {
    const parts = condition.of.map((one, index) => evaluate(`${path}.of.${index}`, one, facts, before, nowMs));
    const is = together(
      condition.match,
      parts.map((part) => part.is),
    );
    const verdicts = [{ path, is: is ?? null }, ...parts.flatMap((part) => part.verdicts)];
    return { is, verdicts, timers: Object.assign({}, ...parts.map(({ timers }) => timers)) as Timers };
  }
  if (condition.kind === "time" || condition.kind === "sun") {
    const is = isTime(condition, facts, nowMs);
    return { is, verdicts: [{ path, is: is ?? null }], timers: {} };
  }
  const seen = condition.kind === "metric" ? readMetric(condition, facts, nowMs) : readOutput(condition, facts);
  return lasting(path, condition, seen, facts, before[path], nowMs);
}

/** Of several truths: a false one makes `all` false whatever is not known, as a true one makes `any` true. */
function together(match: "all" | "any" | "none", parts: readonly Truth[]): Truth {
  if (match === "all") return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
  const any = parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
  return match === "any" || any === undefined ? any : !any;
}

function isTime(condition: Extract<Condition, { kind: "time" | "sun" }>, facts: Facts, nowMs: number): Truth {
  const { place, isClockRight } = facts;
  if (!place || !isClockRight) return undefined;
  if (condition.kind === "time") return isBetween(condition.from, condition.to, condition.days, place, nowMs);
  const isUp = isSunUp(place, nowMs);
  return isUp === undefined ? undefined : isUp === (condition.is === "up");
}

interface Seen {
  /** @param wasTrue It was true at the last look. */
  is: (wasTrue: boolean) => Truth;
  value: number | undefined;
}

function readMetric(condition: MetricCondition, facts: Facts, nowMs: number): Seen {
  const reading = facts.readingOf(condition.metric);
  const ageMs = reading ? nowMs - reading.atMs : Infinity;
  const isOld = ageMs > staleAfterMs(facts.everyMs / 1000);
  const value = reading === undefined || isOld ? undefined : withoutLoad(condition, reading.value, facts);
  if (value === undefined) return { is: () => undefined, value };
  const limit = (wasTrue: boolean) => (wasTrue ? (condition.until ?? condition.value) : condition.value);
  if (condition.is === "equal") return { is: () => value === condition.value, value };
  return { is: (wasTrue) => (condition.is === "above" ? value > limit(wasTrue) : value < limit(wasTrue)), value };
}

/** What would be measured without a load: a rule that looks at the power left over must not see its own load in it. */
function withoutLoad({ metric, without }: MetricCondition, value: number, facts: Facts): number | undefined {
  if (!without) return value;
  const isOn = facts.isOn(without.output);
  if (isOn === undefined) return undefined;
  return isOn ? value - (loadSign(metric) ?? 0) * without.powerW : value;
}

function readOutput({ output, isOn }: Extract<Condition, { kind: "output" }>, facts: Facts): Seen {
  const is = facts.isOn(output);
  return { is: () => (is === undefined ? undefined : is === isOn), value: is === undefined ? undefined : Number(is) };
}

interface Timed {
  forSeconds?: number | undefined;
  until?: number | undefined;
}

/** Something that has to be so for a time. What is not known for a few looks only is counted through. */
function lasting(
  path: string,
  condition: Timed,
  seen: Seen,
  { everyMs }: Facts,
  before: Timer | undefined,
  nowMs: number,
): Evaluation {
  const earlier = before && !isHole(nowMs - before.seenMs, everyMs) ? before : undefined;
  const isNow = seen.is(earlier !== undefined);
  const { forSeconds = 0, until } = condition;
  const { value } = seen;
  if (isNow !== true) {
    const timers = isNow === undefined && earlier ? { [path]: earlier } : {};
    return { is: isNow, verdicts: [{ path, is: isNow ?? null, value }], timers };
  }
  // A clock that was set back makes nothing last longer.
  const sinceMs = Math.min(earlier?.sinceMs ?? nowMs, nowMs);
  const is = nowMs - sinceMs >= forSeconds * 1000;
  const isRemembered = forSeconds > 0 || until !== undefined;
  return {
    is,
    verdicts: [{ path, is, value, ...(!is && { sinceMs }) }],
    timers: isRemembered ? { [path]: { sinceMs, seenMs: nowMs } } : {},
  };
}

/** Does it look at the clock? */
export function needsClock(condition: Condition): boolean {
  if (condition.kind === "group") return condition.of.some(needsClock);
  return condition.kind === "time" || condition.kind === "sun";
}
