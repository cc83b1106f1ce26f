import type { ChartQuestion, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import { beforeAll, expect, test } from "vitest";

import { monthOf } from "../../history/tiers/partitions.store.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { sealAll, tierWorkerOn } from "../../history/rollups/rollups.fixture.ts";
import { store } from "./charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const clock = testClock(Date.UTC(2026, 5, 10, 12));
const midnight = Date.UTC(2026, 5, 10);
const metrics = ["solar.power", "solar.energy", "battery.voltage"];

beforeAll(async () => {
  await thePortal({ clock });
});

/** Frames every five minutes up to now, the voltage with gaps. */
async function addContainer(containerId: string, days: number) {
  const first = midnight - days * day;
  const frames = Array.from({ length: days * 288 + 144 }, (_, index): [number, (number | null)[]] => {
    const power = Math.max(0, Math.round(4_000 * Math.sin(((index % 288) / 288) * 2 * Math.PI)));
    return [first + index * 5 * minute, [power, index * 3, index % 11 === 4 ? null : 52 + (index % 40) / 100]];
  });
  await store(containerId, metrics, frames, 300);
  return (await cast({ amina: { role: "customer_staff", containers: [containerId] } })).amina;
}

const openDays = async (containerId: string) => {
  const { pool } = (await thePortal()).database;
  const { rows } = await pool.query<{ days: number; frames: number }>(
    "select count(distinct date(at))::int as days, count(*)::int as frames from frame where container_id = $1",
    [containerId],
  );
  return rows[0]?.days;
};

test("a chart over sealed days and an open one is the same as before they were sealed", async () => {
  const amina = await addContainer("lodwar", 5);
  const range = { from: midnight - day - 7 * hour, to: midnight + 11 * hour, zone: "Asia/Kathmandu" };
  const series = [
    { containerId: "lodwar", metric: "solar.power" },
    { containerId: "lodwar", metric: "battery.voltage", func: "min" as const },
    { containerId: "lodwar", metric: "battery.voltage", func: "count" as const, useIf: "positive" as const },
  ];
  const charts: ChartQuestion[] = [
    { ...range, groupBy: "raw", series },
    { ...range, groupBy: "15m", series },
    { ...range, groupBy: "hour", series },
    { ...range, from: midnight - 5 * day + 7 * minute, groupBy: "day", series },
  ] as ChartQuestion[];
  const energies = [
    { ...range, groupBy: "hour", containerIds: ["lodwar"] },
    { ...range, from: midnight - 5 * day + 7 * minute, groupBy: "day", containerIds: ["lodwar"] },
  ] as EnergyQuestion[];
  const { database, api } = await thePortal();
  const ask = async () => ({
    charts: await Promise.all(charts.map(async (question) => (await amina.call("getChartData", question)).data)),
    energies: await Promise.all(energies.map(async (question) => (await amina.call("getGeneration", question)).data)),
    file: await fetch(`${api}/exportData`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-token": amina.token, "x-user-id": amina.userId },
      body: JSON.stringify({ ...range, groupBy: "raw", format: "csv", series }),
    }).then((response) => response.text()),
  });
  const withoutTier = <T extends { tier: string }>(charts: T[]) => charts.map((chart) => ({ ...chart, tier: "" }));
  const before = await ask();
  expect(before.charts[0]?.t.length).toBeGreaterThan(400);
  expect(await openDays("lodwar")).toBe(6);
  await sealAll(database, clock);
  expect(await openDays("lodwar")).toBe(1);
  const after = await ask();
  expect(withoutTier(after.charts.slice(0, 3))).toEqual(withoutTier(before.charts.slice(0, 3)));
  expect(after.charts.map(({ tier }) => tier)).toEqual(["frames", "frames", "frames", "rollups"]);
  expect(after.charts[3]?.series).toEqual(
    before.charts[3]?.series.map((values) => values.map((value) => (value === null ? null : expect.closeTo(value, 9)))),
  );
  expect(after.energies[0]).toEqual(before.energies[0]);
  expect(after.energies[1]?.total).toBeCloseTo(before.energies[1]?.total as number, 6);
  expect(after.file).toEqual(before.file);
});

test("readings past their retention are dropped month by month, only if their summaries are right, and charts answer from these", async () => {
  const amina = await addContainer("kisumu", 75);
  const { database } = await thePortal();
  const { pool } = database;
  await sealAll(database, clock);
  const april = { from: Date.UTC(2026, 3, 20), to: Date.UTC(2026, 3, 21), zone: "UTC" };
  const series = [
    { containerId: "kisumu", metric: "solar.power" },
    { containerId: "kisumu", metric: "battery.voltage", func: "max" as const },
  ];
  const chart = async () =>
    (await amina.call("getChartData", { ...april, groupBy: "hour", series } as ChartQuestion)).data;
  const generation = async () =>
    (await amina.call("getGeneration", { ...april, groupBy: "day", containerIds: ["kisumu"] } as EnergyQuestion)).data;
  const sealedMonths = async () => {
    const { rows } = await pool.query<{ day: number }>(
      "select distinct day from sealed_day where container_id = 'kisumu'",
    );
    return [...new Set(rows.map((row) => monthOf(row.day * day)))]
      .sort((one, other) => one - other)
      .map((month) => month - monthOf(midnight));
  };
  const before = { chart: await chart(), generation: await generation() };
  expect(before.chart).toMatchObject({ tier: "frames" });
  expect(await sealedMonths()).toEqual([-3, -2, -1, 0]);

  const tiers = tierWorkerOn(database, clock, { rawDays: 39, rollupDays: 60 });
  // 39 days back from 10 June is 2 May: March and April are past their retention. A wrong summary keeps its month.
  const wrong = Math.round(april.from / day);
  await pool.query("update rollup_day set maxs = mins where container_id = 'kisumu' and day = $1 and slot = 1", [
    wrong,
  ]);
  await tiers.keep();
  expect(tiers.counts).toMatchObject({ differing: 1 });
  expect(await sealedMonths()).toEqual([-2, -1, 0]);
  // It was opened to be made again; after that its month is dropped too.
  expect(await openDays("kisumu")).toBe(2);
  await tiers.keep();
  expect(await sealedMonths()).toEqual([-2, -1, 0]);
  await sealAll(database, clock);
  await tiers.keep();
  expect(await sealedMonths()).toEqual([-1, 0]);
  const { rows: parts } = await pool.query(
    "select 1 from pg_class where relname in ('chunk_2026_04', 'sealed_day_2026_04', 'frame_2026_04')",
  );
  expect(parts).toEqual([]);

  const after = { chart: await chart(), generation: await generation() };
  expect(after.chart).toMatchObject({ tier: "rollups", t: before.chart.t });
  expect(after.chart.series).toEqual(
    before.chart.series.map((values) => values.map((value) => (value === null ? null : expect.closeTo(value, 9)))),
  );
  expect(after.generation.total).toBeCloseTo(before.generation.total, 6);
  expect(before.generation.total).toBeGreaterThan(800);
  // Summaries are kept longer: 60 days back is 11 April.
  const { rows } = await pool.query<{ day: number }>(
    "select min(day) as day from rollup_day where container_id = 'kisumu'",
  );
  expect(rows[0]?.day).toBe(Date.UTC(2026, 3, 11) / day);
});
