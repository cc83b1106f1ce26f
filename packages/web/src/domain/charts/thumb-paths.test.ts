import { expect, test } from "vitest";

import type { PlotLine } from "./drawn-series.ts";
import { lineColors } from "@offgrid/contract/charts/line-colors";
import { thumbPaths } from "./thumb-paths.ts";

const line = (more: Partial<PlotLine>): PlotLine => ({
  ...{ id: "a", title: "A", unit: "W", values: [], ghost: null, type: "line", axis: "left", plot: 0 },
  ...{ color: null, quantity: "solar.power", coverage: 1 },
  ...more,
});

test("lines of one axis share its scale, and a gap stays a gap", () => {
  const paths = thumbPaths(
    [line({ values: [0, 100, null, 50] }), line({ id: "b", values: [0, 50, 50, 50], type: "area" })],
    300,
    108,
  );
  expect(paths[0]).toEqual({ id: "a", line: "M0 104L100 4M300 54h1" });
  expect(paths[1]).toEqual({
    id: "b",
    line: "M0 104L100 54L200 54L300 54",
    area: "M0 104L100 54L200 54L300 54L300 104L200 104L100 104L0 104Z",
  });
});

test("bars stand apart from zero, side by side or on each other, and nothing measured is nothing drawn", () => {
  const bars = (...lines: Partial<PlotLine>[]) =>
    thumbPaths(
      lines.map((more, index) => line({ id: `l${index}`, ...more })),
      200,
      108,
    ).map((path) => path.bars);
  expect(bars({ type: "bar", values: [100, null] })).toEqual(["M15 104V4h70V104Z"]);
  expect(bars({ type: "bar", values: [100, 50] }, { type: "bar", values: [50, null] })).toEqual([
    "M15 104V4h35V104ZM115 104V54h35V104Z",
    "M50 104V54h35V104Z",
  ]);
  expect(bars({ type: "stack_bar", values: [50] }, { type: "stack_bar", values: [50] })).toEqual([
    "M30 104V54h140V104Z",
    "M30 54V4h140V54Z",
  ]);
  expect(bars({ type: "bar", values: [-100, 100] })).toEqual(["M15 54V104h70V54ZM115 54V4h70V54Z"]);
  expect(thumbPaths([line({ values: [null, null] })], 200, 108)).toEqual([{ id: "a", line: "" }]);
});

test("a colour belongs to what is measured, once; others are neutral, and a chosen one stays", () => {
  const of = (quantity: string | null, color: PlotLine["color"] = null) => ({ quantity, color });
  expect(
    lineColors([of("solar.power"), of("solar.power"), of("inside.temperature"), of(null, "load"), of("load.power")]),
  ).toEqual(["solar", "compare-1", "compare-2", "load", "compare-3"]);
});
