import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { expect, test } from "vitest";

import type { Energies } from "../../../domain/energy-balance/balance-figures.ts";
import { balanceMetrics, chartedParts, drawnParts } from "./balance-definition.ts";

const nothing = Object.fromEntries(energyParts.map((part) => [part, undefined])) as unknown as Energies;

test("files and charts made of a balance have what is drawn and what has one direction, and nothing that was never measured", () => {
  const totals = {
    ...nothing,
    solar: 9_000,
    generator: 0,
    batteryOut: 2_000,
    load: 8_000,
    batteryIn: 2_500,
    losses: 500,
  };
  const { shown, left } = chartedParts(drawnParts(totals));
  expect(left).toEqual(["batteryOut", "batteryIn"]);
  const stack = { func: "hourly_average_sum", type: "stack_bar", multiply: 1 };
  expect(balanceMetrics(shown, (part) => part)).toEqual([
    { ...stack, title: "solar", metric: "solar.power", plot: 0, color: "solar" },
    { ...stack, title: "load", metric: "load.power", plot: 1, color: "load" },
    { ...stack, title: "losses", metric: "losses.power", plot: 1 },
  ]);
});

test("a power that only ever went one way is a part, and positive either way", () => {
  const { shown, left } = chartedParts(["gridIn", "batteryOut", "load"]);
  expect(left).toEqual([]);
  const metrics = balanceMetrics(shown, (part) => part);
  expect(metrics.map(({ metric, multiply }) => [metric, multiply])).toEqual([
    ["grid.power", 1],
    ["battery.power", -1],
    ["load.power", 1],
  ]);
  const of = { kind: "containers" as const, ids: ["gao"] };
  const series = metrics.map((one, index) => ({ kind: "metric" as const, id: `s${index}`, of, ...one }));
  expect(ChartDefinition.parse({ name: "Balance", series }).series).toHaveLength(3);
});
