import { expect, test } from "vitest";

import { changePercent, lastHours, toHistory } from "./energy-balance.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const same = (atMs: number) => atMs;
const answer = (t: number[], values: (number | null)[], coverage: number) => ({
  t,
  values,
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
    generatedWh: 10,
    usedWh: 12,
  });
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

/** 24 hours from midnight with `wh` in each. */
function day(startMs: number, wh: number, coverage = 1) {
  const t = Array.from({ length: 24 }, (_, hour) => startMs + hour * hourMs);
  return answer(
    t,
    t.map(() => wh),
    coverage,
  );
}

test("the change is compared with the same time yesterday, including a share of the present hour", () => {
  const today = answer([dayMs, dayMs + hourMs], [200, 130], 1);
  // 1:30 am: 150 Wh yesterday up to then.
  expect(changePercent(today, day(0, 100), 1.5 * hourMs)).toBeCloseTo(120);
});

test("days with unlike coverage, and a yesterday without data, are not compared", () => {
  const today = answer([dayMs], [200], 1);
  expect(changePercent(today, undefined, hourMs)).toBeUndefined();
  expect(changePercent(today, day(0, 100, 0.5), hourMs)).toBeUndefined();
  expect(changePercent({ ...today, coverage: 0.5 }, day(0, 100), hourMs)).toBeUndefined();
  expect(changePercent(today, day(0, 0), hourMs)).toBeUndefined();
  expect(changePercent({ ...today, coverage: 0.5 }, day(0, 100, 0.52), hourMs)).toBeCloseTo(100);
});

test("the history of the last 24 hours leaves out the present hour", () => {
  const hours = lastHours(day(dayMs, 5), day(0, 1), dayMs + 2.5 * hourMs);
  expect(hours).toEqual([...Array.from({ length: 22 }, () => 1), 5, 5]);
  expect(lastHours(answer([dayMs], [null], 0), undefined, dayMs + hourMs)).toBeUndefined();
});
