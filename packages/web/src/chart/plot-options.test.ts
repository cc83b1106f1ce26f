import { expect, test } from "vitest";

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
