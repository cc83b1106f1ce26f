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

test("an instant that is asked for is shown by what was measured last until then", () => {
  const instants = [2_000, 4_000];
  expect([3_999, 4_000, 9_000].map((askedMs) => instantFor(instants, askedMs))).toEqual([2_000, 4_000, 4_000]);
  // Nothing was measured before: the first that was.
  expect(instantFor(instants, 1_000)).toBe(2_000);
  expect(instantFor([], 1_000)).toBeUndefined();
});
