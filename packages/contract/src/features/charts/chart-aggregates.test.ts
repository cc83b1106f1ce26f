import { expect, test } from "vitest";

import { addsOverContainers, addsUp, aggregateOf, functionsOf, sumsMeter } from "./chart-aggregates.ts";
import { ChartDefinition } from "./chart-definition.schema.ts";

test("what is measured adds up only as energy, as a number of readings, or as amounts of a time", () => {
  const of = { kind: "containers", ids: ["gao"] };
  const sums = (metric: string, func: string, more: object = {}) => {
    const { series } = ChartDefinition.parse({
      name: "",
      series: [{ id: "a", kind: "metric", metric, of, func, ...more }],
    });
    return addsUp(series[0]!, series);
  };
  expect(["average", "max", "last", "sum"].map((func) => sums("solar.power", func))).toEqual(Array(4).fill(false));
  expect([sums("solar.power", "hourly_average_sum"), sums("solar.power", "count")]).toEqual([true, true]);
  // A meter says how much it was at each instant.
  expect([sums("solar.energy", "average"), sums("battery.voltage", "hourly_average_sum")]).toEqual([false, false]);
  expect([sums("own.energy", "sum", { unit: "Wh" }), sums("battery.voltage", "sum")]).toEqual([true, false]);
  // A capacity is a level, however many times it is read.
  expect(sums("battery.capacity", "sum")).toBe(false);
});

test("a difference of energies adds up, a ratio of them does not", () => {
  const series = ["solar.power", "load.power"].map((metric, index) => ({
    ...{ id: `s${index}`, kind: "metric", metric, func: "hourly_average_sum" },
    of: { kind: "containers", ids: ["gao"] },
  }));
  const formula = (op: string) => {
    const all = ChartDefinition.parse({
      name: "",
      series: [...series, { id: "f", kind: "formula", op, a: "s0", b: "s1" }],
    });
    return addsUp(all.series[2]!, all.series);
  };
  expect([formula("minus"), formula("over")]).toEqual([true, false]);
});

test("a sum is said only of what adds up, and the same whatever the groups are", () => {
  const quarters = [100, 100, 300, 300];
  const sum = (values: (number | null)[], adds?: boolean) => aggregateOf("sum", { values, adds });
  expect([sum(quarters), sum([200, null, 600], true), sum([null], true)]).toEqual([undefined, 800, undefined]);
  expect([aggregateOf("average", { values: quarters }), aggregateOf("last", { values: quarters })]).toEqual([200, 300]);
});

test("over containers amounts and flows add up, and levels, shares and states do not", () => {
  const adds = (metric: string, more: object = {}) => addsOverContainers({ metric, func: "average", ...more });
  const sums = ["load.power", "load.energy", "network.rx", "generator.run_time", "controller.spool", "own.things"];
  expect(sums.filter((metric) => !adds(metric))).toEqual([]);
  const levels = ["battery.soc", "battery.voltage", "inside.temperature", "grid.frequency", "battery.current"];
  expect([...levels, "generator.on", "inverter.state", "battery.time_to_go"].filter((metric) => adds(metric))).toEqual(
    [],
  );
  // There are as many readings as there are, whatever they say; an own metric is what its chart says.
  expect([adds("battery.soc", { func: "count" }), adds("own.level", { unit: "percent" })]).toEqual([true, false]);
});

test("a sum of readings is offered where a reading may be an amount, energy of power alone, and a meter is never added up", () => {
  const sums = (metric: string) =>
    functionsOf(metric).filter((func) => func === "sum" || func === "energy" || func === "hourly_average_sum");
  expect(["load.power", "load.energy", "battery.soc", "battery.capacity", "own.rain"].map(sums)).toEqual([
    ["energy", "hourly_average_sum"],
    [],
    [],
    [],
    ["sum", "hourly_average_sum"],
  ]);
  expect(sums("own.pump.power")).toContain("energy");
  expect(functionsOf("load.energy")).toEqual(["average", "min", "max", "first", "last", "count"]);
  const isMeter = (metric: string, func: "sum" | "hourly_average_sum" | "last") => sumsMeter({ metric, func });
  expect([isMeter("load.energy", "sum"), isMeter("generator.run_time", "hourly_average_sum")]).toEqual([true, true]);
  expect([isMeter("load.energy", "last"), isMeter("load.power", "sum")]).toEqual([false, false]);
});

test("single readings that come more often for a while weigh no more in their average", () => {
  const minute = 60_000;
  // An hour at 100 W by the minute, then a quarter of an hour at 500 W by the second.
  const calm = Array.from({ length: 60 }, (_, index) => index * minute);
  const watched = Array.from({ length: 900 }, (_, index) => 60 * minute + index * 1_000);
  const values = [...calm.map(() => 100), ...watched.map(() => 500)];
  expect(aggregateOf("average", { values }, [...calm, ...watched])).toBe((4 * 100 + 500) / 5);
  expect(aggregateOf("max", { values }, [...calm, ...watched])).toBe(500);
});
