import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../../core/time.ts";
import { changePercent, commonMidnight, expectedOn, lastHours, toHistory } from "./fleet-energy.ts";

beforeAll(() => timeReady());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const same = (atMs: number) => atMs;
const answer = (t: number[], values: (number | null)[], coverage: number) => ({
  t,
  values,
  measuredHours: values.map((value) => (value === null ? 0 : 1)),
  total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  coverage,
  zone: "UTC",
  groupBy: "hour" as const,
});

test("both histories are put on the union of their groups, and a gap stays a gap", () => {
  const history = toHistory(
    { generation: answer([0, 1], [10, null], 1), consumption: answer([0, 1, 2], [3, 4, 5], 1) },
    same,
  );
  expect(history).toEqual({
    t: [0, 1, 2],
    generated: [10, null, null],
    used: [3, 4, 5],
    coverage: { generated: 1, used: 1 },
    generatedWh: 10,
    usedWh: 12,
  });
});

test("what nothing was measured of has no total: nobody knows that it was 0", () => {
  const history = toHistory({ generation: answer([], [], 0), consumption: answer([0, 1], [null, null], 0) }, same);
  expect(history).toMatchObject({ generatedWh: null, usedWh: null });
  const known = toHistory({ generation: answer([0], [0], 1), consumption: answer([0], [3], 1) }, same);
  expect(known).toMatchObject({ generatedWh: 0, usedWh: 3 });
});

test("coverage is shown only where it is poor, and then the worse of the two", () => {
  const history = toHistory({ generation: answer([0], [1], 0.99), consumption: answer([0], [1], 0.6) }, same);
  expect(history.poorCoverage).toBe(0.6);
});

test("the previous period is put on the axis of this one, with gaps where it was not measured", () => {
  const history = toHistory(
    {
      generation: answer([dayMs, dayMs + hourMs], [1, null], 1),
      consumption: answer([dayMs], [2], 1),
      before: { generation: answer([0, hourMs, 2 * hourMs], [7, 8, 9], 1), consumption: answer([0], [null], 1) },
    },
    (atMs) => atMs + dayMs,
  );
  expect(history.generatedBefore).toEqual([7, 8]);
  expect(history.usedBefore).toBeUndefined();
});

/** 24 hours with `wh` in each. */
function hoursFrom(startMs: number, wh: number, coverage = 1) {
  const t = Array.from({ length: 24 }, (_, hour) => startMs + hour * hourMs);
  return answer(
    t,
    t.map(() => wh),
    coverage,
  );
}

// Half past two in the morning of the third day: the last 24 whole hours began at three.
const nowMs = 2 * dayMs + 2.5 * hourMs;
const latestFrom = dayMs + 3 * hourMs;
const midnightMs = 2 * dayMs;

test("the change is that since midnight against yesterday up to the same time", () => {
  const latest = hoursFrom(latestFrom, 2_000);
  latest.values = latest.values.map((wh, at) => (at === 23 ? 1_300 : wh));
  // Today 2,000 + 2,000 + 1,300, and yesterday two and a half hours of 1,000.
  expect(changePercent(latest, hoursFrom(latestFrom - dayMs, 1_000), midnightMs, nowMs)).toBeCloseTo(112);
});

test("today and yesterday are compared where the day of all containers begins at one instant", () => {
  const at = (...zones: string[]) =>
    commonMidnight(
      zones.map((zoneName) => ({ zoneName })),
      Date.UTC(2026, 5, 10, 12),
    );
  expect(at("Africa/Nairobi", "Africa/Kampala", "Africa/Nairobi")).toBe(Date.UTC(2026, 5, 9, 21));
  expect(at("Africa/Nairobi", "Africa/Accra")).toBeUndefined();
  expect(at()).toBeUndefined();
});

test("spans with unlike coverage, and a yesterday without data, are not compared", () => {
  const latest = hoursFrom(latestFrom, 2_000);
  const change = (earlier: typeof latest | undefined, coverage = 1) =>
    changePercent({ ...latest, coverage }, earlier, midnightMs, nowMs);
  const earlier = (wh: number, coverage = 1) => hoursFrom(latestFrom - dayMs, wh, coverage);
  expect(change(undefined)).toBeUndefined();
  expect(change(earlier(1_000, 0.5))).toBeUndefined();
  expect(change(earlier(1_000), 0.5)).toBeUndefined();
  expect(change(earlier(150))).toBeUndefined();
  expect(change(earlier(1_000, 0.52), 0.5)).toBeCloseTo(140);
});

test("the history of the last 24 hours leaves out the present hour", () => {
  expect(lastHours(hoursFrom(latestFrom, 5), nowMs)).toEqual(Array.from({ length: 23 }, () => 5));
  expect(lastHours(answer([dayMs], [null], 0), dayMs + hourMs)).toBeUndefined();
});

test("what is expected begins with the present hour, on the same axis as what was measured", () => {
  const expected = { t: [hourMs, 2 * hourMs], generation: [50, 60], consumption: [20, 30] };
  const history = toHistory(
    { generation: answer([0, hourMs], [10, 4], 1), consumption: answer([0, hourMs], [3, 2], 1) },
    same,
    { expected, hours: [hourMs, 2 * hourMs, 3 * hourMs] },
  );
  expect(history).toMatchObject({
    t: [0, hourMs, 2 * hourMs, 3 * hourMs],
    generated: [10, 4, null, null],
    generatedAhead: [null, 50, 60, null],
    usedAhead: [null, 20, 30, null],
    generatedWh: 14,
  });
});

test("where hours begin at other minutes each gets its shares, and one that is not wholly covered nothing", () => {
  const expected = { t: [0, hourMs, 2 * hourMs], generation: [100, 200, 0], consumption: [40, 40, 40] };
  const half = hourMs / 2;
  expect(expectedOn([-half, half, hourMs + half], expected)).toEqual({
    generated: [null, 150, 100],
    used: [null, 40, 40],
  });
});
