import { expect, test } from "vitest";

import type { LoadRun } from "../../core/tables.ts";
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
    expect(endedCuts(runs)[0], `${size} readings at a time`).toMatchObject({ fromMs: 5 * hour });
  }
});

test("more than thirty cuts within a day do not push the long one before them out", () => {
  const short = Array.from({ length: 40 }, (_, index) => [30 + index / 3, 30 + index / 3 + 1 / 6] as const);
  let runs: LoadRun[] = [];
  for (const reading of readings([[20, 29], ...short])) runs = withReading(runs, reading);
  expect(endedCuts(runs)).toHaveLength(41);
  expect(endedCuts(runs)[0]).toEqual({ fromMs: 20 * hour, toMs: 29 * hour });
});
