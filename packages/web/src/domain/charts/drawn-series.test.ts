import { expect, test } from "vitest";

import { legendEntries } from "../../chart/chart-series.ts";
import { drawnPlots, type PlotLine } from "./drawn-series.ts";

const line = (id: string, more: Partial<PlotLine> = {}): PlotLine => ({
  ...{ id, title: id, unit: "W", values: [1], ghost: [2], type: "line", axis: "left", plot: 0, color: null },
  ...{ quantity: "solar.power", coverage: 1, ...more },
});
const entries = (...lines: PlotLine[]) =>
  drawnPlots([0], lines, [], { compared: "a week before", threshold: () => "" }).map(({ series }) =>
    legendEntries(series).map(({ title, ids }) => [title, ...ids]),
  );

test("what is laid over several lines has one entry in the legend of its drawing, and over one line its own", () => {
  expect(entries(line("Sun"), line("Load"))).toEqual([
    [
      ["Sun", "Sun"],
      ["Load", "Load"],
      ["A week before", "Sun-ghost", "Load-ghost"],
    ],
  ]);
  expect(entries(line("Sun"), line("Load", { plot: 1 }))).toEqual([
    [
      ["Sun", "Sun"],
      ["Sun (a week before)", "Sun-ghost"],
    ],
    [
      ["Load", "Load"],
      ["Load (a week before)", "Load-ghost"],
    ],
  ]);
  expect(entries(line("Sun", { ghost: null }), line("Load", { ghost: null }))).toEqual([
    [
      ["Sun", "Sun"],
      ["Load", "Load"],
    ],
  ]);
});
