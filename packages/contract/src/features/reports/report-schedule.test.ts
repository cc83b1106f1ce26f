import fc from "fast-check";
import { expect, test } from "vitest";

import { offsetMs } from "../../core/zone-time.ts";
import { leastGapMs, monthBefore, nextDue, oddDay, type ReportRepeat, weekBefore } from "./report-schedule.ts";

const daily: ReportRepeat = { kind: "day" };
const due = (time: string, zone: string, repeat: ReportRepeat, after: string) =>
  new Date(nextDue({ time, zone, repeat }, Date.parse(after))).toISOString();

test("a report is due at its local time, also on both sides of a change of the clock", () => {
  expect(due("07:00", "Africa/Nairobi", daily, "2026-06-10T03:59:59Z")).toBe("2026-06-10T04:00:00.000Z");
  expect(due("07:00", "Africa/Nairobi", daily, "2026-06-10T04:00:00Z")).toBe("2026-06-11T04:00:00.000Z");
  // Paris is an hour ahead of UTC on Saturday and two on Sunday.
  expect(due("07:00", "Europe/Paris", daily, "2026-03-28T00:00:00Z")).toBe("2026-03-28T06:00:00.000Z");
  expect(due("07:00", "Europe/Paris", daily, "2026-03-28T06:00:00Z")).toBe("2026-03-29T05:00:00.000Z");
});

test("a time that the clocks skip is the instant of the skip, and the day after has its own again", () => {
  expect(due("02:30", "Europe/Paris", daily, "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:00:00.000Z");
  expect(due("02:30", "Europe/Paris", daily, "2026-03-29T01:00:00Z")).toBe("2026-03-30T00:30:00.000Z");
});

test("a time that comes twice is due the first time alone", () => {
  expect(due("02:30", "Europe/Paris", daily, "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
  expect(due("02:30", "Europe/Paris", daily, "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
});

test("the next day is known on which clocks skip a report's time or show it twice, if the report is due then", () => {
  const odd = (time: string, zone: string, repeat: ReportRepeat, after: string) => {
    const found = oddDay({ time, zone, repeat }, Date.parse(after));
    return found && `${found.how} ${new Date(found.atMs).toISOString()}`;
  };
  expect(odd("02:30", "Europe/Paris", daily, "2026-02-01T00:00:00Z")).toBe("skipped 2026-03-29T01:00:00.000Z");
  expect(odd("02:30", "Europe/Paris", daily, "2026-06-01T00:00:00Z")).toBe("twice 2026-10-25T00:30:00.000Z");
  expect(odd("02:30", "Europe/Paris", { kind: "week", days: [1] }, "2026-02-01T00:00:00Z")).toBeUndefined();
  expect(odd("07:00", "Europe/Paris", daily, "2026-02-01T00:00:00Z")).toBeUndefined();
  expect(odd("02:30", "Africa/Nairobi", daily, "2026-02-01T00:00:00Z")).toBeUndefined();
  // Half an hour is skipped there.
  expect(odd("02:15", "Australia/Lord_Howe", daily, "2026-06-01T00:00:00Z")).toBe("skipped 2026-10-03T15:30:00.000Z");
});

test("weekdays are those of the zone, and the 31st is the last day of a shorter month", () => {
  // In Auckland it is Monday when it is still Sunday in UTC.
  const mondays: ReportRepeat = { kind: "week", days: [1] };
  expect(due("07:00", "Pacific/Auckland", mondays, "2026-06-10T00:00:00Z")).toBe("2026-06-14T19:00:00.000Z");
  const last: ReportRepeat = { kind: "month", day: 31 };
  expect(due("06:00", "UTC", last, "2026-01-31T06:00:00Z")).toBe("2026-02-28T06:00:00.000Z");
  expect(due("06:00", "UTC", last, "2026-02-28T06:00:00Z")).toBe("2026-03-31T06:00:00.000Z");
  expect(due("06:00", "UTC", last, "2026-03-31T06:00:00Z")).toBe("2026-04-30T06:00:00.000Z");
});

test("instants rise, and a daily report comes once on each local day of a year in every zone", () => {
  const zones = ["Europe/Paris", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo", "America/Santiago", "UTC"];
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  fc.assert(
    fc.property(fc.constantFrom(...zones), time, (zone, [hour, minute]) => {
      const pad = (number: number) => String(number).padStart(2, "0");
      const schedule = { time: `${pad(hour)}:${pad(minute)}`, zone, repeat: daily };
      let at = Date.UTC(2026, 0, 1);
      const days: string[] = [];
      for (let count = 0; count < 365; count++) {
        const next = nextDue(schedule, at);
        expect(next).toBeGreaterThan(at);
        days.push(new Date(next + offsetMs(zone, next)).toISOString().slice(0, 10));
        at = next;
      }
      expect(new Set(days).size).toBe(days.length);
    }),
    { numRuns: 25 },
  );
});

test("a week is the seven local days before, a month the calendar month before", () => {
  const iso = ({ fromMs, toMs }: { fromMs: number; toMs: number }) =>
    [fromMs, toMs].map((atMs) => new Date(atMs).toISOString());
  // A change of the clock makes an hour less of it.
  expect(iso(weekBefore("Europe/Paris", Date.parse("2026-03-30T05:00:00Z")))).toEqual([
    "2026-03-22T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  expect(iso(monthBefore("Africa/Nairobi", Date.parse("2026-01-01T04:00:00Z")))).toEqual([
    "2025-11-30T21:00:00.000Z",
    "2025-12-31T21:00:00.000Z",
  ]);
});

test("no two times at which a report is due are as near as the gap within which nobody is sent it twice", () => {
  const repeats: fc.Arbitrary<ReportRepeat> = fc.oneof(
    fc.constant(daily),
    fc.record({ kind: fc.constant("week" as const), days: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }) }),
    fc.record({ kind: fc.constant("month" as const), day: fc.integer({ min: 1, max: 31 }) }),
  );
  const zones = fc.constantFrom("Europe/Paris", "Australia/Lord_Howe", "America/Santiago", "UTC");
  const starts = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(repeats, zones, starts, fc.constantFrom("00:30", "02:30", "07:00"), (repeat, zone, start, time) => {
      const first = nextDue({ time, zone, repeat }, start);
      expect(nextDue({ time, zone, repeat }, first) - first).toBeGreaterThan(leastGapMs({ repeat }));
    }),
  );
  expect(leastGapMs({ repeat: daily })).toBe(20 * 3_600_000);
  expect(leastGapMs({ repeat: { kind: "week", days: [3, 3] } })).toBe(6 * 24 * 3_600_000);
  expect(leastGapMs({ repeat: { kind: "week", days: [7, 1] } })).toBe(20 * 3_600_000);
});
