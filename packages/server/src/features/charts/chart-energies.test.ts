import { energyParts, quantities } from "@offgrid/contract/charts/energy-parts";
import { beforeAll, expect, test } from "vitest";

import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "./charts.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const midnight = Date.UTC(2026, 5, 10);
const clock = testClock(midnight + 12 * hour);
const powers = ["solar.power", "generator.power", "grid.power", "battery.power", "load.power", "losses.power"];
const meters = ["solar.energy", "load.energy", "grid.energy", "battery.energy_out"];

/** Powers that swing, some in both directions, beside meters that count a tenth more than these come to. */
async function swinging(containerId: string, everyMs: number, withMeters: boolean): Promise<void> {
  const frames: [number, number[]][] = [];
  let counted = 10_000;
  for (let atMs = midnight - 12 * day; atMs <= midnight; atMs += everyMs) {
    const wave = 600 * Math.sin(atMs / (3 * hour));
    counted += (1.1 * Math.max(0, wave) * everyMs) / hour;
    frames.push([
      atMs,
      [...powers.map((_, place) => wave + 50 * place), ...(withMeters ? meters.map(() => counted) : [])],
    ]);
  }
  await store(containerId, [...powers, ...(withMeters ? meters : [])], frames, everyMs / 1_000);
}

beforeAll(async () => {
  await thePortal({ clock });
  await swinging("metered", 5 * minute, true);
  await swinging("unmetered", 30 * minute, false);
  const worker = workerOn((await thePortal()).database, clock);
  while (await worker.work(true));
}, 120_000);

async function someone(): Promise<Actor> {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["metered", "unmetered"] } });
  return amina;
}

const seriesOf = (containerId: string) =>
  energyParts.map((part) => {
    const { power: metric, useIf } = quantities[part];
    return { containerId, metric, useIf, func: "energy" as const };
  });

test.for([
  ["metered", 1, "hour"],
  ["metered", 10, "day"],
  ["unmetered", 1, "hour"],
  ["unmetered", 10, "day"],
  ["metered", 10, "month"],
] as const)(
  "each energy of %s is the same in a chart as in the balance, over %i days by the %s, with its coverage",
  async ([containerId, days, groupBy]) => {
    const amina = await someone();
    const question = { from: midnight - days * day, to: midnight, zone: "Africa/Nairobi", groupBy };
    const { data: balance } = await amina.call("getEnergyBalance", { containerId, ...question });
    const { data: chart } = await amina.call("getChartData", { ...question, series: seriesOf(containerId) });
    expect(chart.t).toEqual(balance.t);
    for (const [place, part] of energyParts.entries()) {
      expect(chart.series[place], part).toEqual(balance.parts[part].values);
      expect(chart.coverage[place], part).toBeCloseTo(balance.parts[part].coverage, 9);
    }
    expect(balance.parts.batteryOut.total).toBeGreaterThan(1_000);
  },
);

test("the energy of a fleet is the same in a chart as where it is asked for, beside lines of other functions", async () => {
  const amina = await someone();
  const containerIds = ["metered", "unmetered"];
  const question = { from: midnight - 7 * day, to: midnight, zone: "UTC", groupBy: "day" as const };
  const { data: generation } = await amina.call("getGeneration", { ...question, containerIds });
  const solar = { containerIds, metric: "solar.power" };
  const series = [
    { ...solar, func: "average" as const },
    { ...solar, func: "energy" as const, multiply: 0.001 },
    { ...solar, func: "max" as const },
  ];
  const { data: chart } = await amina.call("getChartData", { ...question, series });
  const { data: alone } = await amina.call("getChartData", { ...question, series: [series[0]!, series[2]!] });
  expect(chart.series[1]).toEqual(generation.values.map((wh) => wh && expect.closeTo(wh / 1_000, 9)));
  expect([chart.series[0], chart.series[2]]).toEqual(alone.series);
  expect(chart.coverage[1]).toBeCloseTo(generation.coverage, 9);
});

test("energy of a power in both directions at once, and of single readings, is refused in words", async () => {
  const amina = await someone();
  const question = { from: midnight - day, to: midnight, zone: "UTC" };
  const battery = { containerId: "metered", metric: "battery.power", func: "energy" as const };
  const refused = (field: string, words: RegExp) => ({
    answer: { body: { code: "bad_input", fields: { [field]: expect.stringMatching(words) } } },
  });
  const both = amina.call("getChartData", { ...question, groupBy: "hour", series: [battery] });
  await expect(both).rejects.toMatchObject(refused("series.0.useIf", /flows both ways/));
  const single = amina.call("getChartData", {
    ...question,
    groupBy: "raw",
    series: [{ ...battery, useIf: "positive" }],
  });
  await expect(single).rejects.toMatchObject(refused("groupBy", /no energy/));
});

test("a file of a chart has the energies that the chart has", async () => {
  const amina = await someone();
  const question = { from: midnight - 3 * day, to: midnight, zone: "UTC", groupBy: "day" as const };
  const series = [{ containerId: "metered", metric: "load.power", func: "energy" as const, title: "Consumption" }];
  const { data: chart } = await amina.call("getChartData", { ...question, series });
  const { rows } = await amina.call("getChartRows", { ...question, series });
  expect(rows.map((row) => Object.values(row)[1])).toEqual(chart.series[0]);
});
