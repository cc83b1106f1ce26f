import { beforeAll, describe, expect, test } from "vitest";

import { addCalendar, formatTime, isoDay, localHour, startOf, timeReady } from "../core/time.ts";
import { timeTicks } from "./ticks.ts";

beforeAll(timeReady);

const paris = "Europe/Paris";
const kathmandu = "Asia/Kathmandu";
const hourMs = 3_600_000;
const midnight = (iso: string, zone: string) => startOf("day", Date.parse(`${iso}T12:00Z`), zone);
const day = (iso: string, zone: string, count = 1): [number, number] => {
  const from = midnight(iso, zone);
  return [from, addCalendar(from, count, "day", zone)];
};

describe("a day", () => {
  test.each([paris, kathmandu, "America/Sao_Paulo"])("has a tick at each of its 24 local hours in %s", (zone) => {
    const ticks = timeTicks(...day("2026-11-20", zone), zone, 1200);
    expect(ticks.shape).toBe("hour");
    expect(ticks.at.map((at) => localHour(at, zone))).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  });

  test("of 23 hours has 23 ticks", () => {
    expect(timeTicks(...day("2026-03-29", paris), paris, 1200).at).toHaveLength(23);
  });

  test("of 25 hours stays within 24 ticks and names no hour twice", () => {
    const hours = timeTicks(...day("2026-10-25", paris), paris, 1200).at.map((at) => localHour(at, paris));
    expect(hours).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
  });

  test("has at most five ticks on a narrow chart", () => {
    const hours = timeTicks(...day("2026-11-20", paris), paris, 599).at.map((at) => localHour(at, paris));
    expect(hours).toEqual([0, 6, 12, 18]);
  });
});

test("a day and a half, as with a forecast after it, has hours", () => {
  const [from] = day("2026-11-20", paris);
  const { at, shape } = timeTicks(from, from + 37 * 3_600_000, paris, 1200);
  expect(shape).toBe("hour");
  expect(at.map((tick) => localHour(tick, paris)).slice(0, 4)).toEqual([0, 2, 4, 6]);
  expect(at).toHaveLength(19);
});

test("seven days have seven ticks at local midnights", () => {
  const ticks = timeTicks(...day("2026-10-22", paris, 7), paris, 1200);
  expect(ticks.at.map((at) => isoDay(at, paris))).toEqual(
    [22, 23, 24, 25, 26, 27, 28].map((date) => `2026-10-${date}`),
  );
  expect(ticks.at.map((at) => localHour(at, paris))).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("a rolling week still has no more than seven", () => {
  const from = midnight("2026-11-01", paris) + 5 * hourMs;
  expect(timeTicks(from, from + 7 * 24 * hourMs, paris, 1200).at).toHaveLength(7);
});

test("thirty days have at most thirty ticks, five when narrow", () => {
  expect(timeTicks(...day("2026-10-22", paris, 30), paris, 1600).at).toHaveLength(30);
  expect(timeTicks(...day("2026-10-22", paris, 30), paris, 400).at).toHaveLength(5);
});

test("there are never more labels than fit beside each other", () => {
  expect(timeTicks(...day("2026-11-20", paris), paris, 900).at).toHaveLength(12);
  expect(timeTicks(...day("2026-10-22", paris, 30), paris, 900).at).toHaveLength(15);
  expect(timeTicks(...day("2026-10-22", paris, 7), paris, 360).at).toHaveLength(3);
  const from = midnight("2026-11-20", paris);
  expect(timeTicks(from, from + 600_000, paris, 700).at.length).toBeLessThanOrEqual(6);
});

test("ninety days and a year stay readable", () => {
  expect(timeTicks(...day("2026-08-01", paris, 90), paris, 1200).at.length).toBeLessThanOrEqual(30);
  const year = timeTicks(...day("2026-01-01", paris, 365), paris, 1200);
  expect(year.at).toHaveLength(12);
  expect(year.shape).toBe("month");
});

test("zooming in gives minutes of the local clock", () => {
  const from = midnight("2026-11-20", kathmandu) + 8 * hourMs;
  const ticks = timeTicks(from, from + hourMs, kathmandu, 1200);
  expect(ticks.at.map((at) => formatTime(at, "time", kathmandu, "en").replace(/\s/u, " ")).slice(0, 2)).toEqual([
    "8:00 am",
    "8:05 am",
  ]);
});

test("an empty range has no ticks", () => {
  expect(timeTicks(5, 5, paris, 1200).at).toEqual([]);
});
