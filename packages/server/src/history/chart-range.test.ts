import { expect, test } from "vitest";

import { boundedGroups, rangeOf } from "./chart-range.ts";

// A Sunday, 09:30 in Paris.
const now = Date.UTC(2026, 10, 22, 8, 30);
const rangeIn = (period: Parameters<typeof rangeOf>[0]["period"], zone = "Europe/Paris") => {
  const { fromMs, toMs } = rangeOf({ period }, now, zone);
  return [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
};
const nowIso = new Date(now).toISOString();

test.each([
  ["today", "2026-11-21T23:00:00.000Z", nowIso],
  ["begin_of_day", "2026-11-21T23:00:00.000Z", nowIso],
  ["yesterday", "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"],
  ["day", "2026-11-21T08:30:00.000Z", nowIso],
  ["week", "2026-11-15T08:30:00.000Z", nowIso],
  ["month", "2026-10-23T08:30:00.000Z", nowIso],
  ["year", "2025-11-22T08:30:00.000Z", nowIso],
  ["7_days", "2026-11-15T23:00:00.000Z", nowIso],
  ["30_days", "2026-10-23T22:00:00.000Z", nowIso],
  ["begin_of_week", "2026-11-15T23:00:00.000Z", nowIso],
  ["begin_of_month", "2026-10-31T23:00:00.000Z", nowIso],
  ["begin_of_year", "2025-12-31T23:00:00.000Z", nowIso],
] as const)("%s is local to the zone", (period, from, to) => {
  expect(rangeIn(period)).toEqual([from, to]);
});

test("today in Kathmandu began at 18:15 UTC", () => {
  expect(rangeIn("today", "Asia/Kathmandu")[0]).toBe("2026-11-21T18:15:00.000Z");
});

test("times of a custom range are seconds or milliseconds", () => {
  const from = Date.UTC(2024, 0, 1);
  expect(rangeOf({ period: "custom", from: from / 1000, to: from + 1000 }, now, "UTC")).toEqual({
    fromMs: from,
    toMs: from + 1000,
  });
  expect(rangeOf({ from }, now, "UTC")).toEqual({ fromMs: from, toMs: now });
});

test.each([
  ["no beginning", { period: "custom" as const }],
  ["an end before the beginning", { from: 2000, to: 1000 }],
  ["no length", { from: 1000, to: 1000 }],
  ["years of three digits", { from: Date.UTC(999, 5, 1), to: Date.UTC(999, 6, 1) }],
  ["years of five digits", { from: Date.UTC(9999, 11, 1), to: Date.UTC(10_000, 0, 1) }],
  ["a hundred years", { from: 0, to: 3_155_760_000 }],
  ["a beginning that is no number", { from: Number.NaN, to: 1000 }],
])("a range with %s is bad input", (_, question) => {
  expect(() => rangeOf(question, now, "UTC")).toThrow(expect.objectContaining({ code: "bad_input" }));
});

test("more than 10,000 groups are bad input with a hint", () => {
  const year = { fromMs: Date.UTC(2025, 0, 1), toMs: Date.UTC(2026, 0, 1) };
  expect(() => boundedGroups(year, "15m", "UTC")).toThrow(
    expect.objectContaining({ fields: { groupBy: expect.stringContaining("coarser") } }),
  );
  expect(boundedGroups(year, "hour", "UTC").edges).toHaveLength(8_761);
});
