import { expect, test } from "vitest";

import { cutGroups, joinCuts, meanLoad, readingCount, unservedWh } from "./power-cuts.ts";

const quarterMs = 900_000;
const groupsOf = (columns: Record<string, (number | null)[]>) => {
  const count = Math.max(...Object.values(columns).map((column) => column.length));
  return {
    t: Array.from({ length: count }, (_, group) => group * quarterMs),
    stepMs: quarterMs,
    columns: new Map(Object.entries(columns)),
  };
};

test("groups without power join to one cut, across a gap in between, and one that goes on has no end", () => {
  const groups = groupsOf({
    "load.ac.power": [300, 0, null, 0, 250, 240, 0],
    "inverter.state": [1, 0, null, 0, 1, 1, 0],
  });
  const isCut = cutGroups(groups, 20);
  expect(isCut).toEqual([false, true, undefined, true, false, false, true]);
  expect(joinCuts(groups, isCut)).toEqual([
    { fromMs: quarterMs, toMs: 4 * quarterMs },
    { fromMs: 6 * quarterMs, toMs: null },
  ]);
});

test("a cut of the past ends with a load too, not with a charge over the cut-off, and a reading or two do not make one", () => {
  const known = { "load.power": [90, 0, 0, 0, 80, 0, 90], "battery.soc": [30, 19, 19, 24, 26, 19, 18] };
  expect(cutGroups(groupsOf(known), 20)).toEqual([false, true, true, true, false, true, false]);
  const counted = groupsOf({ ...known, [readingCount]: [15, 15, 15, 15, 15, 2, 15] });
  expect(cutGroups(counted, 20)).toEqual([false, true, true, true, false, false, false]);
});

test("what was not served is what the loads usually draw at that hour, learned from hours with power alone", () => {
  // Two days by quarter hours: 400 W in the first hour of a day, 100 W in the others; the second day has no power.
  const day = 96;
  const load = Array.from({ length: 2 * day }, (_, group) => (group >= day ? 0 : group % day < 4 ? 400 : 100));
  const groups = groupsOf({
    "load.power": load,
    "battery.soc": load.map((watt) => (watt > 0 ? 50 : 5)),
    [meanLoad]: load,
  });
  const isCut = cutGroups(groups, 20);
  const hourOf = (atMs: number) => Math.floor(atMs / 3_600_000) % 24;
  expect(unservedWh(groups, isCut, hourOf, () => true)).toBe(400 + 23 * 100);
  expect(unservedWh(groups, isCut, hourOf, (atMs) => atMs < (day + 4) * quarterMs)).toBe(400);
});

test("without a load that was ever measured with power, nothing can be said of what was not served", () => {
  const groups = groupsOf({ "load.power": [0, 0], "battery.soc": [5, 5], [meanLoad]: [0, 0] });
  expect(
    unservedWh(
      groups,
      cutGroups(groups, 20),
      () => 0,
      () => true,
    ),
  ).toBeUndefined();
});
