import fc from "fast-check";
import { expect, test } from "vitest";

import { endedCuts } from "../energy-state/load-runs.ts";
import { loadsAgain } from "../energy-state/loads-again.ts";
import { nothingKnown } from "../energy-state/loads-memory.ts";
import { loadMetrics } from "@offgrid/contract/power-cuts/loads-sign";
import {
  clipped,
  cutGroups,
  joinCuts,
  lengthMs,
  meanLoad,
  readingCount,
  stretchesOf,
  unservedWh,
} from "./power-cuts.ts";

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const ever = { fromMs: 0, toMs: 1_000 * quarterMs };
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
  const stretches = stretchesOf(groups, isCut, minuteMs);
  expect(joinCuts(stretches, ever)).toEqual([
    { fromMs: quarterMs, toMs: 4 * quarterMs },
    { fromMs: 6 * quarterMs, toMs: null },
  ]);
  // Minutes without a reading for a quarter of an hour are a gap: nothing is known of it.
  expect(lengthMs(stretches)).toBe(6 * quarterMs);
});

/** Readings of the load by minute of their time. */
const readingsOf = (watt: [minute: number, watt: number][]) => ({
  t: watt.map(([minute]) => minute * minuteMs),
  stepMs: 0,
  columns: new Map([
    ["load.ac.power", watt.map(([, value]) => value)],
    ["inverter.state", watt.map(([, value]) => (value > 0 ? 1 : 0))],
  ]),
});

test("a cut runs from the first reading without power to the first one with power, within the range", () => {
  const readings = readingsOf(
    Array.from({ length: 60 }, (_, minute) => [minute, minute >= 5 && minute < 29 ? 0 : 300]),
  );
  const stretches = stretchesOf(readings, cutGroups(readings, 20), minuteMs);
  expect(joinCuts(stretches, ever)).toEqual([{ fromMs: 5 * minuteMs, toMs: 29 * minuteMs }]);
  const range = { fromMs: 20 * minuteMs, toMs: 22 * minuteMs };
  expect(joinCuts(stretches, range)).toEqual([{ fromMs: 20 * minuteMs, toMs: null }]);
  expect(lengthMs(clipped(stretches, range))).toBe(2 * minuteMs);
});

test("a silence in a cut is part of it, but not of the time that is known to be without power", () => {
  const minutes = Array.from({ length: 60 }, (_, minute): [number, number] => [minute, minute < 50 ? 0 : 300]);
  const readings = readingsOf(minutes.filter(([minute]) => minute <= 10 || minute >= 40));
  const stretches = stretchesOf(readings, cutGroups(readings, 20), minuteMs);
  expect(joinCuts(stretches, ever)).toEqual([{ fromMs: 0, toMs: 50 * minuteMs }]);
  expect(lengthMs(stretches.filter(({ isCut }) => isCut))).toBe(20 * minuteMs);
});

test.for([
  ["as declared", 30],
  ["where nothing is declared", 1],
] as const)(
  "groups between two readings every half hour have the state of the reading before, %s",
  ([, everyMinutes]) => {
    const load = Array.from({ length: 96 }, (_, group) =>
      group % 2 === 1 ? null : group >= 40 && group < 72 ? 0 : 400,
    );
    const groups = groupsOf({
      "load.ac.power": load,
      "inverter.state": load.map((watt) => watt && 1),
      [readingCount]: load.map((watt) => (watt === null ? 0 : 1)),
    });
    const stretches = stretchesOf(groups, cutGroups(groups, 20), everyMinutes * minuteMs);
    const dark = stretches.filter(({ isCut }) => isCut);
    expect(joinCuts(stretches, ever)).toEqual([{ fromMs: 40 * quarterMs, toMs: 72 * quarterMs }]);
    expect(lengthMs(dark)).toBe(32 * quarterMs);
  },
);

test("a compressor that pauses for a minute at a low charge is no cut, however often it is measured", () => {
  const t = Array.from({ length: 60 }, (_, reading) => reading * 10_000);
  const watt = t.map((_, reading) => (reading >= 20 && reading < 26 ? 0 : 90));
  const columns = new Map([
    ["load.power", watt],
    ["battery.soc", t.map(() => 18)],
  ]);
  expect(cutGroups({ t, stepMs: 0, columns }, 20)).not.toContain(true);
});

test("a cut of the past ends with a load too, not with a charge over the cut-off, and a reading or two do not make one", () => {
  const known = { "load.power": [90, 0, 0, 0, 80, 0, 90], "battery.soc": [30, 19, 19, 24, 26, 19, 18] };
  expect(cutGroups(groupsOf(known), 20)).toEqual([false, true, true, true, false, true, false]);
  const counted = groupsOf({ ...known, [readingCount]: [15, 15, 15, 15, 15, 2, 15] });
  expect(cutGroups(counted, 20)).toEqual([false, true, true, true, false, false, false]);
});

const dayMs = 96 * quarterMs;
const inUtc = {
  hourOf: (atMs: number) => Math.floor(atMs / 3_600_000) % 24,
  dayOf: (atMs: number) => ({ startMs: atMs - (atMs % dayMs), endMs: atMs - (atMs % dayMs) + dayMs }),
};

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
  const clocks = inUtc;
  const dark = stretchesOf(groups, isCut, minuteMs).filter((stretch) => stretch.isCut);
  expect(unservedWh(dark, groups, isCut, clocks)).toBe(400 + 23 * 100);
  const until = (toMs: number) => clipped(dark, { fromMs: 0, toMs });
  expect(unservedWh(until((day + 4) * quarterMs), groups, isCut, clocks)).toBe(400);
  expect(unservedWh(until((day + 4) * quarterMs + 6 * minuteMs), groups, isCut, clocks)).toBeCloseTo(410);
});

test("without a load that was ever measured with power, nothing can be said of what was not served", () => {
  const groups = groupsOf({ "load.power": [0, 0], "battery.soc": [5, 5], [meanLoad]: [0, 0] });
  const isCut = cutGroups(groups, 20);
  expect(unservedWh(stretchesOf(groups, isCut, minuteMs), groups, isCut, inUtc)).toBeUndefined();
});

test("the cuts of the last day that states of energy tell are those of the history, also where readings are missing", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 8 });
  const silences = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(lengths, silences, fc.boolean(), (counts, silent, isCutFirst) => {
      const shown = counts.flatMap((count, place) => {
        const isCut = (place % 2 === 0) === isCutFirst;
        // The first ones after a change always come: they tell how often there are readings.
        return Array.from({ length: count }, (_, index) => ({
          isCut,
          isMissing: index >= count - silent[place]! && index > 3,
        }));
      });
      const kept = shown.flatMap(({ isCut, isMissing }, index) =>
        isMissing ? [] : { isCut, atMs: index * 5 * minuteMs },
      );
      const t = kept.map(({ atMs }) => atMs);
      const isCut = kept.map((reading) => reading.isCut);
      const columns = new Map([
        ["load.power", isCut.map((cut) => (cut ? 0 : 300))],
        ["inverter.state", isCut.map((cut) => (cut ? 0 : 1))],
        ["battery.soc", isCut.map(() => 30)],
      ]);
      const groups = { t, stepMs: 0, columns };
      const range = { fromMs: 0, toMs: (t.at(-1) ?? 0) + 1 };
      const history = joinCuts(stretchesOf(groups, cutGroups(groups, 20), 5 * minuteMs), range);
      const stored = { atMs: t, columns: loadMetrics.map((metric) => columns.get(metric) ?? []) };
      const { runs } = loadsAgain(nothingKnown, stored, { fromMs: 0, everyS: 300, reserveSoc: null });
      expect(endedCuts(runs, 5 * minuteMs)).toEqual(history.filter(({ toMs }) => toMs !== null));
    }),
  );
});
