import { expect, test } from "vitest";

import { latestReadings } from "../../../domain/energy-flow/latest-readings.ts";
import { instantsOf, nextInstant, readingsAt } from "./flow-replay.ts";

const history = {
  t: [1_000, 2_000, 3_000, 4_000],
  series: [
    [null, 100, null, 300],
    [null, 50, null, null],
  ],
};
const metrics = ["solar.power", "load.power"];

test("the replay has the instants at which anything was measured, and then the present", () => {
  const instants = instantsOf(history);
  expect(instants).toEqual([2_000, 4_000]);
  expect([undefined, 2_000, 4_000].map((at) => nextInstant(instants, at))).toEqual([2_000, 4_000, undefined]);
});

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
  const readings = latestReadings(values, [...metrics, "grid.power"], 10, now);
  expect(Object.keys(readings)).toEqual(metrics);
  expect(metrics.map((metric) => readings[metric]?.isStale)).toEqual([false, true]);
});
