import { expect, test } from "vitest";

import { instantsOf } from "../../../domain/energy-flow/flow-history.ts";
import { instantFor, nextInstant } from "./flow-replay.ts";

test("the replay has the instants at which anything was measured, and then the present", () => {
  const series = [
    [null, 100, null, 300],
    [null, 50, null, null],
  ];
  const instants = instantsOf({ t: [1_000, 2_000, 3_000, 4_000], series });
  expect(instants).toEqual([2_000, 4_000]);
  expect([undefined, 2_000, 4_000].map((at) => nextInstant(instants, at))).toEqual([2_000, 4_000, undefined]);
});

const minuteMs = 60_000;
const at = (minutes: number) => Date.parse("2026-11-29T12:00:00Z") + minutes * minuteMs;

test("an instant that is asked for is shown by the quarter hour that it is in", () => {
  const quarters = [at(0), at(15)];
  const asked = [0, 14, 15, 29].map((minutes) => instantFor(quarters, at(minutes)));
  expect(asked).toEqual([at(0), at(0), at(15), at(15)]);
});

test("in a gap, before all that was measured and in the future nothing stands for what is asked for", () => {
  const quarters = [at(0), at(180)];
  for (const minutes of [-1, 15, 120, 179, 195, 10_000]) expect(instantFor(quarters, at(minutes))).toBeUndefined();
  expect(instantFor([], at(0))).toBeUndefined();
});

test("of single readings it is the last one in its quarter hour until then, else the first", () => {
  const readings = [at(-1), at(4), at(8)];
  expect([2, 5, 14].map((minutes) => instantFor(readings, at(minutes)))).toEqual([at(4), at(4), at(8)]);
});
