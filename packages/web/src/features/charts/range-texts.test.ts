import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { rangeOfTexts, rangeTexts } from "./range-texts.ts";

beforeAll(timeReady);

const hourMs = 3_600_000;
/** The day begins at 23:00 UTC. */
const zone = "Africa/Niamey";
const day = { fromMs: Date.parse("2026-11-28T23:00:00Z"), toMs: Date.parse("2026-11-29T23:00:00Z") };

test("a whole day has no times, and a time moves its own end alone", () => {
  const texts = rangeTexts(day, zone);
  expect(texts).toEqual({ fromDay: "2026-11-29", fromTime: "", toDay: "2026-11-29", toTime: "" });
  expect(rangeOfTexts({ ...texts, fromTime: "06:30" }, day, zone)).toEqual({
    ...day,
    fromMs: day.fromMs + 6.5 * hourMs,
  });
  expect(rangeOfTexts({ ...texts, toTime: "18:00" }, day, zone)).toEqual({ ...day, toMs: day.fromMs + 18 * hourMs });
});

test("without their times, ends go to the edges of their days", () => {
  const hours = { fromMs: day.fromMs + 6.5 * hourMs, toMs: day.fromMs + 18 * hourMs };
  const texts = rangeTexts(hours, zone);
  expect(texts).toEqual({ fromDay: "2026-11-29", fromTime: "06:30", toDay: "2026-11-29", toTime: "18:00" });
  expect(rangeOfTexts({ ...texts, fromTime: "", toTime: "" }, hours, zone)).toEqual(day);
});

test("on a day on which clocks change, a time is that of the clock", () => {
  const from = Date.parse("2026-03-29T00:00:00Z");
  const london = { fromMs: from, toMs: from + 23 * hourMs };
  const texts = rangeTexts(london, "Europe/London");
  expect(texts).toMatchObject({ fromTime: "", toTime: "" });
  expect(rangeOfTexts({ ...texts, toTime: "06:00" }, london, "Europe/London")?.toMs).toBe(from + 5 * hourMs);
});

test("what is no day or no time is no range", () => {
  const texts = rangeTexts(day, zone);
  expect(rangeOfTexts({ ...texts, toDay: "2026-02-31" }, day, zone)).toBeUndefined();
  expect(rangeOfTexts({ ...texts, fromTime: "25:00" }, day, zone)).toBeUndefined();
});

test("a range that went through its fields is the same range, to the millisecond and in every zone", () => {
  const zones = fc.constantFrom("UTC", "Africa/Niamey", "Asia/Kathmandu", "America/New_York", "Australia/Lord_Howe");
  const instants = fc.integer({ min: Date.parse("2024-01-01T00:00:00Z"), max: Date.parse("2028-01-01T00:00:00Z") });
  fc.assert(
    fc.property(zones, instants, fc.integer({ min: 1, max: 1e10 }), (anyZone, fromMs, lengthMs) => {
      const range = { fromMs, toMs: fromMs + lengthMs };
      expect(rangeOfTexts(rangeTexts(range, anyZone), range, anyZone)).toEqual(range);
    }),
  );
});

test("typed anew, the fields of whole minutes mean the same range where no clocks change", () => {
  const minutes = fc.integer({ min: 0, max: 500_000 }).map((count) => day.fromMs + count * 60_000);
  fc.assert(
    fc.property(minutes, fc.integer({ min: 1, max: 10_000 }), (fromMs, lengthMinutes) => {
      const range = { fromMs, toMs: fromMs + lengthMinutes * 60_000 };
      expect(rangeOfTexts(rangeTexts(range, zone), day, zone)).toEqual(range);
    }),
  );
});
