import { expect, test } from "vitest";

import type { LoadRun } from "../../core/tables.ts";
import { loadsAgain } from "./loads-again.ts";
import { nothingKnown } from "./loads-memory.ts";
import { loadMetrics } from "@offgrid/contract/power-cuts/loads-sign";
import { type RunReading, endedCuts, withReading } from "./load-runs.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Two days of readings, one each five minutes; loads are cut in these spans of hours. */
function readings(cuts: readonly (readonly [fromH: number, toH: number])[]): RunReading[] {
  return Array.from({ length: (48 * hour) / (5 * minute) + 1 }, (_, index) => {
    const atMs = index * 5 * minute;
    const isCut = cuts.some(([fromH, toH]) => atMs >= fromH * hour && atMs < toH * hour);
    return { atMs, kind: isCut ? "cut" : "supplied", soc: undefined };
  });
}

test("a cut that began before the last day keeps its beginning, in whatever pieces history comes after what is live", () => {
  // Another one shortly before it must not become part of it.
  const all = readings([
    [2, 4],
    [5, 30],
    [33, 33.25],
    [40, 40.5],
  ]);
  const [history, live] = [all.slice(0, -3), all.slice(-3)];
  for (let size = 1; size <= 120; size++) {
    let runs: LoadRun[] = [];
    for (const reading of live) runs = withReading(runs, reading);
    for (let end = history.length; end > 0; end -= size)
      for (const reading of history.slice(Math.max(0, end - size), end)) runs = withReading(runs, reading);
    expect(endedCuts(runs, 5 * minute)[0], `${size} readings at a time`).toMatchObject({ fromMs: 5 * hour });
  }
});

test("more than thirty cuts within a day do not push the long one before them out", () => {
  const short = Array.from({ length: 40 }, (_, index) => [30 + index / 3, 30 + index / 3 + 1 / 6] as const);
  let runs: LoadRun[] = [];
  for (const reading of readings([[20, 29], ...short])) runs = withReading(runs, reading);
  expect(endedCuts(runs, 5 * minute)).toHaveLength(41);
  expect(endedCuts(runs, 5 * minute)[0]).toEqual({ fromMs: 20 * hour, toMs: 29 * hour });
});

test("a cut of seconds is shown as well, as the history has it", () => {
  const seconds = [0, 10, 20, 30, 40].map((s) => ({
    atMs: s * 1_000,
    kind: s === 20 ? "cut" : "supplied",
    soc: undefined,
  }));
  const runs = seconds.reduce<LoadRun[]>((all, reading) => withReading(all, reading as RunReading), []);
  expect(endedCuts(runs, 10_000)).toEqual([{ fromMs: 20_000, toMs: 30_000 }]);
});

/** What a container shows that has loads without power in these minutes, and readings at these ones. */
function runsAt(minutes: readonly number[], isCut: (atMinute: number) => boolean): LoadRun[] {
  return minutes.reduce<LoadRun[]>(
    (runs, at) => withReading(runs, { atMs: at * minute, kind: isCut(at) ? "cut" : "supplied", soc: undefined }),
    [],
  );
}

test("where readings are missing after a cut, it ends with the last one without power, unless they are always that far apart", () => {
  const all = Array.from({ length: 120 }, (_, at) => at);
  const isCut = (at: number) => at >= 20 && at < 60;
  const silent = all.filter((at) => at <= 31 || at >= 60);
  expect(endedCuts(runsAt(all, isCut), minute)).toEqual([{ fromMs: 20 * minute, toMs: 60 * minute }]);
  expect(endedCuts(runsAt(silent, isCut), minute)).toEqual([{ fromMs: 20 * minute, toMs: 31 * minute }]);
  // A reading alone before a silence is no cut of a known length.
  expect(endedCuts(runsAt([...all.slice(0, 21), ...all.slice(60)], isCut), minute)).toEqual([]);
  const halfHours = Array.from({ length: 12 }, (_, index) => 30 * index);
  const evening = (at: number) => at >= 90 && at < 180;
  expect(endedCuts(runsAt(halfHours, evening), minute)).toEqual([{ fromMs: 90 * minute, toMs: 180 * minute }]);
});

test.for([
  [15.4, 14.6],
  [14.6, 15.4],
])("where only power and charge are measured, cuts at %s %% and at %s %% are both told", ([first, second]) => {
  const socAt = (at: number) => (at >= 60 && at < 90 ? first : at >= 180 && at < 210 ? second : undefined);
  const minutes = Array.from({ length: 300 }, (_, at) => at);
  const columns: Record<string, number[]> = {
    "load.power": minutes.map((at) => (socAt(at) === undefined ? 300 : 0)),
    "battery.soc": minutes.map((at) => socAt(at) ?? 40),
  };
  const stored = {
    atMs: minutes.map((at) => at * minute),
    columns: loadMetrics.map((metric) => columns[metric] ?? []),
  };
  const { runs } = loadsAgain(nothingKnown, stored, { fromMs: 0, everyS: 60, reserveSoc: null });
  expect(endedCuts(runs, minute)).toEqual([
    { fromMs: 60 * minute, toMs: 90 * minute },
    { fromMs: 180 * minute, toMs: 210 * minute },
  ]);
});
