import type uPlot from "uplot";
import { expect, test } from "vitest";

import type { ChartSeries } from "./chart-series.ts";
import { overviewExtent, overviewPath } from "./overview-path.ts";
import { drawDenseLine } from "./plot-paths.ts";
import { plotData, seenExtent, sourceOf } from "./plot-data.ts";

const whole = { fromMs: 0, toMs: 400 };
const t = [0, 100, 200, 300];
const line: ChartSeries = { id: "a", title: "a", unit: "W", type: "line", color: "load", values: [9, 1, null, 4] };
const bar: ChartSeries = { ...line, id: "b", type: "bar", axis: "right", values: [-7, 2, 3, 4] };

test("an axis covers the visible part of its own series", () => {
  const series = [line, bar];
  const data = plotData(t, series, whole);
  expect(data.largest).toEqual({ left: 9, right: 7 });
  expect(seenExtent(data, series, "left", { fromMs: 100, toMs: 250 })).toEqual([1, 1]);
  expect(seenExtent(data, series, "left", { fromMs: 150, toMs: 250 })).toBeUndefined();
  // A bar is seen as long as its group is.
  expect(seenExtent(data, series, "right", { fromMs: 50, toMs: 150 })).toEqual([-7, 2]);
});

test("a drawing that is there longer than one of its series has nothing to draw of it", () => {
  const data = plotData(t, [line], whole);
  expect(sourceOf(data, 0).layer.upper).toHaveLength(4);
  const gone = sourceOf(data, 1);
  expect([gone.t.length, gone.layer.upper.length, gone.layer.lower.length]).toEqual([0, 0, 0]);
  const plot = {
    bbox: { left: 0, top: 0, width: 400, height: 100 },
    scales: { x: { min: 0, max: 400 }, left: { min: 0, max: 9 } },
    series: [{}, { scale: "left" }, { scale: "left" }],
  } as unknown as uPlot;
  const style = { line: "red", widthPx: 1, isCentred: false, gapMs: undefined, isStepped: false };
  expect(() => drawDenseLine(plot, 2, gone, style)).not.toThrow();
});

test("a small frame shows gaps as gaps and a lone value as a dot", () => {
  const frame = { ...whole, gapMs: undefined, widthPx: 400, heightPx: 24 };
  const extent = overviewExtent(t, [line.values], frame)!;
  const path = overviewPath(t, line.values, frame, extent);
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path).toMatch(/^M0\.0 2\.0L100\.0 [\d.]+M300\.0 [\d.]+h1$/);
  // A level fills the height, an amount begins at 0.
  const level = [20, 20, 21, 21];
  expect(overviewExtent(t, [level], frame, true)).toEqual([20, 21]);
  expect(overviewExtent(t, [level], frame)).toEqual([0, 21]);
  expect(overviewPath(t, level, frame, [20, 21])).toMatch(/^M0\.0 22\.0L.* 2\.0$/);
  expect(overviewPath(t, [null, null, null, null], frame, [0, 1])).toBe("");
  expect(overviewExtent(t, [[null, null, null, null]], frame)).toBeUndefined();
});

test("in a small frame what gave a quarter of another is a quarter as high", () => {
  const frame = { ...whole, gapMs: undefined, widthPx: 400, heightPx: 24 };
  const [forecast, measured] = [
    [0, 8, 0, 0],
    [0, 2, 0, 0],
  ];
  const extent = overviewExtent(t, [forecast, measured], frame)!;
  expect(overviewPath(t, forecast, frame, extent)).toContain("L100.0 2.0");
  expect(overviewPath(t, measured, frame, extent)).toContain("L100.0 17.0");
});
