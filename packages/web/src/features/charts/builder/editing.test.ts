import { ChartDefinition, type MetricSeries } from "@offgrid/contract/charts/chart-definition.schema";
import { expect, test } from "vitest";

import { emptySeries } from "../../../domain/charts/templates.ts";
import { apart, newFormula, withChange, withSeries } from "./editing.ts";

const measured = (...metrics: string[]) =>
  ChartDefinition.parse({
    name: "",
    series: metrics.map((metric, index) => ({
      ...{ id: `s${index + 1}`, kind: "metric", metric },
      of: { kind: "containers", ids: ["gao"] },
    })),
  });

test("a new formula is the difference of the first two series of one unit, and a ratio where no two have one", () => {
  const formulaOf = (...metrics: string[]) => {
    const { op, a, b } = newFormula(measured(...metrics)) ?? {};
    return [op, a, b];
  };
  expect(formulaOf("solar.power", "load.power")).toEqual(["minus", "s1", "s2"]);
  expect(formulaOf("battery.cell.1.voltage", "solar.1.power", "load.power")).toEqual(["minus", "s2", "s3"]);
  expect(formulaOf("battery.cell.1.voltage", "solar.1.power")).toEqual(["over", "s1", "s2"]);
  expect(formulaOf("", "")).toEqual(["over", "s1", "s2"]);
  expect(newFormula(measured("solar.power"))).toBeUndefined();
});

test("a series takes no axis until its metric is chosen, and can be put in a drawing of its own below", () => {
  const of = { kind: "containers" as const, ids: ["gao"] };
  const both = withSeries(withSeries(measured(), emptySeries("s1", of)), emptySeries("s2", of));
  const whole = withChange(withChange(both, "s2", { metric: "load.power" }), "s1", { metric: "battery.cycles" });
  const places = ({ series }: ChartDefinition) => series.map(({ id, axis, plot }) => [id, axis, plot]);
  expect(places(whole)).toEqual([
    ["s1", "right", 0],
    ["s2", "left", 0],
  ]);
  expect(places(apart(measured("load.power", "battery.soc"), "s2")!)).toEqual([
    ["s1", "left", 0],
    ["s2", "left", 1],
  ]);
  const full = measured("load.power", "battery.soc", "battery.soc", "battery.soc", "battery.soc");
  const spread = { ...full, series: full.series.map((one, index) => ({ ...one, plot: Math.max(0, index - 1) })) };
  expect(apart(spread, "s1")).toBeUndefined();
});

test("a charge of several containers is a line for each, and a power of them their sum", () => {
  const of = { kind: "containers" as const, ids: ["gao", "kayes"] };
  const isEach = (metric: string, change: Partial<MetricSeries>) => {
    const [one] = withChange(measured(metric), "s1", change).series;
    return one?.kind === "metric" && one.each;
  };
  expect([isEach("battery.soc", { of }), isEach("load.power", { of })]).toEqual([true, false]);
  expect([isEach("battery.soc", { of: { kind: "$cluster" } }), isEach("battery.soc", { title: "A" })]).toEqual([
    true,
    false,
  ]);
  const both = withChange(measured("load.power"), "s1", { of });
  expect(withChange(both, "s1", { metric: "battery.voltage" }).series).toMatchObject([{ each: true }]);
  // A sum that is asked for is what it is until something of it changes.
  expect(withChange(withChange(both, "s1", { metric: "battery.soc" }), "s1", { each: false }).series).toMatchObject([
    { each: false },
  ]);
});

test("a function that another metric has not becomes its average", () => {
  const func = (metric: string) => {
    const energy = withChange(measured("load.power"), "s1", { func: "hourly_average_sum" });
    const [one] = withChange(energy, "s1", { metric }).series;
    return one?.kind === "metric" && one.func;
  };
  expect([func("solar.power"), func("load.energy")]).toEqual(["hourly_average_sum", "average"]);
});

test("the energy of a power that flows both ways begins with its positive values, and one direction that was chosen stays", () => {
  const useIf = (metric: string, before: Partial<MetricSeries> = {}) => {
    const chosen = withChange(measured(metric), "s1", before);
    const [one] = withChange(chosen, "s1", { func: "energy" }).series;
    return one?.kind === "metric" && one.useIf;
  };
  expect([useIf("battery.power"), useIf("battery.power", { useIf: "negative" })]).toEqual(["positive", "negative"]);
  expect([useIf("solar.power"), useIf("grid.power")]).toEqual(["all", "positive"]);
  const energy = withChange(measured("load.power"), "s1", { func: "energy" });
  expect(withChange(energy, "s1", { metric: "battery.power" }).series).toMatchObject([
    { func: "energy", useIf: "positive" },
  ]);
  // Both directions are chosen: that there is no such energy is said beside the chart.
  expect(withChange(energy, "s1", { useIf: "negative" }).series).toMatchObject([{ useIf: "negative" }]);
});
