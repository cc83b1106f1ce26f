import { expect, test } from "vitest";

import { neutralColors } from "../../../chart/chart-series.ts";
import { mostCompared } from "../list-choices.ts";
import { comparedSeries } from "./compare-series.ts";
import { comparedMetrics } from "./compare.search.ts";

test("containers that are compared differ by colours that stand for no kind of energy, whatever is shown of them", () => {
  const names = Array.from({ length: mostCompared }, (_, index) => `Container ${index}`);
  const aligned = { series: names.map((_, index) => [index]), coverage: names.map(() => 1) };
  for (const metric of comparedMetrics) {
    const series = comparedSeries(names, metric, aligned);
    expect(series.map(({ title, values }) => [title, ...values])).toEqual(names.map((name, index) => [name, index]));
    expect(series.map(({ unit }) => unit)).toEqual(names.map(() => (metric === "soc" ? "percent" : "W")));
    const colors = series.map(({ color }) => color);
    expect(colors.slice(0, neutralColors.length)).toEqual([...neutralColors].slice(0, names.length));
    expect(colors.filter((color) => !color.startsWith("compare-"))).toEqual([]);
  }
});
