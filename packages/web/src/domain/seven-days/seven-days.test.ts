import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { hasGaps, sevenDays } from "./seven-days.ts";

const hourMs = 3_600_000;
const zone = "Africa/Nairobi";
/** 12:30 local time. */
const now = Date.UTC(2026, 5, 10, 9, 30);
const midnight = Date.UTC(2026, 5, 3, 21);

beforeAll(timeReady);

/** Seven days by the hour up to the end of today. */
function history(soc: (hoursSinceStart: number) => number | null) {
  const t = Array.from({ length: 7 * 24 }, (_, index) => midnight + index * hourMs);
  const mean = t.map((_, index) => soc(index));
  const apart = (points: number) => mean.map((value) => (value === null ? null : Math.min(100, value + points)));
  return { t, mean, lowest: apart(-2), highest: apart(2) };
}

test("seven local days with lowest, mean and highest charge, the last of them up to now", () => {
  const { days, fullDays, dataFromMs } = sevenDays(
    history((index) => 40 + (index % 24)),
    now,
    zone,
  );
  expect(days.map(({ iso }) => iso)).toEqual(
    [4, 5, 6, 7, 8, 9, 10].map((day) => `2026-06-${String(day).padStart(2, "0")}`),
  );
  expect(days[0]?.charge).toMatchObject({ lowest: 38, highest: 65, mean: 51.5, lowestAtMs: midnight });
  expect(days[6]?.hours[12]).toBe(52);
  expect(days[6]?.hours.slice(13)).toEqual(Array.from({ length: 11 }));
  expect(fullDays).toBe(0);
  expect(dataFromMs).toBeUndefined();
});

test("the hour of the first full charge and the lowest hour of all are found", () => {
  const { days, deepest, fullDays } = sevenDays(
    history((index) => (index === 2 * 24 + 14 || index === 2 * 24 + 15 ? 97 : index === 4 * 24 + 5 ? 21 : 70)),
    now,
    zone,
  );
  expect(days.map(({ fullAtMs }) => fullAtMs)).toEqual(
    days.map((_, index) => (index === 2 ? midnight + (2 * 24 + 14) * hourMs : undefined)),
  );
  expect(fullDays).toBe(1);
  expect(deepest).toEqual({ percent: 19, atMs: midnight + (4 * 24 + 5) * hourMs });
});

test("gaps stay gaps, days before the first value are blank, and the date of the first value is given", () => {
  const from = 3 * 24 + 6;
  const { days, dataFromMs } = sevenDays(
    history((index) => (index < from || index === from + 2 ? null : 50)),
    now,
    zone,
  );
  expect(days.map(({ charge }) => charge !== undefined)).toEqual([false, false, false, true, true, true, true]);
  expect(days[3]?.hours.slice(5, 10)).toEqual([null, 50, 50, null, 50]);
  expect(dataFromMs).toBe(midnight + from * hourMs);
});

test("a battery that never reported its charge has seven blank days", () => {
  const { days, deepest } = sevenDays({ t: [], mean: [], lowest: [], highest: [] }, now, zone);
  expect(days).toHaveLength(7);
  expect(days.every(({ charge }) => charge === undefined)).toBe(true);
  expect(deepest).toBeUndefined();
});

test("the day on which clocks go forward lacks the skipped hour, and the one on which they go back has all hours", () => {
  const paris = "Europe/Paris";
  const at = Date.UTC(2026, 2, 29, 21);
  const t = Array.from({ length: 23 }, (_, index) => Date.UTC(2026, 2, 28, 23) + index * hourMs);
  const values = t.map(() => 60);
  const spring = sevenDays({ t, mean: values, lowest: values, highest: values }, at, paris).days[6];
  expect(spring?.hours[2]).toBeUndefined();
  expect(spring?.hours[3]).toBe(60);
});

test("an hour that was not measured is a gap, and one that is to come is none", () => {
  const nowMs = Date.UTC(2026, 5, 9, 12, 30);
  const fromMs = Date.UTC(2026, 5, 3);
  const t = Array.from({ length: 157 }, (_, index) => fromMs + index * hourMs);
  const charge = (values: (number | null)[]) =>
    sevenDays({ t, mean: values, lowest: values, highest: values }, nowMs, "UTC");
  expect(hasGaps(charge(t.map(() => 60)))).toBe(false);
  expect(hasGaps(charge(t.map((_, index) => (index === 100 ? null : 60))))).toBe(true);
});
