import fc from "fast-check";
import { expect, test } from "vitest";

import {
  defaultSupportHours,
  defaultTicketTimes,
  resumed,
  supportEnd,
  supportMsBetween,
  ticketTargetsMs,
  timerOf,
  timesFault,
} from "./support-hours.ts";
import { ticketPriorities } from "./ticket-types.ts";

const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);
/** A Friday. */
const friday = at("2026-01-02T16:00:00Z");
const niamey = { ...defaultSupportHours, zone: "Africa/Niamey" };
const paris = { ...defaultSupportHours, zone: "Europe/Paris" };

test("the hours of a Friday evening go on on Monday morning, in the time zone of the support", () => {
  expect(supportEnd(friday, 4 * hourMs, defaultSupportHours)).toBe(at("2026-01-05T10:00:00Z"));
  expect(supportEnd(friday, 4 * hourMs, niamey)).toBe(at("2026-01-05T10:00:00Z"));
  expect(supportEnd(friday, hourMs, niamey)).toBe(at("2026-01-02T17:00:00Z"));
  expect(supportMsBetween(friday, at("2026-01-05T09:00:00Z"), defaultSupportHours)).toBe(3 * hourMs);
  // The clocks of Paris go forward on the Sunday between.
  expect(supportEnd(at("2026-03-27T16:00:00Z"), 2 * hourMs, paris)).toBe(at("2026-03-30T07:00:00Z"));
});

test("hours that never come have no end, and no time in them", () => {
  const never = { ...defaultSupportHours, weekdays: [] };
  expect(supportEnd(friday, 1, never)).toBeUndefined();
  expect(supportMsBetween(friday, friday + 10 * 24 * hourMs, never)).toBe(0);
});

const instants = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2026-12-31T00:00:00Z") });
const zones = fc.constantFrom(defaultSupportHours, niamey, paris);

test("as much support time passes up to an end as was asked for, and it can be counted in two parts", () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 1, max: 80 * hourMs }),
      zones,
      instants,
      (fromMs, lengthMs, hours, middle) => {
        const end = supportEnd(fromMs, lengthMs, hours) ?? 0;
        expect(supportMsBetween(fromMs, end, hours)).toBe(lengthMs);
        const between = Math.min(Math.max(fromMs, middle), end);
        expect(supportMsBetween(fromMs, between, hours) + supportMsBetween(between, end, hours)).toBe(lengthMs);
      },
    ),
  );
});

test("the graver a ticket, the sooner its answer and solution are due, however long a day of support is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_440 }), (toMinute) => {
      const hours = { ...defaultSupportHours, fromMinute: 0, toMinute };
      const inOrder = ticketPriorities.map((priority) => ticketTargetsMs(priority, hours));
      for (const [index, target] of inOrder.slice(1).entries()) {
        expect(target.answer).toBeLessThanOrEqual(inOrder[index]?.answer ?? 0);
        expect(target.solution).toBeLessThanOrEqual(inOrder[index]?.solution ?? 0);
      }
    }),
  );
});

test("a day is one of support: as long as its hours are", () => {
  const allDay = { ...defaultSupportHours, fromMinute: 0, toMinute: 1_440 };
  expect(ticketTargetsMs("medium", defaultSupportHours).solution).toBe(30 * hourMs);
  expect(ticketTargetsMs("medium", allDay).solution).toBe(72 * hourMs);
  expect(ticketTargetsMs("low", allDay)).toEqual({ answer: 24 * hourMs, solution: 168 * hourMs });
});

test("a time runs, is near and is over, and does none of that while the ticket waits", () => {
  const clock = { sinceMs: at("2026-01-05T08:00:00Z"), pausedMs: 0, waitingSinceMs: null };
  const look = (text: string, waits = false) =>
    timerOf(clock, 4 * hourMs, { waits, nowMs: at(text), hours: defaultSupportHours }).state;
  expect(look("2026-01-05T10:59:00Z")).toBe("running");
  expect(look("2026-01-05T11:00:00Z")).toBe("near");
  expect(look("2026-01-05T12:00:00Z")).toBe("over");
  expect(look("2026-01-05T12:00:00Z", true)).toBe("paused");
});

test("a wait moves what is due by as many support hours as it lasted, but not beyond its date", () => {
  const clock = { sinceMs: at("2026-01-05T08:00:00Z"), pausedMs: 0, waitingSinceMs: at("2026-01-05T09:00:00Z") };
  const nowMs = at("2026-01-06T09:00:00Z");
  const dueOf = (untilMs: number | null) => {
    const after = resumed(clock, untilMs, nowMs, defaultSupportHours);
    return timerOf(after, 2 * hourMs, { waits: false, nowMs, hours: defaultSupportHours }).dueAtMs;
  };
  expect(dueOf(null)).toBe(at("2026-01-06T10:00:00Z"));
  expect(dueOf(at("2026-01-05T11:00:00Z"))).toBe(at("2026-01-05T12:00:00Z"));
});

test("times that are set are the times, and what contradicts graver ones or its answer is named", () => {
  const times = {
    ...defaultTicketTimes,
    urgent: { ...defaultTicketTimes.urgent, solution: { amount: 1, unit: "days" } },
  } as const;
  expect(timesFault(defaultTicketTimes)).toBeUndefined();
  expect(timesFault(times)).toBeUndefined();
  expect(ticketTargetsMs("urgent", defaultSupportHours, times)).toEqual({ answer: hourMs, solution: 10 * hourMs });
  const long = { amount: 2, unit: "days" } as const;
  expect(timesFault({ ...times, urgent: { ...times.urgent, answer: long } })).toEqual({
    priority: "urgent",
    timer: "solution",
  });
  expect(timesFault({ ...times, urgent: { answer: long, solution: long } })).toEqual({
    priority: "high",
    timer: "answer",
  });
});
