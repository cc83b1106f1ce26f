import { expect, test } from "vitest";

import { fleet } from "../fleet/fleet.ts";
import { memberPlant } from "../fleet/fleet.member.ts";
import { plantDriver } from "./plant.driver.ts";
import { newPlantState } from "./plant.state.ts";
import { relayGroups } from "./relays.ts";

const minuteMs = 60_000;
const eveningMs = Date.UTC(2026, 8, 1, 18);
const [member] = fleet;

/** A plant in the evening, when every group draws power. */
async function plant() {
  if (!member) throw new Error("The fleet is empty.");
  const design = memberPlant(member);
  const driver = plantDriver(design, newPlantState(design, eveningMs), minuteMs);
  await driver.read(eveningMs + minuteMs);
  const { outputs } = driver;
  if (!outputs) throw new Error("The plant has no outputs.");
  return { design, driver, outputs, shopsRelay: `relay.${relayGroups(design).indexOf("shops") + 1}` };
}

test("a relay that a command opens takes its load with it until a command closes it", async () => {
  const { driver, outputs, shopsRelay } = await plant();
  const column = driver.metrics.findIndex(({ name }) => name === `${shopsRelay}.on`);
  expect(driver.reading()?.groupsW.shops).toBeGreaterThan(0);

  await outputs.write(shopsRelay, false, Infinity);
  expect(await outputs.readBack(shopsRelay, Infinity)).toBe(false);
  expect((await driver.read(eveningMs + 2 * minuteMs))?.[column]).toBe(0);
  expect(driver.reading()?.groupsW.shops).toBe(0);
  expect(driver.reading()?.groupsW.homes).toBeGreaterThan(0);

  await outputs.write(shopsRelay, true, Infinity);
  expect((await driver.read(eveningMs + 3 * minuteMs))?.[column]).toBe(1);
  expect(driver.reading()?.groupsW.shops).toBeGreaterThan(0);
});

test("a command cannot close a relay that the plant keeps open for lack of charge", async () => {
  const { driver, outputs, shopsRelay } = await plant();
  driver.forceCharge(0);
  await driver.read(eveningMs + 2 * minuteMs);
  expect(driver.state().shed).toContain("shops");
  await expect(outputs.write(shopsRelay, true, Infinity)).rejects.toMatchObject({ fault: "protected" });
  expect(await outputs.readBack(shopsRelay, Infinity)).toBe(false);
});

test("every relay of every plant can be set, spares too, and one that is welded together stays as it is", async () => {
  for (const one of fleet) {
    const design = memberPlant(one);
    const { outputs } = plantDriver(design, newPlantState(design, eveningMs), minuteMs);
    const relays = outputs?.list.filter(({ op }) => op === "relay.set") ?? [];
    expect(relays).toHaveLength(design.relays);
    for (const { target } of relays) {
      await outputs?.write(target, false, Infinity);
      expect(await outputs?.readBack(target, Infinity)).toBe(target === `relay.${design.faults?.stuckRelay}`);
    }
  }
});

test("a lamp has the level that it was set to, and draws power by it", async () => {
  const design = memberPlant(fleet[0]!);
  const driver = plantDriver(design, newPlantState(design, eveningMs), minuteMs);
  const { outputs } = driver;
  const lamps = outputs?.list.filter(({ op }) => op === "light.set") ?? [];
  expect(lamps).toHaveLength(design.streetLights.lamps);
  for (const { target } of lamps) await outputs?.write(target, 0, Infinity);
  await outputs?.write("street_light.2", 50, Infinity);
  expect(await outputs?.readBack("street_light.2", Infinity)).toBe(50);
  const values = (await driver.read(eveningMs + minuteMs)) ?? [];
  const valueOf = (name: string) => values[driver.metrics.findIndex((metric) => metric.name === name)];
  expect(valueOf("street_light.power")).toBeCloseTo(design.streetLights.lampW / 2);
  expect([1, 2].map((lamp) => valueOf(`street_light.${lamp}.level`))).toEqual([0, 50]);
  expect([1, 2].map((lamp) => valueOf(`street_light.${lamp}.on`))).toEqual([0, 1]);
});

test("an air conditioner is what a command sets it to, says so, and loses its power with the homes", async () => {
  const { design, driver, outputs } = await plant();
  const valueOf = (name: string, values: readonly (number | null)[] | undefined) =>
    values?.[driver.metrics.findIndex((metric) => metric.name === name)];
  await outputs.write("ac", "cool 21.5 70", Infinity);
  expect(await outputs.readBack("ac", Infinity)).toBe("cool 21.5 70");
  let values = await driver.read(eveningMs + 10 * minuteMs);
  const shown = ["ac.mode", "ac.setpoint", "ac.fan", "ac.on"].map((name) => valueOf(name, values));
  expect(shown).toEqual([1, 21.5, 70, 1]);
  expect(valueOf("ac.power", values)).toBeGreaterThan(500);

  await expect(outputs.write("ac", "dry 22 50", Infinity)).rejects.toMatchObject({ fault: "unsupported" });
  await outputs.write("ac", "off", Infinity);
  values = await driver.read(eveningMs + 20 * minuteMs);
  expect([valueOf("ac.mode", values), valueOf("ac.power", values), valueOf("ac.setpoint", values)]).toEqual([
    0, 0, 21.5,
  ]);

  const homes = `relay.${relayGroups(design).indexOf("homes") + 1}`;
  await outputs.write("ac", "cool 21.5 70", Infinity);
  await outputs.write(homes, false, Infinity);
  expect(await outputs.readBack("ac", Infinity)).toBe("off");
  await expect(outputs.write("ac", "heat 20 70", Infinity)).rejects.toMatchObject({ fault: "protected" });
  await outputs.write(homes, true, Infinity);
  expect(await outputs.readBack("ac", Infinity)).toBe("cool 21.5 70");
});

test("an air conditioner names the relay and the phase that feed it, and has no power without one of them", async () => {
  for (const member of fleet) {
    const design = memberPlant(member);
    const { outputs } = plantDriver(design, newPlantState(design, eveningMs), minuteMs);
    const unit = outputs?.list.find(({ target }) => target === "ac");
    expect(unit?.fedBy).toEqual(design.airConditioner && [...(design.phases === 3 ? ["phase.3"] : []), "relay.1"]);
    for (const feeder of unit?.fedBy ?? []) {
      await outputs?.write(feeder, false, Infinity);
      expect(await outputs?.readBack("ac", Infinity)).toBe("off");
      await outputs?.write(feeder, true, Infinity);
      expect(await outputs?.readBack("ac", Infinity)).not.toBe("off");
    }
  }
});
