import type { AutoLoadProtection } from "@offgrid/contract/load-protection/load-protection.calls";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { expect, test, vi } from "vitest";

import { type Actor, type CallRefused, cast, thePortal } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";

const inTime = { timeout: 40_000 };
const setting = {
  enabled: true,
  cutSoc: 20,
  restoreSoc: 30,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 5,
  loads: [
    { target: "relay.2", neverCut: true },
    { target: "relay.1", neverCut: false },
  ],
};

/** A battery with two relays, each with 100 W behind it. */
function equipment() {
  const state = { socPercent: 50, isOn: new Map([1, 2].map((relay) => [`relay.${relay}`, true])) };
  const names = ["battery.soc", "battery.power", "load.power", "relay.1.on", "relay.2.on"];
  const targets = [...state.isOn.keys()];
  const driver: Driver = {
    metrics: names.map((name) => ({ name })),
    devices: [],
    capabilities: ["relay"],
    read: async () => {
      const on = targets.map((target) => (state.isOn.get(target) === true ? 1 : 0));
      const loadW = 100 * on.filter((one) => one === 1).length;
      return [state.socPercent, -loadW, loadW, ...on];
    },
    outputs: {
      list: targets.map((target) => ({ target, op: "relay.set", dwellMs: 0 })),
      write: async (target, value) => void state.isOn.set(target, value === true),
      readBack: async (target) => state.isOn.get(target),
    },
    close: async () => {},
  };
  return { state, driver };
}

async function withController(containerId: string) {
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  const { state, driver } = equipment();
  const start = await controllerOf(containerId);
  return { amina, state, start: () => start({ driver }) };
}

async function reaches(person: Actor, containerId: string, state: AutoLoadProtection["state"]) {
  const read = async () => (await person.call("getAutoLoadProtection", { containerId })).data;
  await vi.waitUntil(async () => (await read()).state === state, inTime);
  return read();
}

test("what is set is tried out, saved, run by the controller, and said when it acts and when loads are back", async () => {
  const containerId = "tite";
  const { amina, state, start } = await withController(containerId);
  const unknown = await reaches(amina, containerId, "unknown");
  expect(unknown).toMatchObject({ enabled: null, reportedAt: null, charge: null, cuts: [], back: null });
  await start();
  await reaches(amina, containerId, "none");
  const { data: tried } = await amina.call("loadProtectDryRun", { containerId, days: 1, ...setting });
  // What was never measured is not known, though it would have lost no hour.
  expect(tried.loads.filter(({ powerW, energyWh }) => powerW === null && energyWh !== null)).toEqual([]);
  expect(tried.loads.length).toBeGreaterThan(0);
  expect(tried).toMatchObject({ count: 0, switchings: 0, actedBefore: 0, loads: [{ cuts: 0 }, { cuts: 0, hours: 0 }] });
  expect(tried.gaps.length).toBeGreaterThan(0);
  expect((await amina.call("loadProtectGet", { containerId })).data.wanted?.setting ?? null).toBeNull();

  await amina.call("loadProtectSet", { containerId, ...setting });
  await reaches(amina, containerId, "ready");
  const { data: agreed } = await amina.call("loadProtectGet", { containerId });
  expect(agreed).toMatchObject({ state: "in_sync", wanted: { setting }, reported: { setting }, faults: {} });

  state.socPercent = 12;
  const cut = await reaches(amina, containerId, "cut");
  expect(cut).toMatchObject({ enabled: true, cuts: [{ target: "relay.1", low: "charge" }], stoppedAt: null });
  expect(cut.back).toMatchObject({ soc: 30, voltage: null, forecast: "unknown", likely: null });
  expect(state.isOn.get("relay.2")).toBe(true);
  const { data: outputs } = await amina.call("outputList", { containerId });
  expect(outputs[0]?.why).toMatchObject({ value: false, reason: "protection", restoreSoc: 30, low: "charge" });
  expect((await amina.call("loadProtectDryRun", { containerId, days: 1, ...setting })).data.actedBefore).toBe(1);

  state.socPercent = 45;
  expect((await reaches(amina, containerId, "ready")).cuts).toEqual([]);
  expect(state.isOn.get("relay.1")).toBe(true);
  const { rows } = await (
    await thePortal()
  ).database.pool.query("select after from audit where action = 'loadProtectSet' and target = $1", [containerId]);
  expect(rows).toEqual([{ after: { loadProtection: setting } }]);
});

test("wrong values are named by their field, a load that is not there too, and nothing is stored", async () => {
  const containerId = "catio";
  const { amina, start } = await withController(containerId);
  await start();
  await reaches(amina, containerId, "none");
  // What a container has is known with its first readings.
  await vi.waitUntil(async () => (await amina.call("outputList", { containerId })).data.length === 2, inTime);
  const fieldsOf = async (changes: object) => {
    const refused: unknown = await amina
      .call("loadProtectSet", { containerId, ...setting, ...changes })
      .catch((error: unknown) => error);
    return Object.keys(((refused as CallRefused).answer.body as { fields: object }).fields);
  };
  const setConfiguration = (sections: object) => amina.call("setConfiguration", { containerId, ...sections });
  expect(await fieldsOf({ cutSoc: 101, delaySeconds: 4 })).toEqual(expect.arrayContaining(["cutSoc", "delaySeconds"]));
  expect(await fieldsOf({ restoreSoc: 20 })).toEqual(["restoreSoc"]);
  expect(await fieldsOf({ cutVoltage: 47 })).toEqual(["restoreVoltage"]);
  expect(await fieldsOf({ loads: [{ target: "relay.7", neverCut: false }] })).toEqual(["loads.0.target"]);
  // The call that sets any section asks the same.
  const missing = { target: "relay.7", neverCut: false };
  await expect(setConfiguration({ loadProtection: { ...setting, loads: [missing] } })).rejects.toMatchObject({
    answer: { body: { fields: { "loadProtection.loads.0.target": "This container has no such output." } } },
  });
  await expect(
    setConfiguration({ streetLights: { light1: { mode: "off", level: 100, steps: [] } } }),
  ).rejects.toMatchObject({
    answer: { body: { fields: { "streetLights.light1": "This container has no such street light." } } },
  });
  expect((await amina.call("loadProtectGet", { containerId })).data.wanted?.setting ?? null).toBeNull();
  const seen = { wanted: 99, reported: 99 };
  await expect(amina.call("loadProtectSet", { containerId, ...setting, seen })).refusesWith("config_changed");
});
