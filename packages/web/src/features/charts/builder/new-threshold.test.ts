import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnLine } from "@offgrid/contract/charts/chart-drawing.schema";
import { expect, test } from "vitest";

import { newThreshold } from "./new-threshold.ts";

const of = { kind: "containers", ids: ["gao"] };
const chart = (more: object = {}) =>
  ChartDefinition.parse({ name: "Sun", series: [{ id: "a", kind: "metric", metric: "solar.power", of }], ...more });
const drawn = (values: (number | null)[]) => {
  const line: DrawnLine = { id: "a", series: "a", title: "Sun", unit: "W", values, coverage: 1, ghost: null };
  return { lines: [line] };
};

test("a threshold begins at a round value in the middle of its axis, and not where there is one", () => {
  expect(newThreshold(chart(), drawn([null, 120, 3_900]))).toEqual({ value: 2_000, axis: "left", plot: 0, title: "" });
  const [first, second] = [2_000, 3_000].map((value) => ({ value }));
  expect(newThreshold(chart({ thresholds: [first] }), drawn([0, 3_900])).value).toBe(1_000);
  expect(newThreshold(chart({ thresholds: [first, { value: 1_000 }] }), drawn([0, 3_900])).value).toBe(3_000);
  expect(newThreshold(chart({ thresholds: [second] }), drawn([0, 3_900])).value).toBe(2_000);
});

test("where all is on the right it is there, and of voltages it lies between them", () => {
  const volts = chart({ series: [{ id: "a", kind: "metric", metric: "battery.voltage", of, axis: "right" }] });
  const { axis, value } = newThreshold(volts, drawn([51.2, 54.1]));
  expect(axis).toBe("right");
  expect(value).toBeGreaterThan(51.2);
  expect(value).toBeLessThan(54.1);
});

test("before anything is drawn it is on the left, within an empty axis", () => {
  const { axis, value } = newThreshold(chart(), undefined);
  expect([axis, value >= 0, value <= 1]).toEqual(["left", true, true]);
});
