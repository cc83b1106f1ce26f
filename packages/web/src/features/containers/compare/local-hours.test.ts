import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { alignedByClock, comparedRange, isSameDate, sameClock } from "./local-hours.ts";

beforeAll(timeReady);

const hour = 3_600_000;
const day = (zoneHours: number, month = 5, date = 10) => {
  const fromMs = Date.UTC(2026, month, date) - zoneHours * hour;
  return { fromMs, toMs: fromMs + 24 * hour };
};
const nairobi = { zone: "Africa/Nairobi", range: day(3) };

test("noon of one place stands above noon of another, each over its own day", () => {
  const noonAt = (zone: string, zoneHours: number) => {
    const range = day(zoneHours);
    return { zone, range, t: [range.fromMs, range.fromMs + 12 * hour], values: [1, 100] };
  };
  const { t, series } = alignedByClock(
    [noonAt("Africa/Nairobi", 3), noonAt("Asia/Kathmandu", 5.75), undefined, noonAt("America/Manaus", -4)],
    nairobi,
  );
  expect(t).toEqual([nairobi.range.fromMs, nairobi.range.fromMs + 12 * hour]);
  expect(series).toEqual([
    [1, 100],
    [1, 100],
    [null, null],
    [1, 100],
  ]);
});

test("a change of clocks at one place moves nothing at the others", () => {
  // In Paris 2 am is left out on 29/3/2026: after it, noon is still above noon.
  const paris = { fromMs: Date.UTC(2026, 2, 28, 23), toMs: Date.UTC(2026, 2, 29, 22) };
  const base = { zone: "Africa/Nairobi", range: day(3, 2, 29) };
  const noon = { zone: "Europe/Paris", range: paris, t: [Date.UTC(2026, 2, 29, 10)], values: [7] };
  expect(alignedByClock([noon], base).t).toEqual([Date.UTC(2026, 2, 29, 9)]);
});

test("days of one zone are the days with the same dates of another", () => {
  expect(sameClock(day(3), "Africa/Nairobi", "Asia/Kathmandu")).toEqual(day(5.75));
  expect(sameClock(day(3), "Africa/Nairobi", "Africa/Nairobi")).toEqual(day(3));
  const spring = sameClock(day(0, 2, 29), "UTC", "Europe/Paris");
  expect(spring.toMs - spring.fromMs).toBe(23 * hour);
});

test("the last days are the same dates everywhere, also while the date differs", () => {
  const nowMs = Date.UTC(2026, 10, 23, 22, 27); // 1:27 am on 24/11 in Nairobi, 11:27 pm on 23/11 in Niamey.
  const measured = { t: [nowMs], values: [66] };
  const over = (period: "7_days" | "today", zone: string) => {
    return { zone, range: comparedRange({ period }, nowMs, { base: "Africa/Nairobi", zone }) };
  };
  const base = over("7_days", "Africa/Nairobi");
  const other = over("7_days", "Africa/Niamey");
  expect(isSameDate([base, other])).toBe(true);
  // What the clocks of Niamey show now stood on those of Nairobi two hours ago, not tomorrow.
  expect(alignedByClock([{ ...other, ...measured }], base).t).toEqual([nowMs - 2 * hour]);
  expect(isSameDate([over("today", "Africa/Nairobi"), over("today", "Africa/Niamey")])).toBe(false);
  expect(isSameDate([over("today", "Africa/Nairobi"), over("today", "Asia/Kathmandu")])).toBe(true);
});
