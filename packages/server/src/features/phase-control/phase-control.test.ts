import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { expect, test, vi } from "vitest";

import { type Actor, type CallRefused, cast } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";

const inTime = { timeout: 40_000 };
const phase = (id: 1 | 2 | 3, changes: Partial<PhaseControl["phases"][number]> = {}) => ({
  id,
  priority: id,
  limitW: null,
  minSoc: null,
  restoreSoc: null,
  ...changes,
});
const setting: PhaseControl = {
  mode: "limits",
  totalW: null,
  delaySeconds: 5,
  phases: [phase(1), phase(2, { limitW: 2_000 }), phase(3, { minSoc: 40, restoreSoc: 50 })],
};

/** A battery, and three phases with a contactor each. */
function equipment() {
  const targets = ["phase.1", "phase.2", "phase.3"];
  const state = { socPercent: 80, wattsOf: [500, 700, 900], isOn: new Map(targets.map((target) => [target, true])) };
  const flags = () => targets.map((target) => (state.isOn.get(target) === true ? 1 : 0));
  const metrics = ["battery.soc", "battery.power"].concat(
    targets.map((target) => `${target}.on`),
    targets.map((target) => `${target}.power`),
  );
  const driver: Driver = {
    metrics: metrics.map((name) => ({ name })),
    devices: [{ id: "inverter", type: "inverter" }],
    capabilities: ["phase"],
    read: async () => [state.socPercent, -100, ...flags(), ...flags().map((on, index) => on * state.wattsOf[index]!)],
    outputs: {
      list: targets.map((target) => ({ target, op: "phase.set", dwellMs: 0 })),
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
  await (
    await controllerOf(containerId)
  )({ driver });
  await vi.waitUntil(async () => (await amina.call("outputList", { containerId })).data.length === 3, inTime);
  return { amina, state };
}

const settingOf = async (person: Actor, containerId: string) =>
  (await person.call("getPhaseControlConfiguration", { containerId })).data;
const eventsOf = (person: Actor, containerId: string, slice = {}) =>
  person.call("getPhaseControlEvents", { containerId, ...slice });

test("what is set runs at the controller, which disconnects a phase for what it draws and another for the charge, and says so", async () => {
  const containerId = "tite";
  const { amina, state } = await withController(containerId);
  expect((await settingOf(amina, containerId)).wanted?.setting ?? null).toBeNull();
  await amina.call("setPhaseControlConfiguration", { containerId, ...setting });
  await vi.waitUntil(async () => (await settingOf(amina, containerId)).state === "in_sync", inTime);
  expect(await settingOf(amina, containerId)).toMatchObject({ wanted: { setting }, reported: { setting }, faults: {} });

  state.wattsOf[1] = 2_500;
  await vi.waitUntil(async () => (await eventsOf(amina, containerId)).total >= 1, inTime);
  state.socPercent = 35;
  await vi.waitUntil(async () => (await eventsOf(amina, containerId)).total >= 2, inTime);
  const { data } = await eventsOf(amina, containerId);
  expect(data).toMatchObject([
    { phase: 3, on: false, reason: "phase_limit", passed: { of: "charge", limit: 40, measured: 35 }, restoreSoc: 50 },
    { phase: 2, on: false, reason: "phase_limit", passed: { of: "power", limit: 2_000, measured: 2_500 }, by: null },
  ]);
  expect((await eventsOf(amina, containerId, { page: 2, pageSize: 1 })).data).toEqual([data[1]]);
  expect([...state.isOn.values()]).toEqual([true, false, false]);
  const { data: outputs } = await amina.call("outputList", { containerId });
  expect(outputs.map(({ target }) => target)).toEqual(["phase.1", "phase.2", "phase.3"]);
  expect(outputs[2]).toMatchObject({ number: 3, why: { value: false, restoreSoc: 50, passed: { of: "charge" } } });
  expect(outputs[1]?.why).toMatchObject({ passed: { of: "power" }, times: null, retryAt: expect.any(String) });
  const { energy } = (await amina.call("getContainerInfoV4", { containerId })).data;
  expect(energy.cutOutputs).toMatchObject([
    {
      target: "phase.2",
      cause: { reason: "phase_limit", passed: { limit: 2_000 }, retryAt: outputs[1]?.why?.retryAt },
    },
    { target: "phase.3", cause: { reason: "phase_limit", passed: { limit: 40 } } },
  ]);
  // What phase control does is not load protection's.
  expect((await amina.call("getAutoLoadProtection", { containerId })).data.cuts).toEqual([]);

  state.socPercent = 60;
  await vi.waitUntil(() => state.isOn.get("phase.3") === true, inTime);
});

test("a person disconnects a phase and locks it, and is named beside it; a limit refuses to have it connected", async () => {
  const containerId = "catio";
  const { amina, state } = await withController(containerId);
  const ended = async (commandId: string) => {
    const read = async () => (await amina.call("commandGet", { commandId })).data;
    await vi.waitUntil(async () => (await read()).endedAt !== null, inTime);
    return read();
  };
  const { data: given } = await amina.call("setPhase", { containerId, phase: 2, on: false });
  expect(await ended(given.commandId)).toMatchObject({
    op: "phase.set",
    target: "phase.2",
    state: "done",
    value: false,
  });
  expect(state.isOn.get("phase.2")).toBe(false);
  await vi.waitUntil(async () => (await eventsOf(amina, containerId)).data[0]?.by?.name === "amina", inTime);
  await amina.call("setAdamLock", { containerId, phase: 2, locked: true, reason: "New socket" });
  await expect(amina.call("setPhase", { containerId, phase: 2, on: true })).refusesWith("output_locked");
  expect((await amina.call("getAdamLock", { containerId, phase: 2 })).data.reason).toBe("New socket");

  state.socPercent = 20;
  await amina.call("setPhaseControlConfiguration", { containerId, ...setting });
  await vi.waitUntil(() => state.isOn.get("phase.3") === false, inTime);
  const { data: refused } = await amina.call("setPhase", { containerId, phase: 3, on: true });
  expect(await ended(refused.commandId)).toMatchObject({ state: "refused", reason: "protected" });
});

test("wrong values are named by their field, a phase that is not there too, and nothing is stored", async () => {
  const containerId = "cacheu";
  const { amina } = await withController(containerId);
  const fieldsOf = async (changes: object) => {
    const refused: unknown = await amina
      .call("setPhaseControlConfiguration", { containerId, ...setting, ...changes })
      .catch((error: unknown) => error);
    return (refused as CallRefused).answer.body as { fields: Record<string, string> };
  };
  expect((await fieldsOf({ phases: [phase(1, { limitW: 5 })] })).fields).toEqual({
    "phases.0.limitW": "Please fill a power: 100 to 1000000 W.",
  });
  expect(Object.keys((await fieldsOf({ mode: "priorities" })).fields)).toEqual(["totalW"]);
  expect(Object.keys((await fieldsOf({ phases: [phase(1), phase(2, { priority: 1 })] })).fields)).toEqual([
    "phases.1.priority",
  ]);
  expect(Object.keys((await fieldsOf({ phases: [phase(1, { minSoc: 40, restoreSoc: 40 })] })).fields)).toEqual([
    "phases.0.restoreSoc",
  ]);
  expect((await settingOf(amina, containerId)).wanted?.setting ?? null).toBeNull();
  const seen = { wanted: 99, reported: 99 };
  await expect(amina.call("setPhaseControlConfiguration", { containerId, ...setting, seen })).refusesWith(
    "config_changed",
  );
});

test("a container without phases has none to set, to switch or to name", async () => {
  const containerId = "bolama";
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  await expect(amina.call("setPhase", { containerId, phase: 1, on: true })).refusesWith("bad_input");
  expect(await eventsOf(amina, containerId)).toMatchObject({ data: [], total: 0 });
});

test("a setting is tried out on what was measured, and nothing is switched or stored", async () => {
  const containerId = "quelimane";
  const { amina, state } = await withController(containerId);
  const { carl } = await cast({ carl: { role: "user", containers: ["elsewhere"] } });
  const tried: PhaseControl = { ...setting, phases: [phase(1, { limitW: 400 }), phase(2)] };
  const data = await vi.waitUntil(
    async () => {
      const answer = await amina.call("phaseControlDryRun", { containerId, days: 1, ...tried });
      return answer.data.count > 0 && answer.data;
      // A person may ask twelve times a minute.
    },
    { ...inTime, interval: 5_500 },
  );
  expect(data.spans[0]).toMatchObject({ phase: 1, passed: { of: "power", limit: 400, measured: 500 } });
  expect(data.phases).toMatchObject([
    { phase: 1, times: data.count },
    { phase: 2, times: 0, hours: 0 },
  ]);
  expect(data.coverage).toBeGreaterThan(0);
  expect([...state.isOn.values()]).toEqual([true, true, true]);
  expect((await settingOf(amina, containerId)).wanted?.setting ?? null).toBeNull();
  await expect(carl.call("phaseControlDryRun", { containerId, ...tried })).refusesWith("not_found");
  const wrong = { ...tried, mode: "priorities" as const };
  await expect(amina.call("phaseControlDryRun", { containerId, ...wrong })).refusesWith("bad_input");
});
