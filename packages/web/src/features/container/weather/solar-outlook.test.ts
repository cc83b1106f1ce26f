import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../../core/time.ts";
import { after, asGiven, comparedDay, computedUntil, historyOf, lowerEdge, outlookOf, sunOf } from "./solar-outlook.ts";

const hourMs = 3_600_000;
const zone = "Africa/Nairobi";
/** 12:30 local time. */
const now = Date.UTC(2026, 5, 10, 9, 30);
const midnight = Date.UTC(2026, 5, 9, 21);
const hour = (index: number, likely: number) => ({
  atMs: midnight + index * hourMs,
  low: likely / 2,
  likely,
  high: likely * 2,
});

beforeAll(timeReady);

test("today is what was measured so far and what is still expected, with half of an hour that is half over", () => {
  const forecast = [hour(12, 1_000), hour(13, 800), ...Array.from({ length: 10 }, (_, index) => hour(14 + index, 0))];
  const past = Array.from({ length: 12 }, (_, index) => ({
    atMs: midnight + index * hourMs,
    likely: 100,
    isKept: true,
  }));
  const [today, tomorrow] = outlookOf(forecast, 1_050, past, now, zone);
  expect(today).toEqual({
    fromMs: midnight,
    likelyWh: 1_300,
    lowWh: 650,
    highWh: 2_600,
    measuredWh: 1_050,
    // Twelve hours of 100 W, and half of the current one.
    dueWh: 1_700,
    computedWh: 1_700,
    isPartial: false,
  });
  expect(tomorrow).toMatchObject({ likelyWh: 0, measuredWh: undefined, dueWh: undefined, isPartial: true });
});

test("a day without measurements has unknown energy, rather than zero", () => {
  const [today] = outlookOf([], undefined, [], now, zone);
  expect(today).toMatchObject({ measuredWh: undefined, likelyWh: 0, isPartial: true });
});

test("forecast and measurement share one axis, each with gaps where it has nothing", () => {
  const measured = { t: [midnight + 11 * hourMs, midnight + 12 * hourMs], values: [5, 6] };
  const history = historyOf([hour(12, 100), hour(13, 200)], measured, []);
  expect(history.t).toEqual([11, 12, 13].map((index) => midnight + index * hourMs));
  expect(history.measured).toEqual([5, 6, null]);
  expect(history.likely).toEqual([null, 100, 200]);
  // From what was measured last on: the range of the hour that runs has begun there.
  expect(history.high).toEqual([null, 6, 400]);
});

test("what was expected of hours that are over lies over what came, and goes on into the forecast", () => {
  const measured = { t: [10, 11, 12].map((index) => midnight + index * hourMs), values: [5, 6, 7] };
  const past = [9, 10, 11, 12].map((index) => ({ atMs: midnight + index * hourMs, likely: index, isKept: index > 9 }));
  const history = historyOf([hour(12, 100), hour(13, 200)], measured, past);
  expect(history.t).toEqual([10, 11, 12, 13].map((index) => midnight + index * hourMs));
  expect(history.likely).toEqual([10, 11, 100, 200]);
  expect(history.low).toEqual([null, null, 7, 100]);
  expect(computedUntil(past, midnight)).toBe(midnight + 10 * hourMs);
  expect(computedUntil(past, midnight + 10 * hourMs)).toBeUndefined();
});

test("where measurements are closer than hours, the forecast goes straight on between its own, and has no gaps", () => {
  const quarters = [0, 1, 2, 3].map((quarter) => midnight + 11 * hourMs + (quarter * hourMs) / 4);
  const measured = { t: quarters, values: [5, 6, 7, 8] };
  const history = historyOf([hour(12, 100)], measured, [{ atMs: midnight + 11 * hourMs, likely: 60, isKept: true }]);
  expect(history.likely).toEqual([60, 70, 80, 90, 100]);
  expect(history.high).toEqual([null, null, null, 8, 200]);
});

/** The energy of today at a local hour: 1,000 W were expected from 9:00 to 15:00, and 900 W came. */
function todayAt(atHour: number, isKept = true) {
  const isLit = (index: number) => index >= 9 && index < 15;
  const all = Array.from({ length: 72 }, (_, index) => hour(index, isLit(index % 24) ? 1_000 : 0));
  const begun = Math.floor(atHour);
  const litHours = Math.max(0, Math.min(15, atHour) - 9);
  return outlookOf(
    all.slice(begun),
    900 * litHours,
    all.slice(0, begun).map(({ atMs, likely }) => ({ atMs, likely, isKept })),
    midnight + atHour * hourMs,
    zone,
  );
}

test("before sunrise a day is to come; by day some has come and some is to come; after sunset it is over", () => {
  expect(sunOf(todayAt(5)[0]!)).toBe("ahead");
  const [noon] = todayAt(12);
  expect(sunOf(noon!)).toBe("under_way");
  expect(noon).toMatchObject({ measuredWh: 2_700, likelyWh: 3_000, dueWh: 3_000 });
  const evening = todayAt(19);
  expect(sunOf(evening[0]!)).toBe("over");
  expect(evening[0]).toMatchObject({ measuredWh: 5_400, likelyWh: 0, dueWh: 6_000 });
});

test("a day of a container that measures nothing goes on with the sun, too", () => {
  const unmeasured = (atHour: number) => ({ ...todayAt(atHour, false)[0]!, measuredWh: undefined });
  expect([5, 12, 19].map((atHour) => sunOf(unmeasured(atHour)))).toEqual(["ahead", "under_way", "over"]);
  expect(unmeasured(19)).toMatchObject({ computedWh: 6_000, dueWh: undefined });
});

test("a day of which hardly anything is still to come is over", () => {
  const evening = { ...todayAt(14.98)[0]!, measuredWh: 5_400 };
  expect(evening.likelyWh).toBeCloseTo(20);
  expect(sunOf(evening)).toBe("over");
  expect(sunOf({ ...evening, likelyWh: 600, highWh: 1_200 })).toBe("under_way");
  // At the share that the panels lately gave.
  expect(sunOf({ ...evening, likelyWh: 600, highWh: 1_200 }, 6)).toBe("over");
});

test("what was expected of a day is what was forecast in time, and not what is computed afterwards", () => {
  expect(todayAt(19, false)[0]!.dueWh).toBeUndefined();
  expect(todayAt(5, false)[0]!.dueWh).toBe(0);
});

test("what a forecast in doubt expects is drawn at the share that the panels gave, from now on", () => {
  expect(asGiven([1_000, null, 0], 6)).toEqual([60, null, 0]);
  expect(after([1, 2, 3], [10, 20, null], 2)).toEqual([null, 20, null]);
});

test("the range holds what is expected, also where less came since it was made", () => {
  expect(lowerEdge([889, 40, null, 7], [593, 60, 5, null])).toEqual([593, 40, null, 7]);
  expect(lowerEdge([889, 40], [])).toEqual([889, 40]);
});

test("a range that no measurement leads to begins as it is forecast", () => {
  const measured = { t: [midnight + 8 * hourMs], values: [5] };
  const { low, high } = historyOf([hour(12, 100), hour(13, 200)], measured, []);
  expect(low).toEqual([null, 50, 100]);
  expect(high).toEqual([null, 200, 400]);
});

test("of a day that is over it is known what came where all of its sun was measured, and compared where that was forecast in time", () => {
  const lit = (index: number) => (index >= 9 && index < 15 ? 1_000 : 0);
  const hours = Array.from({ length: 24 }, (_, index) => midnight + index * hourMs);
  const past = hours.map((atMs, index) => ({ atMs, likely: lit(index), isKept: true }));
  const measured = { t: hours, values: hours.map((_, index) => lit(index) * 1.2) };
  const day = { fromMs: midnight, toMs: midnight + 24 * hourMs };
  expect(comparedDay(measured, past, day)).toEqual({ forecastWh: 6_000, cameWh: 7_200, isKept: true });
  const gap = { ...measured, values: measured.values.map((value, index) => (index === 10 ? null : value)) };
  expect(comparedDay(gap, past, day)).toBeUndefined();
  const late = past.map((one, index) => ({ ...one, isKept: index !== 10 }));
  expect(comparedDay(measured, late, day)).toEqual({ forecastWh: 6_000, cameWh: 7_200, isKept: false });
  expect(comparedDay(measured, past.slice(12), day)).toBeUndefined();
});
