import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { expect, test } from "vitest";

import { readingsQuestion } from "./readings-question.ts";
import { lastInstant } from "./take-readings.ts";

const places = [
  { containerId: "gao", name: "Gao", clusterId: "north" },
  { containerId: "kayes", name: "Kayes", clusterId: "north" },
  { containerId: "lodwar", name: "Lodwar", clusterId: null },
];
const solar = { id: "a", kind: "metric", metric: "solar.power", func: "hourly_average_sum" };
const question = (series: unknown[], viewed = {}) =>
  readingsQuestion(ChartDefinition.parse({ name: "", series }), places, viewed, "en");
const titles = (...given: Parameters<typeof question>) =>
  question(...given).series.map(({ containerId, title }) => [containerId, title]);

test("single readings have a column for each container that is seen, in the unit that was measured", () => {
  const named = { ...solar, of: { kind: "containers", ids: ["kayes", "hidden-1", "gao"] }, multiply: -1 };
  const formula = { id: "f", kind: "formula", op: "minus", a: "a", b: "a" };
  const { series, hasFormulas } = question([named, formula]);
  expect(hasFormulas).toBe(true);
  expect(series).toEqual([
    { containerId: "gao", metric: "solar.power", useIf: "all", multiply: -1, title: "Solar power, Gao (W)" },
    { containerId: "kayes", metric: "solar.power", useIf: "all", multiply: -1, title: "Solar power, Kayes (W)" },
  ]);
});

test("placeholders and clusters are those that are looked at", () => {
  const own = [{ ...solar, title: "Roof", of: { kind: "$container" } }];
  expect(titles(own)).toEqual([]);
  expect(titles(own, { containerId: "lodwar" })).toEqual([["lodwar", "Roof (W)"]]);
  expect(titles([{ ...own[0], func: "average", unit: "Wh" }], { containerId: "gao" })).toEqual([["gao", "Roof (W)"]]);
  const both = [...own, { ...solar, id: "b", of: { kind: "containers", ids: ["kayes"] } }];
  expect(titles(both, { containerId: "gao" })).toEqual([
    ["gao", "Roof, Gao (W)"],
    ["kayes", "Solar power, Kayes (W)"],
  ]);
  const north = [{ ...solar, of: { kind: "cluster", id: "north" } }];
  expect(titles(north)).toHaveLength(2);
  expect(titles([{ ...solar, of: { kind: "$cluster" } }], { clusterId: "north" })).toEqual(titles(north));
  expect(titles([{ ...solar, of: { kind: "$cluster" } }])).toEqual([]);
});

test("how far a file is, is the instant of the last line whose beginning has come", () => {
  const of = (text: string) => lastInstant(new TextEncoder().encode(text));
  expect(of("\uFEFFTimeStamp,Datetime,Solar power (W)\r\n1792884600000,25/10/2026 01:30:00,5")).toBe(1_792_884_600_000);
  expect(of("0,5\r\n1792884600000,25/10/2026 01:30:00,5\r\n17928846")).toBe(1_792_884_600_000);
  expect(of("00000,25/10/2026 01:30:00,5")).toBeUndefined();
});
