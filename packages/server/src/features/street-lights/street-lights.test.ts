import { outputMetric, type OutputTarget } from "@offgrid/contract/devices/output-kinds";
import type { StreetLight } from "@offgrid/contract/street-lights/street-lights.calls";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";

type Plan = NonNullable<StreetLight["wanted"]>;

const inTime = { timeout: 45_000 };
const targets: OutputTarget<"street_light">[] = ["street_light.1", "street_light.2"];

/** Two lamps that do as they are asked. */
function lamps(): Driver & { levels: Map<string, number> } {
  const levels = new Map(targets.map((target) => [target as string, 0]));
  return {
    levels,
    metrics: targets.map((target) => ({ name: outputMetric(target) })),
    devices: [{ id: "street_lights", type: "street_light" }],
    capabilities: ["street_light"],
    outputs: {
      list: targets.map((target) => ({ target, op: "light.set", dwellMs: 0 })),
      write: async (target, value) => void levels.set(target, Number(value)),
      readBack: async (target) => levels.get(target),
    },
    read: async () => targets.map((target) => levels.get(target) ?? null),
    close: async () => {},
  };
}

/** Someone with a container that has two lamps, and its controller; the container stands at the equator, or nowhere. */
async function withLamps(containerId: string, { isPlaced = true } = {}) {
  const { amina, visitor } = await cast({
    amina: { role: "user", containers: [containerId] },
    visitor: { role: "customer_staff", containers: [containerId] },
  });
  const portal = await thePortal();
  const [latitude, longitude] = isPlaced ? [0, 34] : [null, null];
  await portal.database.pool.query(
    "update container set latitude = $1, longitude = $2, zone_name = 'Africa/Nairobi' where id = $3",
    [latitude, longitude, containerId],
  );
  const driver = lamps();
  const controller = await (await controllerOf(containerId))({ driver });
  const isThere = async () => {
    const { data } = await amina.call("getConfiguration", { containerId });
    const { lights } = await lightsOf(amina, containerId);
    return data.state === "in_sync" && lights.length === 2 && lights.every(({ level }) => level !== null);
  };
  await vi.waitUntil(isThere, inTime);
  return { amina, visitor, driver, controller };
}

async function lightsOf(person: Actor, containerId: string) {
  return (await person.call("getStreetLight", { containerId })).data;
}

async function reaches(person: Actor, containerId: string, is: (lights: StreetLight[]) => boolean) {
  await vi.waitUntil(async () => is((await lightsOf(person, containerId)).lights), inTime);
  return (await lightsOf(person, containerId)).lights;
}

test("a light shines as it is set: its controller follows the plan and reports it, and its level is measured", async () => {
  const { amina, driver } = await withLamps("bafata");
  const before = await lightsOf(amina, "bafata");
  expect(before.place).toEqual({ zoneName: "Africa/Nairobi", latitudeDeg: 0, longitudeDeg: 34 });
  expect(before.lights.map(({ wanted, running, level }) => [wanted, running, level])).toEqual([
    [null, null, 0],
    [null, null, 0],
  ]);
  const plan: Plan = { mode: "on", level: 60, steps: [], ratedW: 40 };
  await amina.call("setStreetLight", { containerId: "bafata", lights: [{ light: 2, ...plan }] });
  const [first, second] = await reaches(amina, "bafata", ([, { level } = { level: null }]) => level === 60);
  expect(second).toMatchObject({ wanted: plan, running: plan, why: { reason: "schedule", value: 60, by: null } });
  expect(first).toMatchObject({ wanted: null, running: null, level: 0 });
  expect(Object.fromEntries(driver.levels)).toEqual({ "street_light.1": 0, "street_light.2": 60 });
});

test("a light that is set by hand says who did it and until when, and its plan stays as it was", async () => {
  const { amina } = await withLamps("labe");
  const plan: Plan = { mode: "auto", level: 100, steps: [] };
  await amina.call("setStreetLight", { containerId: "labe", lights: [{ light: 1, ...plan }] });
  await reaches(amina, "labe", ([light]) => light?.running?.mode === "auto");
  const { data } = await amina.call("setStreetLightLevel", { containerId: "labe", light: 1, level: 35 });
  expect(data.state).toBe("queued");
  const [light] = await reaches(amina, "labe", ([one]) => one?.level === 35 && one.why?.reason === "command");
  expect(light?.last).toMatchObject({
    commandId: data.commandId,
    op: "light.set",
    wanted: 35,
    state: "done",
    value: 35,
  });
  expect(light?.why).toMatchObject({ by: { userId: amina.userId }, value: 35, until: expect.any(String) });
  expect(light?.running).toEqual(plan);
});

test("lights that are left out of a change stay as they are set, and a change of an older version is refused", async () => {
  const { amina } = await withLamps("tene");
  const set = async (light: 1 | 2, level: number) => {
    const { seen } = await lightsOf(amina, "tene");
    const lights = [{ light, mode: "on" as const, level, steps: [] }];
    await amina.call("setStreetLight", { containerId: "tene", lights, seen });
    return seen;
  };
  const seen = await set(1, 20);
  await reaches(amina, "tene", ([one]) => one?.running?.level === 20);
  await set(2, 30);
  await reaches(amina, "tene", ([one, other]) => one?.running?.level === 20 && other?.running?.level === 30);
  const lights = [{ light: 1 as const, mode: "off" as const, level: 100, steps: [] }];
  await expect(amina.call("setStreetLight", { containerId: "tene", lights, seen })).refusesWith("config_changed");
});

test("lights go by the new place once their container is moved", async () => {
  const { amina } = await withLamps("nioro");
  const { staff } = await cast({ staff: { role: "offgrid_staff", containers: ["nioro"] } });
  const doc = async () => (await amina.call("getConfiguration", { containerId: "nioro" })).data;
  await amina.call("setStreetLight", {
    containerId: "nioro",
    lights: [{ light: 1, mode: "auto", level: 80, steps: [] }],
  });
  await vi.waitUntil(async () => (await doc()).state === "in_sync", inTime);
  await staff.call("containerSave", { containerId: "nioro", notes: "Key: school" });
  const place = { zoneName: "Africa/Bamako", latitudeDeg: 15.2, longitudeDeg: -9.6 };
  const location = { lat: 15.2, long: -9.6 };
  await staff.call("containerSave", { containerId: "nioro", location, zoneName: "Africa/Bamako" });
  const runsThere = async () => (await doc()).reported?.doc["place"]?.["zoneName"] === "Africa/Bamako";
  await vi.waitUntil(runsThere, inTime);
  expect(await doc()).toMatchObject({
    wanted: { doc: { place, streetLights: { light1: { mode: "auto" } } }, by: { name: "staff" } },
    reported: { doc: { place, streetLights: { light1: { mode: "auto" } } } },
  });
});

test("a container without a position takes fixed times only, and says so beside the light", async () => {
  const { amina } = await withLamps("kayes", { isPlaced: false });
  const set = (plan: Pick<Plan, "mode" | "steps">) =>
    amina.call("setStreetLight", { containerId: "kayes", lights: [{ light: 1, level: 100, ...plan }] });
  const text = "This container has no position: only fixed times can be used.";
  const refusal = { answer: { body: { fields: { "lights.0": text } } } };
  await expect(set({ mode: "auto", steps: [] })).rejects.toMatchObject(refusal);
  await expect(set({ mode: "schedule", steps: [{ at: { sun: "sunset" }, level: 5 }] })).rejects.toMatchObject(refusal);
  await expect(set({ mode: "schedule", steps: [] })).refusesWith("bad_input");
  await expect(set({ mode: "schedule", steps: [{ at: { time: "25:00" }, level: 5 }] })).refusesWith("bad_input");
  expect((await lightsOf(amina, "kayes")).lights[0]?.wanted).toBeNull();
  await set({ mode: "schedule", steps: [{ at: { time: "18:30" }, level: 5 }] });
  await reaches(amina, "kayes", ([one]) => one?.running?.steps.length === 1);
});

test("a lamp that a container does not have, and who may not set lights, are refused", async () => {
  const { amina, visitor, controller } = await withLamps("bamako");
  const plan: Plan = { mode: "off", level: 100, steps: [] };
  const lights = [{ light: 3 as const, ...plan }];
  const missing = { answer: { body: { fields: { light: "This container has no such street light." } } } };
  await expect(amina.call("setStreetLight", { containerId: "bamako", lights })).rejects.toMatchObject(missing);
  const twice = { answer: { body: { fields: { "lights.1.light": "Please name each light once." } } } };
  const same = [1, 1].map(() => ({ light: 1 as const, ...plan }));
  await expect(amina.call("setStreetLight", { containerId: "bamako", lights: same })).rejects.toMatchObject(twice);
  const level = (person: Actor, light: 1 | 3) =>
    person.call("setStreetLightLevel", { containerId: "bamako", light, level: 10 });
  await expect(level(amina, 3)).rejects.toMatchObject(missing);
  await expect(level(visitor, 1)).refusesWith("forbidden");
  controller.pauseLink();
  await vi.waitUntil(async () => {
    const { data } = await amina.call("getContainerInfo", { containerId: "bamako" });
    return !data.isOnline;
  }, inTime);
  await expect(level(amina, 1)).refusesWith("container_offline");
});

test("a lamp that people work on is locked like a relay, and is set again once it is released", async () => {
  const { amina, driver } = await withLamps("niafunke");
  const containerId = "niafunke";
  const lock = async () => (await amina.call("getAdamLock", { containerId, light: 2 })).data.state;
  await amina.call("setAdamLock", { containerId, light: 2, locked: true, reason: "New lamp" });
  await vi.waitUntil(async () => (await lock()) === "held", inTime);
  const dim = () => amina.call("setStreetLightLevel", { containerId, light: 2, level: 40 });
  await expect(dim()).refusesWith("output_locked");
  expect((await lightsOf(amina, containerId)).lights.map((light) => light.lock.locked)).toEqual([false, true]);
  await amina.call("setAdamLock", { containerId, light: 2, locked: false });
  await vi.waitUntil(async () => (await lock()) === "free", inTime);
  await dim();
  await vi.waitUntil(() => driver.levels.get("street_light.2") === 40, inTime);
  for (const named of [{}, { relay: 1, light: 1 as const }])
    await expect(amina.call("getAdamLock", { containerId, ...named })).refusesWith("bad_input");
});
