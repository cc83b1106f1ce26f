import { combine } from "@offgrid/controller/drivers/composite.driver";
import type { DeviceReading, Driver } from "@offgrid/controller/drivers/driver";
import type { DeviceTypeInput } from "@offgrid/contract/device-types/device-types.schema";
import type { TestRead } from "@offgrid/contract/device-types/test-read.calls";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";

const inTime = { timeout: 50_000 };
const typeId = "acme.em24";
const parameter = { scale: 1, register: null, kind: "gauge", access: "read" } as const;
const meterType: DeviceTypeInput = {
  id: typeId,
  name: "Meter",
  maker: "Acme",
  model: "EM24",
  kind: "grid_meter",
  parameters: [
    { ...parameter, name: "grid.voltage", unit: "V" },
    { ...parameter, name: "grid.power", unit: "W" },
    { ...parameter, name: "grid.frequency", unit: "Hz" },
    { ...parameter, name: "pump.#.pressure", unit: "count" },
  ],
};

const values: DeviceReading[] = [
  { metric: "grid.voltage", value: 231.5, raw: 2315 },
  { metric: "grid.power", value: null, fault: "illegal_address" },
  { metric: "pump.3.pressure", value: 4 },
  { metric: "grid.on", value: 1 },
];

/** A meter of the type beside a battery; it answers when it is read by itself, or never. */
function equipment(answers: boolean, changes: Partial<Driver> = {}) {
  let reads = 0;
  const base = { capabilities: [], close: async () => {} };
  const meter: Driver = {
    ...base,
    metrics: [...values.map(({ metric }) => ({ name: metric })).slice(0, 2), { name: "pump.3.pressure", unit: "m" }],
    devices: [{ id: "meter.3", type: "grid_meter", maker: "Acme", model: "EM24", address: "10.0.0.7:502" }],
    read: async () => [230, 1_000, 4],
    readDevice: async () => {
      reads++;
      return answers ? values : new Promise(() => undefined);
    },
    ...changes,
  };
  const battery: Driver = {
    ...base,
    metrics: [{ name: "battery.soc" }],
    devices: [{ id: "battery", type: "battery" }],
    read: async () => [80],
  };
  const parts = [battery, meter].map((driver) => ({ driver, everyMs: 500 }));
  return { driver: combine({ parts, waitMs: 50, onError: () => {} }), reads: () => reads };
}

async function people(...containers: string[]) {
  const actors = await cast({ ada: { role: "admin", containers }, user: { role: "user", containers } });
  const known = (await actors.ada.call("getDeviceTypes", {})).data.some(({ id }) => id === typeId);
  if (!known) await actors.ada.call("deviceTypeSave", { ...meterType, revision: 0 });
  return actors;
}

/** Starts the controller of a container; resolves when the portal knows what it announced. */
async function connected(ada: Actor, containerId: string, driver: Driver) {
  const start = await controllerOf(containerId);
  const controller = await start({ driver });
  await vi.waitUntil(async () => {
    const { data } = await ada.call("getTestReadDevices", { typeId, containerId });
    return data.devices.length > 0 && data.obstacle !== "offline";
  }, inTime);
  await vi.waitUntil(() => controller.stats().clockOffsetMs !== undefined, inTime);
  return controller;
}

async function ended(person: Actor, testReadId: string): Promise<TestRead> {
  let read: TestRead | undefined;
  await vi.waitUntil(async () => {
    read = (await person.call("getTestRead", { testReadId })).data;
    return read.state !== "waiting";
  }, inTime);
  return read as TestRead;
}

const meterOf = (containerId: string) => ({ typeId, containerId, deviceId: "meter.3" });

test("a device is read once by its controller, and its values stand beside the parameters of the type", async () => {
  const { ada } = await people("mopti");
  const { driver, reads } = equipment(true);
  await connected(ada, "mopti", driver);
  expect((await ada.call("getTestReadDevices", { typeId, containerId: "mopti" })).data).toEqual({
    obstacle: null,
    devices: [
      { id: "meter.3", name: null, maker: "Acme", model: "EM24", address: "10.0.0.7:502", isOfType: true },
      { id: "battery", name: null, maker: null, model: null, address: null, isOfType: false },
    ],
  });
  const { testReadId } = (await ada.call("testReadDevice", meterOf("mopti"))).data;
  const read = await ended(ada, testReadId);
  expect(read).toMatchObject({ containerName: expect.any(String), deviceId: "meter.3", state: "read", reason: null });
  expect(read.parameters).toEqual([
    { name: "grid.voltage", metric: "grid.voltage", unit: "V", value: 231.5, raw: 2315, fault: null },
    { name: "grid.power", metric: "grid.power", unit: "W", value: null, raw: null, fault: "illegal_address" },
    { name: "grid.frequency", metric: "grid.frequency", unit: "Hz", value: null, raw: null, fault: "not_measured" },
    { name: "pump.#.pressure", metric: "pump.3.pressure", unit: "m", value: 4, raw: null, fault: "other_unit" },
  ]);
  expect(read.others).toEqual([{ metric: "grid.on", unit: "bool", value: 1, raw: null, fault: null }]);
  expect(Date.parse(read.answeredAt ?? "")).toBeGreaterThanOrEqual(Date.parse(read.askedAt));
  expect(reads()).toBe(1);
  const { rows } = await (
    await thePortal()
  ).database.pool.query("select at from audit where action = 'testReadDevice' and target = 'mopti'");
  expect(rows).toHaveLength(1);
});

test("a device that does not answer keeps others from asking for half a minute, and then nothing came", async () => {
  const { ada } = await people("djenne");
  const { eva } = await cast({ eva: { role: "admin", containers: ["djenne"] } });
  const { driver } = equipment(false);
  await connected(ada, "djenne", driver);
  const { testReadId } = (await ada.call("testReadDevice", meterOf("djenne"))).data;
  expect((await ada.call("getTestRead", { testReadId })).data).toMatchObject({ state: "waiting", parameters: [] });
  const again = await eva.post("testReadDevice", meterOf("djenne"));
  expect(again.body).toMatchObject({ code: "test_read_open", holder: { since: expect.any(String) } });
  // What somebody else asked for is nothing to others.
  await expect(eva.call("getTestRead", { testReadId })).refusesWith("not_found");
  const { pool } = (await thePortal()).database;
  await pool.query("update test_read set expires_at = now() where id = $1", [testReadId]);
  expect(await ended(ada, testReadId)).toMatchObject({ state: "failed", reason: "no_answer", answeredAt: null });
  const next = (await eva.call("testReadDevice", meterOf("djenne"))).data;
  // Its controller still waits for the device, and says so.
  expect(await ended(eva, next.testReadId)).toMatchObject({ state: "failed", reason: "busy" });
});

test("nobody is asked where the container is away, its controller is too old or has no such device", async () => {
  const { ada } = await people("kayes", "kita");
  const away = { ...meterOf("kayes"), deviceId: "meter.3" };
  expect((await ada.call("getTestReadDevices", { typeId, containerId: "kayes" })).data.obstacle).toBe("offline");
  const { readDevice: _, ...old } = equipment(true, { readDevice: undefined as never }).driver;
  const controller = await connected(ada, "kita", old);
  expect((await ada.call("getTestReadDevices", { typeId, containerId: "kita" })).data.obstacle).toBe("too_old");
  await expect(ada.call("testReadDevice", meterOf("kita"))).refusesWith("test_read_unsupported");
  await expect(ada.call("testReadDevice", { ...meterOf("kita"), deviceId: "pump" })).refusesWith("not_found");
  await expect(ada.call("testReadDevice", { ...meterOf("kita"), typeId: "acme.none" })).refusesWith("not_found");
  await expect(ada.call("testReadDevice", away)).refusesWith("not_found");
  await controller.stop();
  await vi.waitUntil(
    async () => (await ada.call("getTestReadDevices", { typeId, containerId: "kita" })).data.obstacle === "offline",
    inTime,
  );
  await expect(ada.call("testReadDevice", meterOf("kita"))).refusesWith("test_read_offline");
});

test("it takes the right to manage devices, and a container that one sees", async () => {
  const { ada, user } = await people("nioro");
  const { stranger } = await cast({ stranger: { role: "customer_staff", containers: [] } });
  await expect(user.call("testReadDevice", meterOf("nioro"))).refusesWith("forbidden");
  await expect(user.call("getTestReadDevices", { typeId, containerId: "nioro" })).refusesWith("forbidden");
  await expect(ada.call("testReadDevice", meterOf("no-container"))).refusesWith("not_found");
  const { pool } = (await thePortal()).database;
  await pool.query("update role set permissions = array_append(permissions, 'device') where id = 'customer_staff'");
  await expect(stranger.call("testReadDevice", meterOf("nioro"))).refusesWith("not_found");
  await expect(stranger.call("getTestReadDevices", { typeId, containerId: "nioro" })).refusesWith("not_found");
});
