import { beforeAll, expect, test } from "vitest";

import { workerOn } from "../../history/rollups/rollups.fixture.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { store } from "../charts/charts.fixture.ts";
import { costsOf } from "./energy-costs.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 5, 10, 12);
const clock = testClock(now);
const prices = {
  currency: "EUR",
  fuelPricePerLitre: 1.5,
  litresPerHour: 0.5,
  litresPerKwh: 0.25,
  gridPricePerKwh: 0.2,
};
const day = { from: now - 24 * hour, to: now, zone: "UTC" };

const start = Date.UTC(2026, 5, 10, 10);
const minute = 60_000;
const timesBetween = (fromMs: number, toMs: number, stepMs: number) =>
  Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, index) => fromMs + index * stepMs);

/** Readings every quarter hour, but every ten seconds from 10:00 to 10:30; it runs from 10:05 to 10:25 at 3 kW. */
function unevenFrames(): [number, number[]][] {
  const times = [
    ...timesBetween(now - 30 * hour, start, 15 * minute),
    ...timesBetween(start, start + 30 * minute, 10_000),
    ...timesBetween(start + 30 * minute, now + 1, 15 * minute),
  ];
  const isOn = (atMs: number) => atMs >= start + 5 * minute && atMs < start + 25 * minute;
  return times.map((atMs) => [atMs, isOn(atMs) ? [1, 3_000] : [0, 0]]);
}

/** It runs at 2 kW for nine minutes at 10:00 and at 11:00, and nothing comes in before, between and after. */
function brokenFrames(): [number, number[]][] {
  const times = [start, start + hour].flatMap((fromMs) => timesBetween(fromMs, fromMs + 10 * minute, minute));
  return times.map((atMs) => [atMs, [1, 2_000]]);
}

/** A counter of seconds that starts again from 0 after an hour and a half; nothing comes in for the last half of that. */
function countedFrames(): [number, number[]][] {
  const times = [...timesBetween(now - 6 * hour, now - 5 * hour, minute), now - 4.5 * hour];
  const before = times.map((atMs): [number, number[]] => [atMs, [7_000 + (atMs - now + 6 * hour) / 1_000, 230]]);
  const after = timesBetween(now - 4.5 * hour + minute, now, minute).map((atMs, index): [number, number[]] => [
    atMs,
    [Math.min(index, 30) * 60, 230],
  ]);
  return [...before, ...after];
}

beforeAll(async () => {
  await thePortal({ clock });
  const frames: [number, number[]][] = [];
  for (let atMs = now - 30 * hour; atMs <= now; atMs += 60_000) {
    // 4 kW for three hours and twenty minutes.
    const isOn = atMs > now - 10 * hour && atMs <= now - 10 * hour + 200 * 60_000;
    frames.push([atMs, [isOn ? 1 : 0, isOn ? 4_000 : 0]]);
  }
  await store("fogo", ["generator.on", "generator.power"], frames, 60);
  await store(
    "gao",
    ["solar.power"],
    frames.map(([atMs]) => [atMs, [500]]),
    60,
  );
  await store("kano", ["generator.on", "generator.power"], unevenFrames(), 900);
  await store("mopti", ["generator.on", "generator.power"], brokenFrames(), 60);
  await store("segou", ["generator.run_time", "generator.voltage"], countedFrames(), 60);
  const worker = workerOn((await thePortal()).database, clock);
  while (await worker.work(true));
}, 120_000);

test("the generator's run time, its fuel by hour and energy, and what that cost", async () => {
  const { amina, tom } = await cast({
    amina: { role: "admin", containers: ["fogo", "gao"] },
    tom: { role: "customer_staff", containers: ["fogo"] },
  });
  await expect(tom.call("setEnergyPrices", { containerId: "fogo", prices })).refusesWith("forbidden");
  expect((await tom.call("getEnergyPrices", { containerId: "fogo" })).data).toBeNull();
  await expect(tom.call("getEnergyPrices", { containerId: "gao" })).refusesWith("not_found");
  const before = (await tom.call("getEnergyCosts", { containerId: "fogo", ...day })).data;
  expect(before).toMatchObject({ generator: { fuelL: null, cost: null }, prices: null });
  await amina.call("setEnergyPrices", { containerId: "fogo", prices });
  expect((await tom.call("getEnergyPrices", { containerId: "fogo" })).data).toEqual(prices);
  const { generator, grid, coverage } = (await tom.call("getEnergyCosts", { containerId: "fogo", ...day })).data;
  expect(generator!.hours).toBeCloseTo(10 / 3, 1);
  expect(generator!.wh! / 1_000).toBeCloseTo(40 / 3, 0);
  expect(generator!.fuelL).toBeCloseTo(0.5 * generator!.hours! + (0.25 * generator!.wh!) / 1_000);
  expect(generator!.cost).toBeCloseTo(1.5 * generator!.fuelL!);
  expect(grid).toBeNull();
  expect(coverage).toBeGreaterThan(0.98);
  expect((await amina.call("getEnergyCosts", { containerId: "gao", ...day })).data.generator).toBeNull();
});

test("the generator's hours follow the same rules as the energy beside them", async () => {
  const { awa } = await cast({ awa: { role: "admin", containers: ["kano", "mopti", "segou"] } });
  const costs = async (containerId: string) => (await awa.call("getEnergyCosts", { containerId, ...day })).data;
  const uneven = await costs("kano");
  expect(uneven.generator!.hours).toBeCloseTo(1 / 3, 2);
  expect(uneven.generator!.wh).toBeCloseTo(3_000 * uneven.generator!.hours!, 3);
  expect(uneven.coverage).toBeGreaterThan(0.98);
  const broken = await costs("mopti");
  expect(broken.generator!.hours).toBeCloseTo(0.3);
  expect(broken.generator!.wh).toBeCloseTo(600);
  expect(broken.coverage).toBeCloseTo(0.3 / 24, 3);
});

test("a counter of its run time gives its hours: also across a gap, and after it began again from 0", async () => {
  const { awa } = await cast({ awa: { role: "admin", containers: ["segou"] } });
  const { generator, coverage } = (await awa.call("getEnergyCosts", { containerId: "segou", ...day })).data;
  expect(generator).toMatchObject({ wh: null });
  expect(generator!.hours).toBeCloseTo(2, 3);
  expect(coverage).toBeCloseTo(5.5 / 24, 2);
});

test("what needs a quantity that was not measured, or a price that nobody set, is not known", () => {
  const measured = { generatorHours: 2, generatorWh: 8_000, gridWh: undefined };
  expect(costsOf(measured, prices)).toEqual({ fuelL: 3, fuelCost: 4.5, gridCost: null });
  expect(costsOf(measured, { ...prices, litresPerHour: null })).toMatchObject({ fuelL: 2 });
  expect(costsOf({ ...measured, generatorHours: undefined }, prices)).toMatchObject({ fuelL: null, fuelCost: null });
  expect(costsOf(measured, { ...prices, litresPerHour: null, litresPerKwh: null }).fuelL).toBeNull();
  expect(costsOf(measured, { ...prices, fuelPricePerLitre: null })).toMatchObject({ fuelL: 3, fuelCost: null });
  expect(costsOf({ ...measured, gridWh: 5_000 }, prices).gridCost).toBeCloseTo(1);
  expect(costsOf(measured, undefined)).toEqual({ fuelL: null, fuelCost: null, gridCost: null });
});
