import { expect, test } from "vitest";

import { comparedStep, drawnStep, earlierRange } from "./compared-time.ts";

const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string) => Date.parse(text);
const range = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) });

test("an earlier time is that of the clocks of the place, also where they were changed in between", () => {
  // A Monday and Tuesday of Paris, a week after its clocks went forward.
  const days = range("2026-03-29T22:00:00Z", "2026-03-31T22:00:00Z");
  const clocks = { zone: "Europe/Paris" };
  const week = comparedStep("week", "custom", 2 * day);
  expect(earlierRange(days, week, clocks)).toEqual(range("2026-03-22T23:00:00Z", "2026-03-24T23:00:00Z"));
  const before = comparedStep("previous", "custom", 2 * day);
  expect(earlierRange(days, before, clocks)).toEqual(range("2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z"));
  const year = comparedStep("year", "custom", 2 * day);
  expect(earlierRange(days, year, clocks)).toEqual(range("2025-03-29T23:00:00Z", "2025-03-31T22:00:00Z"));
});

test("a part of a day is compared with that part of the day before", () => {
  const step = comparedStep("previous", "custom", 5 * hour);
  const part = range("2026-06-10T07:00:00Z", "2026-06-10T12:00:00Z");
  expect(earlierRange(part, step, { zone: "UTC" })).toEqual(range("2026-06-09T07:00:00Z", "2026-06-09T12:00:00Z"));
});

test("the same time of another container begins when its own clocks show it, and is never empty", () => {
  const clocks = { zone: "UTC", otherZone: "Asia/Kathmandu" };
  const day10 = range("2026-06-10T00:00:00Z", "2026-06-11T00:00:00Z");
  expect(earlierRange(day10, {}, clocks)).toEqual(range("2026-06-09T18:15:00Z", "2026-06-10T18:15:00Z"));
  // The hour that the clocks of Paris skipped.
  const skipped = range("2026-04-05T00:30:00Z", "2026-04-05T00:45:00Z");
  const found = earlierRange(skipped, { days: 7 }, { zone: "Europe/Paris" });
  expect(found.toMs).toBe(found.fromMs + 1);
});

test("the ends of a drawn chart and of what is laid over it tell how far back that was", () => {
  const zone = "Europe/Paris";
  const said = (own: { fromMs: number; toMs: number }, step: { days?: number; months?: number }) => {
    const earlier = earlierRange(own, step, { zone });
    return drawnStep({ from: own.fromMs, to: own.toMs }, { from: earlier.fromMs, to: earlier.toMs }, zone);
  };
  // A week after its clocks went forward, and over a skipped hour.
  expect(said(range("2026-03-30T22:00:00Z", "2026-03-31T22:00:00Z"), { days: 7 })).toEqual({ days: 7 });
  expect(said(range("2026-04-05T00:30:00Z", "2026-04-06T00:30:00Z"), { days: 7 })).toEqual({ days: 7 });
  // Months of different lengths, and a year with a day more.
  expect(said(range("2026-02-28T23:00:00Z", "2026-03-30T10:00:00Z"), { months: 1 })).toEqual({ months: 1 });
  expect(said(range("2023-12-31T23:00:00Z", "2024-06-30T22:00:00Z"), { months: 12 })).toEqual({ months: 12 });
  // Months and years that are as long as the one before.
  expect(said(range("2026-07-31T22:00:00Z", "2026-08-31T22:00:00Z"), { months: 1 })).toEqual({ months: 1 });
  expect(said(range("2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z"), { months: 12 })).toEqual({ months: 12 });
  expect(said(range("2026-07-15T22:00:00Z", "2026-08-14T22:00:00Z"), { days: 30 })).toEqual({ days: 30 });
});
