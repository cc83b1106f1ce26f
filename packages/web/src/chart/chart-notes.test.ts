import { expect, test } from "vitest";

import { rowNotes, warningBand, warningGroups } from "./chart-notes.ts";
import type { ChartWarning } from "./chart-series.ts";

const warning = (atMs: number, level: ChartWarning["level"] = "warning"): ChartWarning => ({
  atMs,
  level,
  text: `at ${atMs}`,
});
const view = { fromMs: 0, toMs: 1_000 };

test("warnings that are close together share a mark with the worst level, others have their own", () => {
  const groups = warningGroups(
    [warning(500), warning(100), warning(110, "critical"), warning(115, "info")],
    view,
    100,
    2,
  );
  expect(groups.map(({ atMs, level, warnings }) => [atMs, level, warnings.length])).toEqual([
    [100, "critical", 3],
    [500, "warning", 1],
  ]);
});

test("zooming in separates them, and those outside the view have no mark", () => {
  const groups = warningGroups([warning(100), warning(110), warning(900)], { fromMs: 90, toMs: 190 }, 100, 2);
  expect(groups.map(({ atMs }) => atMs)).toEqual([100, 110]);
});

test("a row has the warnings of its time once, and the maintenance periods that overlap it", () => {
  const works = [{ fromMs: 15, toMs: 30, text: "pump" }];
  const notes = rowNotes([0, 10, 20, 30], 40, [warning(-1), warning(10), warning(19), warning(39), warning(40)], works);
  expect(notes.map((row) => row.warnings.map(({ atMs }) => atMs))).toEqual([[], [10, 19], [], [39]]);
  expect(notes.map((row) => row.works.length)).toEqual([0, 1, 1, 0]);
});

test("a warning has a band for as long as it lasted, as far as that is looked at", () => {
  const lasting = (atMs: number, toMs?: number) => warningBand({ ...warning(atMs), toMs }, view);
  expect(lasting(100, 600)).toEqual({ from: 0.1, to: 0.6 });
  expect(lasting(-500, 250)).toEqual({ from: 0, to: 0.25 });
  expect(lasting(900, 5_000)).toEqual({ from: 0.9, to: 1 });
  expect([lasting(500), lasting(-500, 0), lasting(1_000, 2_000)]).toEqual([undefined, undefined, undefined]);
});

test("one that was open before has its mark and its note at the beginning of what is looked at", () => {
  const before = { ...warning(-300), toMs: 200 };
  expect(warningGroups([before, { ...warning(-300), toMs: -100 }], view, 100, 2).map(({ atMs }) => atMs)).toEqual([0]);
  expect(rowNotes([0, 100], 200, [before], []).map((row) => row.warnings.length)).toEqual([1, 0]);
});
