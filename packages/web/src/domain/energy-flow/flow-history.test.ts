import { expect, test } from "vitest";

import { freshnessOf } from "../../ui/freshness.ts";
import { flowsOf, readingsAt } from "./flow-history.ts";
import { latestReadings } from "./latest-readings.ts";

const history = {
  t: [1_000, 2_000, 3_000, 4_000],
  series: [
    [null, 100, null, 300],
    [null, 50, null, null],
  ],
};
const metrics = ["solar.power", "load.power"];

test("a meter without a value at an instant has no reading, rather than the previous one", () => {
  expect(readingsAt(history, metrics, 2_000)).toEqual({
    "solar.power": { value: 100, atMs: 2_000, isStale: false },
    "load.power": { value: 50, atMs: 2_000, isStale: false },
  });
  const later = readingsAt(history, metrics, 4_000);
  expect(later["solar.power"]?.value).toBe(300);
  expect(Object.hasOwn(later, "load.power") && later["load.power"] === undefined).toBe(true);
});

test("a latest value is old after three intervals; a metric that was never sent is left out", () => {
  const now = Date.UTC(2026, 5, 10, 12);
  const at = (agoS: number) => new Date(now - agoS * 1_000).toISOString();
  const values = { "solar.power": { value: 1, at: at(29) }, "load.power": { value: 2, at: at(31) } };
  const readings = latestReadings(values, [...metrics, "grid.power"], 10, now, freshnessOf);
  expect(Object.keys(readings)).toEqual(metrics);
  expect(metrics.map((metric) => readings[metric]?.isStale)).toEqual([false, true]);
});

test("the flow is known at each instant at which anything was measured, and at none without a history", () => {
  expect(flowsOf(history, metrics).map(({ branches }) => branches.map(({ id, powerW }) => [id, powerW]))).toEqual([
    [
      ["solar", 100],
      ["load", -50],
      ["unmetered", -50],
    ],
    [
      ["solar", 300],
      ["load", undefined],
      ["unmetered", -300],
    ],
  ]);
  expect(flowsOf(undefined, metrics)).toEqual([]);
});
