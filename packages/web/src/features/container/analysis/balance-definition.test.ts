import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { expect, test } from "vitest";

import type { Energies } from "../../../domain/energy-balance/balance-figures.ts";
import { balanceMetrics, drawnParts } from "./balance-definition.ts";

const nothing = Object.fromEntries(energyParts.map((part) => [part, undefined])) as unknown as Energies;

test("files and charts made of a balance have all that is drawn, each direction of a battery by itself, and nothing that was never measured", () => {
  const totals = {
    ...nothing,
    solar: 9_000,
    generator: 0,
    batteryOut: 2_000,
    load: 8_000,
    batteryIn: 2_500,
    losses: 500,
  };
  const stack = { func: "energy", type: "stack_bar", useIf: "all" };
  const metrics = balanceMetrics(drawnParts(totals), (part) => part);
  const battery = { ...stack, metric: "battery.power" };
  expect(metrics).toEqual([
    { ...stack, title: "solar", metric: "solar.power", plot: 0, color: "solar" },
    { ...battery, title: "batteryOut", useIf: "negative", plot: 0, color: "battery-out" },
    { ...stack, title: "load", metric: "load.power", plot: 1, color: "load" },
    { ...battery, title: "batteryIn", useIf: "positive", plot: 1, color: "battery-in" },
    { ...stack, title: "losses", metric: "losses.power", plot: 1 },
  ]);
  const of = { kind: "containers" as const, ids: ["gao"] };
  const series = metrics.map((one, index) => ({ kind: "metric" as const, id: `s${index}`, of, ...one }));
  expect(ChartDefinition.parse({ name: "Balance", series }).series).toHaveLength(5);
});
