import { expect, test } from "vitest";

import { rowNotes, warningGroups } from "./chart-notes.ts";
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
