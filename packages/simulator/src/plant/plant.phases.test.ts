import { controlPhases, noPhaseKept, phaseLimits, phaseRequests } from "@offgrid/contract/phase-control/control-phases";
import { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { expect, test } from "vitest";

import { fleet } from "../fleet/fleet.ts";
import { memberPlant } from "../fleet/fleet.member.ts";
import type { PlantDesign } from "./plant.design.ts";
import { plantDriver } from "./plant.driver.ts";
import { newPlantState } from "./plant.state.ts";

const minuteMs = 60_000;
const eveningMs = Date.UTC(2026, 10, 23, 9);
const controlled = fleet.filter(({ phases }) => phases !== undefined);
const targets = ["phase.1", "phase.2", "phase.3"];

function plantAt(startMs: number, changes: Partial<PlantDesign> = {}) {
  const [member] = controlled;
  if (!member) throw new Error("No member of the fleet controls its phases.");
  const design = { ...memberPlant(member), ...changes };
  const driver = plantDriver(design, newPlantState(design, startMs), minuteMs);
  const { outputs } = driver;
  if (!outputs) throw new Error("The plant has no outputs.");
  const read = async (atMs: number) => {
    const values = (await driver.read(atMs)) ?? [];
    return (name: string) => values[driver.metrics.findIndex((metric) => metric.name === name)] ?? undefined;
  };
  return { driver, outputs, read, settings: PhaseControl.parse(member.phases) };
}

test("a phase that is disconnected takes its share of the loads with it, and the others keep theirs", async () => {
  const { driver, outputs, read } = plantAt(eveningMs);
  await read(eveningMs + minuteMs);
  const before = await read(eveningMs + 2 * minuteMs);
  expect(targets.map((target) => before(`${target}.on`))).toEqual([1, 1, 1]);
  const { groupsW: withAll } = driver.reading()!;

  await outputs.write("phase.3", false, Infinity);
  expect(await outputs.readBack("phase.3", Infinity)).toBe(false);
  const after = await read(eveningMs + 2 * minuteMs);
  expect(targets.map((target) => after(`${target}.on`))).toEqual([1, 1, 0]);
  expect(["power", "current", "voltage"].map((quantity) => after(`phase.3.${quantity}`))).toEqual([0, 0, 0]);
  // Half a minute later in the evening, people draw nearly the same.
  expect(after("phase.1.power")! / before("phase.1.power")!).toBeCloseTo(1, 1);
  expect(driver.reading()!.groupsW.homes / withAll.homes).toBeCloseTo(0.7, 1);
  const sum = targets.reduce((total, target) => total + after(`${target}.power`)!, 0);
  expect(Math.abs(sum - after("load.ac.power")!)).toBeLessThan(2);

  for (const target of ["phase.1", "phase.2"]) await outputs.write(target, false, Infinity);
  expect((await read(eveningMs + 3 * minuteMs))("load.ac.power")).toBe(0);
  await outputs.write("phase.3", true, Infinity);
  expect((await read(eveningMs + 4 * minuteMs))("phase.3.power")).toBeGreaterThan(0);
});

test("phases that the plant itself has dropped for lack of charge are not connected by a command", async () => {
  const { driver, outputs, read } = plantAt(eveningMs, { generatorSet: undefined });
  driver.forceCharge(0);
  await read(eveningMs + minuteMs);
  expect(outputs.isHeld?.("phase.1")).toBe(true);
  await expect(outputs.write("phase.1", true, Infinity)).rejects.toMatchObject({ fault: "protected" });
});

test("only plants of three phases have contactors for them", () => {
  for (const member of fleet) {
    const design = memberPlant(member);
    const { outputs, capabilities } = plantDriver(design, newPlantState(design, eveningMs), minuteMs);
    const has = outputs!.list.filter(({ op }) => op === "phase.set").map(({ target }) => target);
    expect(has).toEqual(design.phases === 3 ? targets : []);
    expect(capabilities.includes("phase")).toBe(design.phases === 3);
  }
});

test("whenever the demo is started, an operator sees a phase pass its limit and come back within two hours", async () => {
  const everyMs = 30_000;
  for (let hour = 0; hour < 24; hour += 3) {
    const startMs = Date.UTC(2026, 10, 23, hour);
    const { outputs, read, settings } = plantAt(startMs);
    let state = noPhaseKept;
    const news = new Set<string>();
    for (let atMs = startMs; atMs < startMs + 2 * 3_600_000; atMs += everyMs) {
      const value = await read(atMs);
      const reading = {
        socPercent: value("battery.soc"),
        batteryW: value("battery.power"),
        powerW: (phase: number) => value(`phase.${phase}.power`),
        isOn: (phase: number) => value(`phase.${phase}.on`) === 1,
        everyMs,
      };
      const before = state.kept;
      state = controlPhases(settings, state, reading, atMs);
      for (const { id, of } of state.kept) news.add(`L${id} ${of}`);
      if (before.some(({ id }) => !state.kept.some((phase) => phase.id === id))) news.add("back");
      for (const target of targets) {
        const isOff = phaseLimits(settings, state).has(target) || phaseRequests(settings, state).has(target);
        await outputs.write(target, !isOff, Infinity);
      }
    }
    expect([...news], `from ${hour} o’clock UTC`).toEqual(expect.arrayContaining(["L3 power", "back"]));
  }
});
