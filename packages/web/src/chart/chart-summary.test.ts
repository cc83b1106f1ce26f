import type { TFunction } from "i18next";
import { expect, test } from "vitest";

import type { ChartSeries } from "./chart-series.ts";
import { chartSummary } from "./use-chart-summary.ts";

/** The sentence that is chosen, with its total. */
const say = ((key: string, { total }: { total?: string } = {}) => `${key} ${total}`) as unknown as TFunction<"chart">;
const line: ChartSeries = {
  id: "a",
  title: "Grid",
  unit: "Wh",
  type: "line",
  color: "load",
  values: [300, -100, null],
};
const summary = (series: ChartSeries) =>
  chartSummary(say, {
    ...{ t: [0, 1, 2], series: [series], warnings: [], view: { fromMs: 0, toMs: 3 }, zone: "UTC", locale: "en" },
  });

test("readers hear the sum that the figures show, and none of the readings of a meter", () => {
  expect(summary({ ...line, adds: true })).toMatch(/^factsEnergy 200\sWh$/);
  expect(summary(line)).toMatch(/^facts /);
});
