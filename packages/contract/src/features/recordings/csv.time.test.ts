import { afterEach, expect, test, vi } from "vitest";

import { dayAndClockReader, timeReader } from "./csv.time.ts";

afterEach(() => vi.restoreAllMocks());

test("a clock change is found to the minute, also one that is not at a quarter of an hour", () => {
  const johns = timeReader("iso", "America/St_Johns");
  // Until 2011 the clocks of Newfoundland changed at one minute past midnight.
  expect(johns("2009-03-08 00:00:59")).toBe(Date.UTC(2009, 2, 8, 3, 30, 59));
  expect(johns("2009-03-08 00:01")).toBe("skipped");
  expect(johns("2009-03-08 01:00:59")).toBe("skipped");
  expect(johns("2009-03-08 01:01")).toBe(Date.UTC(2009, 2, 8, 3, 31));
  expect(johns("2009-10-31 23:00:59")).toBe(Date.UTC(2009, 10, 1, 1, 30, 59));
  expect(johns("2009-10-31 23:01")).toBe("repeated");
  expect(johns("2009-11-01 00:00:59")).toBe("repeated");
  expect(johns("2009-11-01 00:01")).toBe(Date.UTC(2009, 10, 1, 3, 31));
  const later = timeReader("iso", "America/St_Johns", "later");
  expect(later("2009-10-31 23:01")).toBe(Date.UTC(2009, 10, 1, 2, 31));
});

test("the zone is asked for a few instants a day, however many lines there are", () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const read = timeReader("iso", "Africa/Nairobi");
  const days = 7;
  for (let row = 0; row < days * 1440; row++) {
    const wallMs = Date.UTC(2026, 2, 1) + row * 60_000;
    expect(read(new Date(wallMs).toISOString().slice(0, 19))).toBe(wallMs - 3 * 3_600_000);
  }
  expect(asked.mock.calls.length).toBeLessThan(3 * days);
});

test("a day and a time of day in two cells are one time, however each is written", () => {
  const nairobi = dayAndClockReader("dd/MM/yyyy", "Africa/Nairobi");
  expect(nairobi("20/11/2026", "8:30 PM")).toBe(Date.UTC(2026, 10, 20, 17, 30));
  expect(nairobi("20/11/2026", "08:30:15.250")).toBe(Date.UTC(2026, 10, 20, 5, 30, 15, 250));
  const midnight = dayAndClockReader("dd/MM/yyyy HH:mm:ss", "UTC");
  expect(midnight("20/11/2026 00:00:00", "12:05 a.m.")).toBe(Date.UTC(2026, 10, 20, 0, 5));
  const workbook = dayAndClockReader("iso", "UTC");
  expect(workbook("2026-11-20T00:00:00.000", "1899-12-30T08:00:00.000")).toBe(Date.UTC(2026, 10, 20, 8));
  for (const clock of ["", "8", "13:00 PM", "25:00", "08:61"]) expect(nairobi("20/11/2026", clock)).toBeUndefined();
  expect(dayAndClockReader("iso", "Europe/Paris")("2026-10-25", "02:30")).toBe("repeated");
  expect(() => dayAndClockReader("epoch-s", "UTC")).toThrow(RangeError);
});
