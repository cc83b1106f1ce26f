import { expect, test } from "vitest";

import { bandLevel, isOfNotes, rowNotes, warningBand, warningGroups, warningsOpenAt } from "./chart-notes.ts";
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

test("one that was open before has no mark as if it began at the edge, and is noted in the first row as an earlier one", () => {
  const before = { ...warning(-300), toMs: 200 };
  expect(warningGroups([before, warning(0)], view, 100, 2).map(({ warnings }) => warnings)).toEqual([[warning(0)]]);
  const notes = rowNotes([0, 100], 200, [before, warning(0)], []);
  expect(notes.map((row) => row.warnings.map(({ atMs, isEarlier }) => [atMs, isEarlier]))).toEqual([
    [
      [-300, true],
      [0, false],
    ],
    [],
  ]);
});

test("the bands that a time is in are named, and the worst of those that are looked at is in the legend", () => {
  const [low, hot] = [
    { ...warning(100), toMs: 600 },
    { ...warning(400, "critical"), toMs: 5_000 },
  ];
  const namesAt = (atMs: number) => warningsOpenAt([hot, warning(450), low], atMs).map(({ text }) => text);
  expect([99, 100, 500, 600].map(namesAt)).toEqual([[], [low.text], [low.text, hot.text], [hot.text]]);
  expect(bandLevel([hot, low], view)).toBe("critical");
  expect(bandLevel([hot, low], { fromMs: 0, toMs: 300 })).toBe("warning");
  expect(bandLevel([warning(450)], view)).toBeUndefined();
});

test("a mark is that of a note only where it stands for notes alone", () => {
  const note = { atMs: 0, level: "info", text: "Panels cleaned", isNote: true } as const;
  const event = { atMs: 0, level: "info", text: "Door opened" } as const;
  const mark = { atMs: 0, level: "info" } as const;
  expect(isOfNotes({ ...mark, warnings: [note, note] })).toBe(true);
  expect(isOfNotes({ ...mark, warnings: [note, event] })).toBe(false);
});
