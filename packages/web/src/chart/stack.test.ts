import fc from "fast-check";
import { expect, test } from "vitest";

import type { ChartSeries } from "./chart-series.ts";
import { barSlots, layersOf, stackLayers, toColumn } from "./stack.ts";

const series = (id: string, type: ChartSeries["type"], values: (number | null)[]): ChartSeries => ({
  id,
  title: id,
  unit: "W",
  type,
  color: "solar",
  values,
});

const missing = Number.NaN;

/** Layers as lists, for reading. */
function stacked(...columns: number[][]) {
  return stackLayers(columns.map((values) => Float64Array.from(values))).layers.map(({ lower, upper }) => ({
    lower: [...lower],
    upper: [...upper],
  }));
}

test("values become numbers, and missing ones stay missing", () => {
  expect([...toColumn([1, null, -2], 4)]).toEqual([1, missing, -2, missing]);
});

test("positive values stack upwards and negative ones downwards, separately", () => {
  const [solar, batteryIn, generator] = stacked([3, 3], [-2, -1], [1, 2]);
  expect(solar).toEqual({ lower: [0, 0], upper: [3, 3] });
  expect(batteryIn).toEqual({ lower: [0, 0], upper: [-2, -1] });
  expect(generator).toEqual({ lower: [3, 3], upper: [4, 5] });
});

test("a zero in a series that only goes down belongs to the negative side", () => {
  const [, batteryIn] = stacked([3, 3], [0, -1]);
  expect(batteryIn).toEqual({ lower: [0, 0], upper: [0, -1] });
});

test("a missing value is a hole in its own layer only", () => {
  const [first, second] = stacked([1, missing], [2, 2]);
  expect(first!.upper).toEqual([1, missing]);
  expect(second).toEqual({ lower: [1, 0], upper: [3, 2] });
});

test("the top of a stack is the sum of its positive values", () => {
  const column = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 6 }), (columns) => {
      const layers = stacked(...columns);
      for (let at = 0; at < 4; at++) {
        const positives = columns.reduce((sum, values) => sum + Math.max(0, values[at]!), 0);
        expect(Math.max(0, ...layers.map((layer) => layer.upper[at]!))).toBe(positives);
      }
    }),
  );
});

test("lines and areas do not join a stack", () => {
  const { layers } = layersOf(
    [series("a", "stack_bar", [1]), series("b", "line", [5]), series("c", "stack_bar", [2])],
    1,
  );
  expect(layers.map((layer) => [layer.lower[0], layer.upper[0]])).toEqual([
    [0, 1],
    [0, 5],
    [1, 3],
  ]);
});

test("a band reaches down to its other edge, and has no height where that is hidden or missing", () => {
  const high: ChartSeries = { ...series("high", "area", [9, 8, null]), downTo: "low" };
  const edges = (all: ChartSeries[]) => {
    const { lower, upper } = layersOf(all, 3).layers[0]!;
    return { lower: [...lower], upper: [...upper] };
  };
  expect(edges([high, series("low", "line", [4, null, 2])])).toEqual({ lower: [4, 8, 2], upper: [9, 8, Number.NaN] });
  expect(edges([high])).toEqual({ lower: [9, 8, Number.NaN], upper: [9, 8, Number.NaN] });
});

test("an earlier period is not stacked on top of this one", () => {
  const { layers } = layersOf([series("a", "stack_bar", [1]), { ...series("b", "stack_bar", [5]), ghost: true }], 1);
  expect(layers.map((layer) => layer.upper[0])).toEqual([1, 5]);
});

test("bars are side by side, and a stack of bars takes one place", () => {
  const slots = barSlots([
    series("a", "bar", [1]),
    series("b", "stack_bar", [1]),
    series("c", "line", [1]),
    series("d", "stack_bar", [1]),
  ]);
  expect(slots).toEqual({ slots: [0, 1, -1, 1], count: 2 });
});

test("amounts that are mirrored hang below the bars that stand, in one place with them, and remain amounts", () => {
  const up = series("up", "stack_bar", [3, null, 0]);
  const down = { ...series("down", "stack_bar", [2, 1, 0]), mirrored: true };
  const line = { ...series("line", "line", [4, null, 5]), mirrored: true };
  const [above, below, along] = layersOf([up, down, line], 3).layers;
  expect([...above!.upper]).toEqual([3, missing, 0]);
  expect([...below!.upper].map((value) => value + 0)).toEqual([-2, -1, 0]);
  expect([...along!.upper]).toEqual([-4, missing, -5]);
  expect(barSlots([up, down, line])).toEqual({ slots: [0, 0, -1], count: 1 });
  expect(down.values).toEqual([2, 1, 0]);
});
