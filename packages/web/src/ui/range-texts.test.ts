import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../core/time.ts";
import { rangeOfTexts, type RangeTexts, rangeTexts, wrongEnd } from "./range-texts.ts";

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

test("a range that ends at a time that the clock skips goes forward", () => {
  const paris = { fromMs: Date.parse("2026-03-28T23:00:00Z"), toMs: Date.parse("2026-03-29T22:00:00Z") };
  const texts = { ...rangeTexts(paris, "Europe/Paris"), fromTime: "01:45", toTime: "02:30" };
  const read = rangeOfTexts(texts, paris, "Europe/Paris");
  expect(read).toEqual({ fromMs: paris.fromMs + 1.75 * hourMs, toMs: paris.fromMs + 2 * hourMs });
});

test("what is no day or no time is no range", () => {
  const texts = rangeTexts(day, zone);
  expect(rangeOfTexts({ ...texts, toDay: "2026-02-31" }, day, zone)).toBeUndefined();
  expect(rangeOfTexts({ ...texts, fromTime: "25:00" }, day, zone)).toBeUndefined();
});

test("an end that is typed anew leaves the other where it was, to the millisecond", () => {
  const range = { fromMs: day.fromMs + 12_345, toMs: day.fromMs + 10 * hourMs + 54_321 };
  const texts = rangeTexts(range, zone);
  expect(texts).toMatchObject({ fromTime: "00:00", toTime: "10:00" });
  expect(rangeOfTexts({ ...texts, toTime: "11:00" }, range, zone)).toEqual({
    fromMs: range.fromMs,
    toMs: day.fromMs + 11 * hourMs,
  });
  expect(rangeOfTexts({ ...texts, fromTime: "01:00" }, range, zone)).toEqual({
    fromMs: day.fromMs + hourMs,
    toMs: range.toMs,
  });
});

test("typed anew, the fields of whole minutes mean the same range, where a time comes twice the first of it", () => {
  const zones = fc.constantFrom("UTC", "Africa/Niamey", "Asia/Kathmandu", "America/New_York", "Australia/Lord_Howe");
  const first = Date.parse("2024-01-01T00:00:00Z") / 60_000;
  const minutes = fc.integer({ min: first, max: first + 4 * 366 * 1440 }).map((minute) => minute * 60_000);
  fc.assert(
    fc.property(zones, minutes, fc.integer({ min: 1, max: 100_000 }), (anyZone, fromMs, lengthMinutes) => {
      const range = { fromMs, toMs: fromMs + lengthMinutes * 60_000 };
      const read = rangeOfTexts(rangeTexts(range, anyZone), day, anyZone)!;
      expect(rangeTexts(read, anyZone)).toEqual(rangeTexts(range, anyZone));
      const earlier = new Map([
        ["America/New_York", [0, hourMs]],
        ["Australia/Lord_Howe", [0, hourMs / 2]],
      ]);
      for (const lostMs of [range.fromMs - read.fromMs, range.toMs - read.toMs])
        expect(earlier.get(anyZone) ?? [0]).toContain(lostMs);
    }),
  );
});

test("of what there is no more, a time outside of it is wrong, and the edge of a day of which there is a part is not", () => {
  const within = { fromMs: day.fromMs + 6 * hourMs, toMs: day.fromMs + 18 * hourMs };
  const wrong = (part: Partial<RangeTexts>, before = within) => {
    const texts = { ...rangeTexts(before, zone), ...part };
    return wrongEnd(rangeOfTexts(texts, before, zone)!, texts, { before, within });
  };
  expect(wrong({ fromTime: "05:59" })).toEqual({ end: "from", why: "early" });
  expect(wrong({ fromTime: "18:00", toDay: "2026-11-30" })).toEqual({ end: "from", why: "late" });
  expect(wrong({ toTime: "18:01" })).toEqual({ end: "to", why: "late" });
  expect(wrong({ fromTime: "", toTime: "06:00" })).toEqual({ end: "to", why: "early" });
  expect(wrong({ fromTime: "12:00", toTime: "12:00" })).toEqual({ end: "to", why: "order" });
  expect(wrong({ fromTime: "", toTime: "" })).toBeUndefined();
  // Of the last hours the beginning moves on: one that nobody touched is not wrong for that.
  expect(wrong({ toTime: "17:00" }, { ...within, fromMs: within.fromMs - 1 })).toBeUndefined();
});
