import { beforeAll, expect, test } from "vitest";

import { workerOn } from "../../history/rollups.fixture.ts";
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
