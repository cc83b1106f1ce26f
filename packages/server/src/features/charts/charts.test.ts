import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { ChartFunction, ChartQuestion } from "@offgrid/contract/charts/charts.schema";
import { beforeAll, expect, test } from "vitest";

import { cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "./charts.fixture.ts";

const hour = 3_600_000;
const minute = 60_000;
const day = 24 * hour;
const clock = testClock(Date.UTC(2026, 5, 10, 12));
const midnight = Date.UTC(2026, 5, 10);
const recording = fileURLToPath(new URL("../../../../../../shared/data/emhass/long_train_data.csv", import.meta.url));

beforeAll(async () => {
  await thePortal({ clock });
  await ensureContainer("kisumu");
  // A whole day of quarter hours: power is the number of the reading, less 10; none between 06:00 and 09:00.
  const quarters = Array.from({ length: 96 }, (_, index) => index).filter((index) => index < 24 || index >= 36);
  await store(
    "kisumu",
    ["battery.power"],
    quarters.map((index) => [midnight - day + index * 15 * minute, [index - 10]]),
  );
});

const yesterday = { from: midnight - day, to: midnight, zone: "UTC" };
const series = (func: ChartFunction, more: Partial<ChartQuestion["series"][number]> = {}) => ({
  containerId: "kisumu",
  metric: "battery.power",
  func,
  ...more,
});

test("every function folds an hour as its name says", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kisumu"] } });
  const functions = ["average", "min", "max", "sum", "first", "last", "count", "hourly_average_sum"] as const;
  const { data } = await amina.call("getChartData", {
    ...yesterday,
    groupBy: "hour",
    series: functions.map((func) => series(func)),
  });
  expect(data.t).toHaveLength(24);
  // 05:00 holds 20, 21, 22 and 23, less 10; nothing was measured at 07:00.
  expect(data.series.map((column) => column[5])).toEqual([11.5, 10, 13, 46, 10, 13, 4, 11.5]);
  expect(data.series.map((column) => column[7])).toEqual(functions.map(() => null));
  // 21 hours between neighbours at most three periods apart; the last reading is at 23:45.
  expect(data.coverage[0]).toBeCloseTo((24 - 3.25 - 0.25) / 24, 2);
});

test("a day sums the averages of its hours, times the factor", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kisumu"] } });
  const { data } = await amina.call("getChartData", {
    ...yesterday,
    groupBy: "day",
    series: [series("hourly_average_sum", { multiply: 2 })],
  });
  const values = Array.from({ length: 96 }, (_, index) => index - 10).filter((_, index) => index < 24 || index >= 36);
  expect(data.series[0]).toEqual([(2 * values.reduce((sum, value) => sum + value, 0)) / 4]);
});

test.each([
  ["all", 84],
  ["all_except_0", 83],
  ["positive", 73],
  ["positive_and_0", 74],
  ["negative", 10],
  ["negative_and_0", 11],
] as const)("use-if %s counts %i of the readings", async (useIf, expected) => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kisumu"] } });
  const { data } = await amina.call("getChartData", {
    ...yesterday,
    groupBy: "day",
    series: [series("count", { useIf })],
  });
  expect(data.series).toEqual([[expected]]);
  const raw = await amina.call("getChartData", {
    ...yesterday,
    groupBy: "raw",
    series: [series("average", { useIf })],
  });
  expect(raw.data.series[0]?.filter((value) => value !== null)).toHaveLength(expected);
});

test("raw points of two containers are aligned on the union of their times", async () => {
  await store(
    "lodwar",
    ["battery.soc"],
    [
      [midnight - day + minute, [50]],
      [midnight - day + 15 * minute, [51]],
    ],
  );
  const { amina } = await cast({ amina: { role: "admin" } });
  const { data } = await amina.call("getChartData", {
    from: (midnight - day) / 1000,
    to: (midnight - day + 20 * minute) / 1000,
    groupBy: "raw",
    series: [
      series("average"),
      { containerId: "lodwar", metric: "battery.soc" },
      { containerId: "lodwar", metric: "never.sent" },
    ],
  });
  expect(data.t).toEqual([0, 1, 15].map((minutes) => midnight - day + minutes * minute));
  expect(data.series).toEqual([
    [-10, null, -9],
    [null, 50, 51],
    [null, null, null],
  ]);
});

test("days are local, and the day of a clock change is shorter or longer", async () => {
  const from = Date.UTC(2026, 2, 27, 23);
  const hours = Array.from({ length: 72 }, (_, index) => [from + index * hour, [1]] as [number, number[]]);
  await store("paris", ["load.power"], hours, 3600);
  const { amina } = await cast({ amina: { role: "admin" } });
  const { data } = await amina.call("getChartData", {
    from,
    to: from + 71 * hour,
    zone: "Europe/Paris",
    groupBy: "day",
    series: [{ containerId: "paris", metric: "load.power", func: "count" }],
  });
  expect(data.t.map((t) => new Date(t).toISOString())).toEqual([
    "2026-03-27T23:00:00.000Z",
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  expect(data.series).toEqual([[24, 23, 24]]);
});

test("a container that the caller does not see is not found, alone or among others", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kisumu"] } });
  await ensureContainer("secret");
  const question = { ...yesterday, groupBy: "day" as const };
  await expect(
    amina.call("getChartData", { ...question, series: [series("sum"), { containerId: "secret", metric: "x" }] }),
  ).refusesWith("not_found");
  await expect(amina.call("getGeneration", { ...question, containerIds: ["secret"] })).refusesWith("not_found");
  await expect(amina.call("getConsumption", { ...question, containerIds: ["kisumu", "nowhere"] })).refusesWith(
    "not_found",
  );
});

test("more than 10,000 points are refused with a hint, grouped and raw", async () => {
  await store(
    "dense",
    ["battery.soc"],
    Array.from({ length: 10_001 }, (_, index) => [midnight - day + index * 1000, [1]]),
    1,
  );
  const { amina } = await cast({ amina: { role: "admin" } });
  const question = { ...yesterday, series: [{ containerId: "dense", metric: "battery.soc" }] };
  await expect(amina.call("getChartData", { ...question, groupBy: "raw" })).refusesWith("bad_input");
  await expect(amina.call("getChartData", { ...question, from: 0, groupBy: "15m" })).refusesWith("bad_input");
  expect((await amina.post("getChartData", { ...question, groupBy: "raw" })).body["fields"]).toEqual({
    groupBy: expect.stringContaining("coarser"),
  });
});

test("names of metrics and zones are data, never part of a query", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kisumu"] } });
  for (const text of ["'; drop table frame; --", "v[1]", '"', "a' or 'a'='a", "$1"]) {
    const { data } = await amina.call("getChartData", {
      ...yesterday,
      groupBy: "day",
      series: [{ containerId: "kisumu", metric: text }],
    });
    expect(data.series).toEqual([[null]]);
    await expect(
      amina.call("getChartData", { ...yesterday, zone: text, groupBy: "day", series: [series("sum")] }),
    ).refusesWith("bad_input");
  }
});

test("raw and grouped points of a range have the same coverage, also where intervals change and metrics come and go", async () => {
  const start = midnight - day;
  const history = Array.from({ length: 100 }, (_, index) => start + index * 5 * minute);
  const live = Array.from({ length: 700 }, (_, index) => start + 9 * hour + index * 10_000);
  const frames = [...history, ...live].map((at, index): [number, (number | null)[]] => [
    at,
    [index, index % 3 === 0 ? 1 : null, index % 7 === 0 ? null : 2, index],
  ]);
  const metrics = ["solar.power", "load.power", "battery.soc", "battery.power"];
  await store("ragged", metrics, frames, 10);
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["ragged"] } });
  const ranges: [number, number][] = [
    [start, start + 12 * hour],
    [start + 2 * hour + 123_000, start + 7 * hour + 17_000],
    [start + 9 * hour - 1_000, start + 9 * hour + 601_000],
    [start + 8 * hour + 20 * minute, start + 8 * hour + 40 * minute],
  ];
  for (const [from, to] of ranges) {
    const series = [...metrics, "never.sent"].map((metric) => ({ containerId: "ragged", metric }));
    const [byHour, raw] = await Promise.all(
      (["hour", "raw"] as const).map((groupBy) =>
        amina.call("getChartData", { from, to, zone: "UTC", groupBy, series }),
      ),
    );
    expect(raw?.data.coverage).toHaveLength(5);
    for (const [index, share] of (byHour?.data.coverage ?? []).entries()) {
      expect(raw?.data.coverage[index]).toBeCloseTo(share, 9);
    }
    expect(raw?.data.coverage[3]).toBe(raw?.data.coverage[0]);
    expect(raw?.data.coverage[4]).toBe(0);
  }
  const whole = { from: start, to: start + 8 * hour, zone: "UTC", groupBy: "raw" } as const;
  const { data } = await amina.call("getChartData", {
    ...whole,
    series: [{ containerId: "ragged", metric: "solar.power" }],
  });
  expect(data.coverage).toEqual([1]);
});

test("generation and consumption sum the energy of the containers, with their coverage", async () => {
  const hours = (fromMs: number, count: number) =>
    Array.from({ length: count * 60 + 1 }, (_, index) => fromMs + index * minute);
  await store(
    "plant1",
    ["solar.power", "load.power"],
    hours(midnight - day, 24).map((at) => [at, [600, 100]]),
    60,
  );
  await store(
    "plant2",
    ["solar.power", "solar.energy"],
    hours(midnight - day, 12).map((at, index) => [at, [999, 5000 + index * 5]]),
    60,
  );
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["plant1", "plant2"] } });
  const generation = await amina.call("getGeneration", { ...yesterday, groupBy: "day" });
  expect(generation.data.values[0]).toBeCloseTo(600 * 24 + 300 * 12, 3);
  expect(generation.data.total).toBeCloseTo(600 * 24 + 300 * 12, 3);
  expect(generation.data.coverage).toBeCloseTo(0.75, 6);
  const consumption = await amina.call("getConsumption", { ...yesterday, groupBy: "hour", containerIds: ["plant1"] });
  expect(consumption.data.values).toHaveLength(24);
  for (const wh of consumption.data.values) expect(wh).toBeCloseTo(100, 6);
});

test("a container that measured nothing, or nothing of the kind, does not change the answer for the others", async () => {
  const rising = Array.from({ length: 24 }, (_, index) => index);
  await store(
    "plant3",
    ["solar.power"],
    rising.map((index) => [midnight - 6 * day + index * 10 * minute, [600]]),
    600,
  );
  await store("dark", ["battery.soc"], [[midnight - 6 * day, [50]]], 600);
  await ensureContainer("silent");
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["plant3", "dark", "silent"] } });
  const week = { from: midnight - 7 * day, to: midnight, zone: "UTC" };
  for (const groupBy of ["hour", "day"] as const) {
    const { data } = await amina.call("getGeneration", { ...week, groupBy });
    expect(data.total).toBeCloseTo((600 * 230) / 60, 3);
    // Of the one container that has ever measured this.
    expect(data.coverage).toBeCloseTo(230 / (7 * 24 * 60), 6);
    // Its energy by this is its mean power, also in an hour or a day that was measured in part.
    expect(data.measuredHours.filter((hours) => hours > 0)).toEqual(
      groupBy === "day" ? [230 / 60] : [1, 1, 1, 50 / 60],
    );
  }
  const none = await amina.call("getGeneration", { ...week, groupBy: "day", containerIds: ["dark", "silent"] });
  expect(none.data).toMatchObject({ total: 0, coverage: 0 });
  const { data } = await amina.call("getChartData", {
    ...week,
    groupBy: "day",
    series: ["plant3", "dark", "silent"].map((containerId) => series("max", { containerId, metric: "solar.power" })),
  });
  expect(data.series.map((values) => values[1])).toEqual([600, null, null]);
});

test.skipIf(!existsSync(recording))(
  "a recorded year by day agrees with sums made from the file itself (needs ../shared/data/emhass)",
  async () => {
    const lines = readFileSync(recording, "utf8").trim().split("\n").slice(1);
    const readings = lines.map((line) => {
      const [at = "", load = "", solar = ""] = line.split(",");
      const toValue = (text: string) => (text === "" ? null : Number(text));
      return { atMs: Date.parse(at.replace(" ", "T")), load: toValue(load), solar: toValue(solar) };
    });
    await store(
      "emhass",
      ["load.power", "solar.power"],
      readings.map(({ atMs, load, solar }) => [atMs, [load, solar]]),
      1800,
    );
    const { amina } = await cast({ amina: { role: "admin" } });
    const from = Date.UTC(2024, 1, 28);
    const to = from + 366 * day;
    const metrics = ["solar.power", "load.power"] as const;
    const { data } = await amina.call("getChartData", {
      from,
      to,
      zone: "UTC",
      groupBy: "day",
      series: metrics.flatMap((metric) => [
        { containerId: "emhass", metric, func: "hourly_average_sum" as const },
        { containerId: "emhass", metric, func: "average" as const },
      ]),
    });
    expect(data.t).toHaveLength(366);
    for (const [index, metric] of metrics.entries()) {
      const hourly = new Map<number, number[]>();
      const daily = new Map<number, number[]>();
      for (const reading of readings) {
        const value = metric === "solar.power" ? reading.solar : reading.load;
        if (value === null) continue;
        const hourOf = Math.floor(reading.atMs / hour);
        hourly.set(hourOf, [...(hourly.get(hourOf) ?? []), value]);
        const dayOf = Math.floor((reading.atMs - from) / day);
        daily.set(dayOf, [...(daily.get(dayOf) ?? []), value]);
      }
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const expectedWh = [...hourly.values()].reduce((sum, values) => sum + mean(values), 0);
      const answeredWh = (data.series[index * 2] ?? []).reduce<number>((sum, wh) => sum + (wh ?? 0), 0);
      expect(Math.abs(answeredWh / expectedWh - 1)).toBeLessThan(0.005);
      for (const [dayOf, values] of daily) expect(data.series[index * 2 + 1]?.[dayOf]).toBeCloseTo(mean(values), 6);
    }
    // Trapezoids between half hours, gaps of more than an hour and a half left out, by hand.
    const solar = readings.filter((reading) => reading.solar !== null);
    let trapezoidsWh = 0;
    for (const [index, reading] of solar.entries()) {
      const next = solar[index + 1];
      if (!next || next.atMs - reading.atMs > 3 * 30 * minute) continue;
      trapezoidsWh += (((reading.solar ?? 0) + (next.solar ?? 0)) / 2) * ((next.atMs - reading.atMs) / hour);
    }
    const generation = await amina.call("getGeneration", {
      from,
      to,
      zone: "UTC",
      groupBy: "day",
      containerIds: ["emhass"],
    });
    expect(Math.abs(generation.data.total / trapezoidsWh - 1)).toBeLessThan(0.005);
  },
);
