import { localDate, localInstant } from "../../core/zone-time.ts";
import type { TicketPriority, TimerState } from "./ticket-types.ts";

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

/**
 * How long the first answer and the solution may take, ms of support hours. A day is one of support, as long as its hours
 * are; where these are few, what is less grave still has no less time than what is graver.
 */
export function ticketTargetsMs(
  priority: TicketPriority,
  { fromMinute, toMinute }: SupportHours,
): { answer: number; solution: number } {
  const dayMs = (toMinute - fromMinute) * minuteMs;
  const medium = { answer: 8 * hourMs, solution: Math.max(24 * hourMs, 3 * dayMs) };
  const targets: Record<TicketPriority, { answer: number; solution: number }> = {
    urgent: { answer: hourMs, solution: 8 * hourMs },
    high: { answer: 4 * hourMs, solution: 24 * hourMs },
    medium,
    low: { answer: Math.max(medium.answer, dayMs), solution: Math.max(medium.solution, 7 * dayMs) },
  };
  return targets[priority];
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
