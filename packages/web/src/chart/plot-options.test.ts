import { expect, test } from "vitest";

import { timeReady } from "../core/time.ts";
import type { ChartSeries } from "./chart-series.ts";
import { plotOptions } from "./plot-options.ts";

const balance: ChartSeries = {
  id: "balance",
  title: "Balance",
  unit: "Wh",
  type: "stack_bar",
  color: "solar",
  values: [],
};

/** The lines of the left axis and its ends, for what is seen. */
function leftAxis(low: number, high: number) {
  const options = plotOptions(
    {
      series: [balance],
      extent: () => [low, high],
      looks: new Map([["balance", {}]]),
      colors: { series: {} },
    } as never,
    600,
    400,
  );
  const { range } = options.scales!["left"] as { range: () => [number, number] };
  const { splits } = options.axes![1] as { splits: (...plot: unknown[]) => number[] };
  const [min, max] = range();
  return { min, max, lines: splits(undefined, 1, min, max) };
}

test.each([
  [-49, 50],
  [-55, 49],
  [0, 41],
  [-3.2, 0.4],
])("an axis for values from %d to %d has grid lines from one end to the other, and none beyond", (low, high) => {
  const { min, max, lines } = leftAxis(low, high);
  expect([lines[0], lines.at(-1)]).toEqual([min, max]);
  expect(lines).toContain(0);
});

/** The labels of the time axis for bars that begin at these times, with the instants at which they stand. */
function timeLabels(t: readonly number[], toMs: number) {
  const groupMs = t[1]! - t[0]!;
  const options = plotOptions(
    {
      series: [balance],
      looks: new Map([["balance", {}]]),
      colors: { series: {} },
      zone: "UTC",
      locale: "en",
      source: () => ({ t: Float64Array.from(t), groupMs }),
    } as never,
    600,
    400,
  );
  const plot = { width: 1300, scales: { x: { min: t[0], max: toMs } } };
  const { splits, values } = options.axes![0] as unknown as Record<string, (...of: unknown[]) => unknown[]>;
  const at = splits!(plot) as number[];
  return { at, labels: values!(plot, at) };
}

const hourMs = 3_600_000;
const start = Date.UTC(2026, 5, 8);

test("the label of a day stands under the middle of its bar, and names that day", async () => {
  await timeReady();
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => start + day * 24 * hourMs);
  const { at, labels } = timeLabels(days, start + 7 * 24 * hourMs);
  expect(at).toEqual(days.map((day) => day + 12 * hourMs));
  expect(labels[0]).toBe("Mon 08/06");
  expect(labels).toHaveLength(7);
});

test("the label of an hour stands where the hour begins", async () => {
  await timeReady();
  const hours = Array.from({ length: 24 }, (_, hour) => start + hour * hourMs);
  expect(timeLabels(hours, start + 24 * hourMs).at).toEqual(hours);
});

test("among hours, midnight carries the date of the day that begins", async () => {
  await timeReady();
  const hours = Array.from({ length: 24 }, (_, hour) => start + (hour - 12) * hourMs);
  const { at, labels } = timeLabels(hours, start + 12 * hourMs);
  expect(labels[at.indexOf(start)]).toBe("08/06");
  expect(labels[at.indexOf(start) + 1]).toBe("1\u00a0am");
});

test("below the zero line of a mirrored chart the labels are amounts too", () => {
  const options = plotOptions(
    {
      series: [balance, { ...balance, id: "used", mirrored: true }],
      looks: new Map([
        ["balance", {}],
        ["used", {}],
      ]),
      colors: { series: {} },
      locale: "en",
      largest: () => 5_000,
    } as never,
    600,
    400,
  );
  const { values } = options.axes![1] as unknown as { values: (...of: unknown[]) => string[] };
  expect(values(undefined, [-5_000, -2_500, 0, 2_500])).toEqual(["5.0", "2.5", "0.0", "2.5"]);
});

test("where labels are larger, as on a wall, lines and their dashes are thicker by as much", () => {
  const line = { ...balance, id: "sun", type: "line" } as const;
  const drawn = (labelPx?: number) =>
    plotOptions(
      {
        ...{ series: [line], extent: () => [0, 1], looks: new Map([["sun", { dash: [6, 4] }]]) },
        ...{ colors: { series: { solar: "#bf8620" } }, labelPx },
      } as never,
      600,
      400,
    ).series[1]!;
  const [usual, wall] = [drawn(), drawn(24)];
  expect(wall.width).toBe(2 * usual.width!);
  expect(wall.dash).toEqual([12, 8]);
});

test("of two axes that both go below 0 the zeros are at one height", () => {
  const [left, right] = [balance, { ...balance, id: "current", unit: "A", axis: "right", type: "line" } as const];
  const options = plotOptions(
    {
      series: [left, right],
      extent: (axis: "left" | "right") => (axis === "left" ? [-900, 4_000] : [-80, 20]),
      looks: new Map([
        ["balance", {}],
        ["current", {}],
      ]),
      colors: { series: {} },
    } as never,
    600,
    400,
  );
  const zeroOf = (axis: "left" | "right") => {
    const [min, max] = (options.scales![axis] as { range: () => [number, number] }).range();
    return -min / (max - min);
  };
  expect(zeroOf("left")).toBeCloseTo(zeroOf("right"), 9);
});
