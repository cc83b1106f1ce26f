import type { TFunction } from "i18next";
import { expect, test } from "vitest";

import type { ChartSeries } from "./chart-series.ts";
import { chartSummary } from "./use-chart-summary.ts";

/** The sentence that is chosen, with its total and the time of its highest value. */
const say = ((key: string, { total, at }: { total?: string; at?: string } = {}) =>
  `${key} ${total} ${at}`) as unknown as TFunction<"chart">;
const line: ChartSeries = {
  id: "a",
  title: "Grid",
  unit: "Wh",
  type: "line",
  color: "load",
  values: [300, -100, null],
};
const dayMs = 86_400_000;
const midnight = Date.UTC(2026, 10, 30);
const summary = (series: ChartSeries, earlierAt?: (atMs: number) => number) =>
  chartSummary(say, {
    ...{
      t: [midnight, midnight + 1, midnight + 2],
      series: [series],
      warnings: [],
      zone: "UTC",
      locale: "en",
      earlierAt,
    },
    view: { fromMs: midnight, toMs: midnight + 3 },
  });

test("readers hear the sum that the figures show, and none of the readings of a meter", () => {
  expect(summary({ ...line, adds: true })).toMatch(/^factsEnergy 200\sWh /);
  expect(summary(line)).toMatch(/^facts /);
});

test("the highest value of an earlier time is said with the day on which it was", () => {
  const weekBefore = (atMs: number) => atMs - 7 * dayMs;
  expect(summary({ ...line, ghost: true }, weekBefore)).toContain("23/11/2026");
  expect(summary(line, weekBefore)).toContain("30/11/2026");
  // Another container is laid over in the same time.
  expect(summary({ ...line, ghost: true })).toContain("30/11/2026");
});
