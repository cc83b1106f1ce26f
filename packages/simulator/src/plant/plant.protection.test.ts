import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { noProtection, protectionLimits, protectLoads } from "@offgrid/contract/load-protection/protect-loads";
import { expect, test } from "vitest";

import { fleet } from "../fleet/fleet.ts";
import { memberPlant } from "../fleet/fleet.member.ts";
import { plantDriver } from "./plant.driver.ts";
import { newPlantState } from "./plant.state.ts";

const everyMs = 60_000;
/** An evening without sun. */
const startMs = Date.UTC(2026, 10, 23, 20);

test("load protection keeps what a plant would have taken from its battery in the night, and its cuts have an effect", async () => {
  const member = fleet.find(({ containerId }) => containerId === "barcelos");
  if (!member) throw new Error("The fleet has no such member.");
  const settings: LoadProtection = {
    enabled: true,
    cutSoc: 60,
    restoreSoc: 70,
    cutVoltage: null,
    restoreVoltage: null,
    delaySeconds: 300,
    loads: ["relay.1", "relay.2", "relay.3"].map((target) => ({ target, neverCut: target === "relay.2" })),
  };
  const night = async (given: LoadProtection) => {
    const design = memberPlant(member);
    const driver = plantDriver(design, newPlantState(design, startMs), everyMs);
    driver.forceCharge(62);
    let state = noProtection;
    const news: string[] = [];
    let charge = NaN;
    for (let atMs = startMs; atMs < startMs + 6 * 3_600_000; atMs += everyMs) {
      const values = (await driver.read(atMs)) ?? [];
      const valueOf = (name: string) => values[driver.metrics.findIndex((metric) => metric.name === name)] ?? undefined;
      charge = valueOf("battery.soc") ?? NaN;
      const reading = {
        socPercent: valueOf("battery.soc"),
        batteryW: valueOf("battery.power"),
        loadW: valueOf("load.power"),
        isOn: (target: string) => valueOf(`${target}.on`) === 1,
        everyMs,
      };
      const step = protectLoads(given, state, reading, atMs);
      state = step.state;
      news.push(...step.news.map((one) => ("target" in one ? `${one.code} ${one.target}` : one.code)));
      for (const target of protectionLimits(given, state).keys()) await driver.outputs?.write(target, false, Infinity);
    }
    return { news, charge };
  };
  const without = await night({ ...settings, enabled: false });
  const guarded = await night(settings);
  expect(without.news).toEqual([]);
  expect(guarded.news).toEqual(["cut relay.1", "cut relay.3"]);
  expect(guarded.charge).toBeGreaterThan(without.charge + 5);
});
