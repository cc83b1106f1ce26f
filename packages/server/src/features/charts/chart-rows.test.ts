import { beforeAll, expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "./charts.fixture.ts";

const quarter = 15 * 60_000;
const midnight = Date.UTC(2026, 5, 10);
const yesterday = { from: midnight - 4 * quarter, to: midnight, zone: "UTC", groupBy: "raw" } as const;
const solar = { metric: "solar.power" } as const;

beforeAll(async () => {
  await thePortal({ clock: testClock(midnight + 12 * 3_600_000) });
  const of = (...values: (number | null)[]) =>
    values.map((value, index): [number, (number | null)[]] => [midnight - (4 - index) * quarter, [value]]);
  await store("rows-a", ["solar.power"], of(10, 20, null, 40));
  await store("rows-b", ["solar.power"], of(1, 2, 3, 4));
});

test("a program gets a chart as rows: an instant and a value by the title of each series, nothing for what was not measured", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["rows-a"] } });
  const series = [{ ...solar, containerId: "rows-a", title: "Roof" }];
  const { rows } = await amina.call("getChartRows", { ...yesterday, series });
  const { data } = await amina.call("getChartData", { ...yesterday, series });
  expect(rows).toEqual(
    data.t.map((atMs, place) => ({ time: new Date(atMs).toISOString(), Roof: data.series[0]?.[place] })),
  );
  expect(rows.map((row) => row["Roof"] ?? null)).toEqual([10, 20, 40]);
  expect(
    await amina.call("getChartRows", { ...yesterday, series: [{ ...solar, containerId: "rows-a" }], language: "fr" }),
  ).toMatchObject({
    rows: [{ "Puissance solaire": 10 }, {}, {}],
  });
});

test("series of several containers have titles of their own, also where people gave them the same, or that of the time", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["rows-a", "rows-b"] } });
  const both = (title?: string) =>
    ["rows-a", "rows-b"].map((containerId) => ({ ...solar, containerId, ...(title !== undefined && { title }) }));
  const titlesOf = async (title?: string) => {
    const { rows } = await amina.call("getChartRows", { ...yesterday, series: both(title), language: "en" });
    return Object.keys(rows[0] ?? {});
  };
  expect(await titlesOf()).toEqual(["time", "rows-a: Solar power", "rows-b: Solar power"]);
  expect(await titlesOf("Sun")).toEqual(["time", "Sun", "Sun (2)"]);
  expect(await titlesOf("time")).toEqual(["time", "time (2)", "time (3)"]);
});

test("an answer of rows has a size that others need not wait for, and says how to make it smaller", async () => {
  const from = midnight - 100 * 96 * quarter;
  await store(
    "rows-long",
    ["solar.power"],
    Array.from({ length: 96 * 100 }, (_, index): [number, number[]] => [from + index * quarter, [index]]),
  );
  const { amina } = await cast({ amina: { role: "user", containers: ["rows-long"] } });
  const asked = (count: number) => ({
    ...{ from, to: midnight, zone: "UTC", groupBy: "15m" as const },
    series: Array.from({ length: count }, (_, index) => ({
      ...{ ...solar, containerId: "rows-long", title: `${index} ${"☀".repeat(100)}` },
    })),
  });
  const few = await amina.call("getChartRows", asked(1));
  expect(few.rows).toHaveLength(9_600);
  const { status, body } = await amina.post("getChartRows", asked(2));
  expect([status, body["fields"]]).toEqual([400, { groupBy: expect.stringContaining("shorter titles") }]);
});

test("a title that programs cannot have as a name gets another", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["rows-a"] } });
  const series = [{ ...solar, containerId: "rows-a", title: "__proto__" }];
  const { rows } = await amina.call("getChartRows", { ...yesterday, series });
  expect(rows[0]).toMatchObject({ "__proto__ (2)": 10 });
});

test("rows of a container that one may not see are refused as if there were none", async () => {
  const { bo } = await cast({ bo: { role: "user" } });
  const series = [{ ...solar, containerId: "rows-a" }];
  await expect(bo.call("getChartRows", { ...yesterday, series })).refusesWith("not_found");
});
