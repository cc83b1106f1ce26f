import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { placedLines } from "@offgrid/contract/charts/drawn-lines";
import { lineColors } from "@offgrid/contract/charts/line-colors";
import { expect, test } from "vitest";

import { seriesColors } from "./series-colors.ts";

const of = { kind: "containers", ids: ["gao", "agadez"] };
const definition = ChartDefinition.parse({
  name: "All",
  series: [
    { id: "a", kind: "metric", metric: "load.power", of, each: true },
    { id: "b", kind: "metric", metric: "solar.power", of },
    { id: "c", kind: "metric", metric: "solar.irradiance", axis: "right", of },
  ],
});
const line = (id: string, series: string) => ({
  ...{ id, series, title: id, unit: "W" as const, values: [1], ghost: null, coverage: 1 },
});
const drawn: DrawnChart = {
  ...{ t: [0], from: 0, to: 1, zone: "UTC", groupBy: "hour", tier: "rollups", isOpen: false, faults: [] },
  ...{ compared: null, containers: ["Gao", "Agadez"] },
  lines: [line("a-1", "a"), line("a-2", "a"), line("b", "b"), line("c", "c")],
};

test("in the list of series each has the colour of its first line in the picture", () => {
  const inPicture = lineColors(placedLines(drawn, definition));
  expect(seriesColors(definition, drawn)).toEqual([inPicture[0], inPicture[2], inPicture[3]]);
  // Before anything is drawn, those that its series alone would have.
  expect(seriesColors(definition, undefined).slice(0, 2)).toEqual(["load", "solar"]);
});
