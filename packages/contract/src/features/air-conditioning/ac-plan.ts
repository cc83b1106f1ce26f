import { isBetween, minutesOf, momentsIn, type Place } from "../../core/moments.ts";
import { type AcRun, acOff, acWord } from "../devices/ac-setting.ts";

/**
 * What an air conditioner is to do at an instant, and why: a function of its plan, its place, the time, and what is
 * remembered of the battery's charge. Controllers ask it, and screens show by it what a plan means. No schema library here:
 * screens import it whole.
 */

/** A span of a day, by the clocks of the place; it may pass midnight. */
export interface AcHours {
  /** Such as 08:00. */
  from: string;
  to: string;
  /** Days on which it begins, 1 is Monday; left out: every day. */
  days?: number[] | undefined;
}

export interface AcPlan extends AcRun {
  /** Without it, nothing is asked of the unit: it is as people leave it. */
  enabled: boolean;
  /** When it runs; empty: day and night. */
  hours: readonly AcHours[];
  /** Below this charge of the battery it does not run, percent; null: it runs at any charge. */
  minSoc: number | null;
}

export const mostHours = 4;
export const acBounds = { minSoc: { from: 5, to: 95 } } as const;
/** What is off for want of charge comes back this much higher, so that it does not go on and off. */
export const chargeMarginPercent = 5;
/** A charge that has not been measured for longer counts as too low. */
export const longestUnknownMs = 900_000;

/** What is remembered of the charge from one look to the next; plain data, which a controller keeps on its disk. */
export interface ChargeMemory {
  /** What it was judged by; null: by nothing. */
  minSoc: number | null;
  /** Null: the charge was not known yet. */
  isLow: boolean | null;
  /** Since when the charge is not measured, epoch ms; null: it is. */
  unknownSinceMs: number | null;
}

export const noCharge: ChargeMemory = { minSoc: null, isLow: null, unknownSinceMs: null };

/** One look at the battery. @param socPercent Undefined: not measured. */
export function judgeCharge(
  { minSoc }: Pick<AcPlan, "minSoc">,
  before: ChargeMemory,
  socPercent: number | undefined,
  nowMs: number,
): ChargeMemory {
  if (minSoc === null) return noCharge;
  const known = before.minSoc === minSoc ? before : { ...noCharge, minSoc };
  if (socPercent !== undefined) {
    const resumesAt = known.isLow ? Math.min(100, minSoc + chargeMarginPercent) : minSoc;
    return { minSoc, isLow: socPercent < resumesAt, unknownSinceMs: null };
  }
  // A clock that was set back makes the wait no longer.
  const unknownSinceMs = Math.min(known.unknownSinceMs ?? nowMs, nowMs);
  const isTooLong = nowMs - unknownSinceMs >= longestUnknownMs;
  return { minSoc, isLow: isTooLong ? true : known.isLow, unknownSinceMs };
}

export interface AcWanted {
  /** As `acWord` writes it. */
  word: string;
  why: "hours" | "off_hours" | "low_charge";
  /** When the hours ask for something else, epoch ms; left out: they never do, or not within eight days. */
  untilMs?: number;
}

/**
 * What the unit is to do now; undefined: nothing is asked of it, or nobody can tell.
 * @param atMs Undefined: nobody knows what time it is.
 */
export function acWantedAt(
  plan: AcPlan,
  place: Place | undefined,
  memory: ChargeMemory,
  atMs: number | undefined,
): AcWanted | undefined {
  if (!plan.enabled) return undefined;
  const isLow = plan.minSoc !== null && (memory.minSoc !== plan.minSoc || memory.isLow !== false);
  const always = plan.hours.length === 0;
  if (!always && (place === undefined || atMs === undefined))
    return isLow ? { word: acOff, why: "low_charge" } : undefined;
  const isIn = always || isWithin(plan.hours, place as Place, atMs as number);
  const untilMs = always ? undefined : nextEdge(plan.hours, place as Place, atMs as number, isIn);
  const until = untilMs === undefined ? {} : { untilMs };
  if (!isIn) return { word: acOff, why: "off_hours", ...until };
  return isLow ? { word: acOff, why: "low_charge", ...until } : { word: acWord(plan), why: "hours", ...until };
}

/** By instants, so that a change of the clocks neither loses a span nor lets it come twice. */
function isWithin(hours: readonly AcHours[], place: Place, atMs: number): boolean {
  return hours.some(({ from, to, days = everyDay }) => isBetween({ time: from }, { time: to }, days, place, atMs));
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The first edge after which the unit is to do something else; spans may touch. */
function nextEdge(hours: readonly AcHours[], place: Place, atMs: number, isIn: boolean): number | undefined {
  // A span of one weekday may be a week away.
  const daysAhead = hours.some(({ days }) => days !== undefined) ? 8 : 2;
  const ahead = { afterMs: atMs, untilMs: atMs + daysAhead * dayMs };
  const edges = hours.flatMap(({ from, to }) => [from, to]).flatMap((time) => momentsIn({ time }, place, ahead));
  return edges.toSorted((one, other) => one - other).find((edgeMs) => isWithin(hours, place, edgeMs) !== isIn);
}

const dayMs = 86_400_000;

/** For how many hours of a week the plan lets the unit run, as clocks show them. */
export function hoursAWeek({ hours }: Pick<AcPlan, "hours">): number {
  if (hours.length === 0) return 7 * 24;
  const minutes = Array.from({ length: 7 * 1_440 }, (_, minute) => minute);
  return minutes.filter((minute) => hours.some((span) => isInWeek(span, minute))).length / 60;
}

/** @param minute Since Monday began. */
function isInWeek({ from, to, days = everyDay }: AcHours, minute: number): boolean {
  const day = 1 + Math.floor(minute / 1_440);
  const dayBefore = day === 1 ? 7 : day - 1;
  const [first, last, now] = [minutesOf(from), minutesOf(to), minute % 1_440];
  if (first < last) return days.includes(day) && first <= now && now < last;
  return (days.includes(day) && first <= now) || (days.includes(dayBefore) && now < last);
}
