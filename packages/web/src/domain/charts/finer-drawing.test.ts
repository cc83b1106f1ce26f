import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { expect, test } from "vitest";

import { finerPart, withPart } from "./finer-drawing.ts";

const hour = 3_600_000;
const day = 24 * hour;
const solar = { id: "s1", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } };
const chart = (more: object = {}, series: object = {}) =>
  ChartDefinition.parse({ name: "", series: [{ ...solar, ...series }], ...more });
const drawn = (groupBy: DrawnChart["groupBy"], t: number[], values: number[]): DrawnChart => ({
  ...{
    t,
    from: 0,
    to: 30 * day,
    zone: "UTC",
    groupBy,
    tier: "rollups",
    isOpen: false,
    faults: [],
    compared: null,
    containers: [],
  },
  lines: [{ id: "s1", series: "s1", title: "Solar power", unit: "W", values, coverage: 1, ghost: null }],
});

test("a few hours are looked at by single readings, some days by quarter hours, and what is pinned as it is", () => {
  const month = drawn("hour", [0], [1]);
  const near = { fromMs: 5.2 * hour, toMs: 10 * hour };
  expect(finerPart(month, chart(), near)).toEqual({ groupBy: "raw", from: 5 * hour, to: 10 * hour });
  expect(finerPart(month, chart(), { fromMs: day, toMs: 3 * day })).toEqual({
    groupBy: "auto",
    from: day,
    to: 3 * day,
  });
  expect(finerPart(month, chart(), { fromMs: 0, toMs: 25 * day })).toBeUndefined();
  expect(finerPart(month, chart({ compare: { kind: "week" } }), near)?.groupBy).toBe("auto");
  for (const definition of [
    chart({ groupBy: "hour" }),
    chart({}, { type: "bar" }),
    chart({}, { func: "hourly_average_sum" }),
  ])
    expect(finerPart(month, definition, near)).toBeUndefined();
  expect(finerPart(drawn("raw", [0], [1]), chart(), near)).toBeUndefined();
});

test("the part that is looked at has its own points, and what lies around it stays", () => {
  const base = drawn("hour", [0, hour, 2 * hour], [1, 2, 3]);
  const part = { groupBy: "raw" as const, from: hour, to: 2 * hour };
  const fine = drawn("raw", [hour, 1.5 * hour], [20, 21]);
  const whole = withPart(base, fine, part);
  expect(whole?.t).toEqual([0, hour, 1.5 * hour, 2 * hour]);
  expect(whole?.lines[0]).toMatchObject({ values: [1, 20, 21, 3], ghost: null });
  expect(whole?.groupBy).toBe("raw");
  expect(withPart(base, { ...fine, lines: [] }, part)).toBeUndefined();
});
