import { localDate, localInstant } from "../../core/zone-time.ts";
import { ticketPriorities, type TicketPriority, type TimerState } from "./ticket-types.ts";

/** When people of the portal answer: on these days of the week (1 is Monday), between these minutes of the day. */
export interface SupportHours {
  zone: string;
  weekdays: readonly number[];
  fromMinute: number;
  toMinute: number;
}

export const defaultSupportHours: SupportHours = {
  zone: "UTC",
  weekdays: [1, 2, 3, 4, 5],
  fromMinute: 8 * 60,
  toMinute: 18 * 60,
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const timeUnits = ["hours", "days"] as const;
/** A length of support time; a day is one of support, as long as its hours are. */
export interface SupportTime {
  amount: number;
  unit: (typeof timeUnits)[number];
}
export const ticketTimers = ["answer", "solution"] as const;
export type TicketTimer = (typeof ticketTimers)[number];
/** How long the first answer and the solution of tickets may take. */
export type TicketTimes = Readonly<Record<TicketPriority, Readonly<Record<TicketTimer, SupportTime>>>>;
export const longestSupportTime = 500;

const hours = (amount: number) => ({ amount, unit: "hours" }) as const;
const days = (amount: number) => ({ amount, unit: "days" }) as const;
export const defaultTicketTimes: TicketTimes = {
  urgent: { answer: hours(1), solution: hours(8) },
  high: { answer: hours(4), solution: hours(24) },
  medium: { answer: hours(8), solution: days(3) },
  low: { answer: days(1), solution: days(7) },
};

/** The gravest first. */
const byGravity = ticketPriorities.toReversed();
const inHours = ({ amount, unit }: SupportTime, hoursOfDay: number) => (unit === "days" ? amount * hoursOfDay : amount);

/**
 * The first of these times that contradicts another one: what is less grave has no less time than what is graver, and a
 * solution no less than an answer. The days of a support that answers around the clock are counted.
 */
export function timesFault(times: TicketTimes): { priority: TicketPriority; timer: TicketTimer } | undefined {
  const hoursOf = (priority: TicketPriority, timer: TicketTimer) => inHours(times[priority][timer], 24);
  for (const [index, priority] of byGravity.entries()) {
    const graver = byGravity[index - 1];
    for (const timer of ticketTimers)
      if (graver !== undefined && hoursOf(priority, timer) < hoursOf(graver, timer)) return { priority, timer };
    if (hoursOf(priority, "solution") < hoursOf(priority, "answer")) return { priority, timer: "solution" };
  }
  return undefined;
}

/**
 * How long the first answer and the solution may take, ms of support hours. Where the hours of a day are few, what is less
 * grave still has no less time than what is graver.
 */
export function ticketTargetsMs(
  priority: TicketPriority,
  { fromMinute, toMinute }: SupportHours,
  times: TicketTimes = defaultTicketTimes,
): Record<TicketTimer, number> {
  const hoursOfDay = (toMinute - fromMinute) / 60;
  const graver = byGravity.slice(0, byGravity.indexOf(priority) + 1);
  const longest = (timer: TicketTimer) =>
    hourMs * Math.max(...graver.map((one) => inHours(times[one][timer], hoursOfDay)));
  const answer = longest("answer");
  return { answer, solution: Math.max(answer, longest("solution")) };
}
const nearPart = 0.75;
/** Nothing is looked for beyond: hours that never come are no hours. */
const mostDays = 3_700;

/** The hours from an instant on, one day after the other. */
function* hoursFrom(
  fromMs: number,
  { zone, weekdays, fromMinute, toMinute }: SupportHours,
): Generator<[number, number]> {
  const { year, month, day } = localDate(zone, fromMs);
  for (let ahead = 0; ahead < mostDays; ahead++) {
    const weekday = new Date(Date.UTC(year, month - 1, day + ahead)).getUTCDay() || 7;
    if (!weekdays.includes(weekday)) continue;
    const date = { year, month, day: day + ahead };
    const startMs = Math.max(fromMs, localInstant(zone, date, fromMinute));
    const endMs = localInstant(zone, date, toMinute);
    if (endMs > startMs) yield [startMs, endMs];
  }
}

/** How much of a range lies in support hours, ms. */
export function supportMsBetween(fromMs: number, toMs: number, hours: SupportHours): number {
  let sum = 0;
  for (const [startMs, endMs] of hoursFrom(fromMs, hours)) {
    if (startMs >= toMs) break;
    sum += Math.min(endMs, toMs) - startMs;
  }
  return sum;
}

/** The instant at which so much support time has passed since another one; undefined: it never does. */
export function supportEnd(fromMs: number, lengthMs: number, hours: SupportHours): number | undefined {
  let rest = lengthMs;
  for (const [startMs, endMs] of hoursFrom(fromMs, hours)) {
    if (endMs - startMs >= rest) return startMs + rest;
    rest -= endMs - startMs;
  }
  return undefined;
}

/** The time that a ticket takes: since when it runs, and how much support time of that it was paused. */
export interface TicketClock {
  sinceMs: number;
  pausedMs: number;
  /** Since when it waits for somebody or something; null: it does not. */
  waitingSinceMs: number | null;
}

export interface Timer {
  /** Null: it is paused, or the hours never come. */
  dueAtMs: number | null;
  state: TimerState;
}

/** How one of the two times of a ticket stands. @param waits It is paused at this instant. */
export function timerOf(
  clock: TicketClock,
  targetMs: number,
  { waits, nowMs, hours }: { waits: boolean; nowMs: number; hours: SupportHours },
): Timer {
  if (waits) return { dueAtMs: null, state: "paused" };
  const dueAtMs = supportEnd(clock.sinceMs, targetMs + clock.pausedMs, hours);
  if (dueAtMs === undefined) return { dueAtMs: null, state: "running" };
  const nearMs = supportEnd(clock.sinceMs, targetMs * nearPart + clock.pausedMs, hours) ?? dueAtMs;
  return { dueAtMs, state: nowMs >= dueAtMs ? "over" : nowMs >= nearMs ? "near" : "running" };
}

/** The clock once a wait is over whose date may have come before. */
export function resumed(clock: TicketClock, untilMs: number | null, nowMs: number, hours: SupportHours): TicketClock {
  if (clock.waitingSinceMs === null) return clock;
  const endMs = Math.min(nowMs, untilMs ?? nowMs);
  return {
    ...clock,
    pausedMs: clock.pausedMs + supportMsBetween(clock.waitingSinceMs, endMs, hours),
    waitingSinceMs: null,
  };
}
