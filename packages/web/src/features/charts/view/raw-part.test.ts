import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { expect, test } from "vitest";

import { rawPart, whyNotRaw } from "./raw-part.ts";

const hour = 3_600_000;
const day = 24 * hour;
const month = { from: 0, to: 30 * day };
const around = (fromDay: number, toDay: number) => rawPart(month, { fromMs: fromDay * day, toMs: toDay * day })?.range;

test("single readings of a long range are those of the two days around what is looked at, and within the range", () => {
  expect(around(10, 12)).toEqual({ fromMs: 10 * day, toMs: 12 * day });
  expect(around(10, 10.5)).toEqual({ fromMs: 9.25 * day, toMs: 11.25 * day });
  expect(around(5, 25)).toEqual({ fromMs: 14 * day, toMs: 16 * day });
  expect(around(0, 0.5)).toEqual({ fromMs: 0, toMs: 2 * day });
  expect(around(29.5, 30)).toEqual({ fromMs: 28 * day, toMs: 30 * day });
});

test("where all of it is looked at they are the last ones, and of two days all", () => {
  expect(rawPart(month, undefined)).toEqual({ spanMs: 2 * day, range: { fromMs: 28 * day, toMs: 30 * day } });
  expect(rawPart({ from: 0, to: 2 * day }, undefined)).toEqual({ spanMs: 2 * day, range: undefined });
});

test("of a time that has too many of them a shorter one is offered, down to two hours", () => {
  const days = { from: 0, to: 2 * day };
  const noon = { fromMs: 11 * hour, toMs: 13 * hour };
  expect(rawPart(days, undefined, true)).toEqual({ spanMs: 6 * hour, range: { fromMs: 42 * hour, toMs: 48 * hour } });
  expect(rawPart(days, noon, true)?.range).toEqual({ fromMs: 9 * hour, toMs: 15 * hour });
  expect(rawPart({ from: 0, to: 6 * hour }, undefined, true)?.range).toEqual({ fromMs: 4 * hour, toMs: 6 * hour });
  expect(rawPart({ from: 0, to: 2 * hour }, undefined, true)).toBeUndefined();
});

test("energies, what is compared, and sums of several containers have none", () => {
  const of = (ids: string[]) => ({ kind: "containers", ids });
  const sun = { id: "a", kind: "metric", metric: "solar.power", of: of(["gao"]) };
  const why = (series: unknown[], more: object = {}, containers = ["Gao"]) =>
    whyNotRaw(ChartDefinition.parse({ name: "Sun", series, ...more }), { containers });
  const both = { ...sun, of: of(["gao", "kayes"]) };
  expect(why([sun])).toBeUndefined();
  for (const func of ["energy", "hourly_average_sum", "count"]) expect(why([{ ...sun, func }])).toBe("noEnergy");
  expect(why([sun], { compare: { kind: "week" } })).toBe("notCompared");
  expect(why([both])).toBe("notSummed");
  expect(why([{ ...both, each: true }])).toBeUndefined();
  expect(why([both, { ...sun, id: "b" }])).toBeUndefined();
  const cluster = { ...sun, of: { kind: "$cluster" } };
  expect(why([cluster], {}, ["Gao", "Kayes"])).toBe("notSummed");
  expect(why([cluster], {}, ["Gao"])).toBeUndefined();
});
