import { expect, test } from "vitest";

import type { DefinedSeries, MetricSeries } from "./chart-definition.schema.ts";
import { lineColors, quantityOfSeries } from "./line-colors.ts";

const energy = (metric: string, useIf: MetricSeries["useIf"]) =>
  ({ kind: "metric", metric, func: "energy", useIf }) as DefinedSeries;

test("energy into the battery and out of it have the colours that balances give them", () => {
  const series = [
    energy("battery.power", "positive"),
    energy("battery.power", "negative"),
    energy("solar.power", "all"),
  ];
  const colors = lineColors(series.map((one) => ({ color: null, quantity: quantityOfSeries(one) })));
  expect(colors).toEqual(["battery-in", "battery-out", "solar"]);
});
