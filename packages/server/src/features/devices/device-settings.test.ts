import type { Driver } from "@offgrid/controller/drivers/driver";
import { combine } from "@offgrid/controller/drivers/composite.driver";
import { expect, test, vi } from "vitest";

import { inTime, withContainer } from "../configuration/configuration.fixture.ts";
import { cast, thePortal } from "../../testing/cast.ts";

/** A meter that can be left out, and counts how often it is read; beside it relays, which are always read. */
function equipment() {
  let reads = 0;
  const meter: Driver = {
    metrics: [{ name: "grid.voltage" }],
    devices: [{ id: "meter.1", type: "grid_meter", address: "10.0.0.7:502" }],
    capabilities: [],
    read: async () => {
      reads++;
      return [230];
    },
    close: async () => {},
  };
  const battery: Driver = {
    metrics: [{ name: "battery.soc" }],
    devices: [{ id: "battery", type: "battery" }],
    capabilities: [],
    read: async () => [80],
    close: async () => {},
  };
  const relays: Driver = {
    metrics: [{ name: "relay.1.on" }],
    devices: [{ id: "relays", type: "relay_board" }],
    capabilities: ["relay"],
    read: async () => [1],
    outputs: {
      list: [{ target: "relay.1", op: "relay.set", dwellMs: 0 }],
      write: async () => {},
      readBack: async () => true,
    },
    close: async () => {},
  };
  const parts = [meter, relays, battery].map((driver) => ({ driver, everyMs: 200 }));
  return { driver: combine({ parts, waitMs: 50, onError: () => {} }), reads: () => reads };
}

const wanted = { name: "Village meter", pollSeconds: 3_600, address: "10.0.0.9:502" };

test("a device is named, read less often and left out as people set it, and says what waits for a new start", async () => {
  const { amina, start } = await withContainer("segou");
  const { driver, reads } = equipment();
  const options = { driver, everyMs: 200, batchMs: 0 };
  await start(options);
  const containerId = "segou";
  const read = async () => (await amina.call("getDeviceSetting", { containerId, deviceId: "meter.1" })).data;
  await vi.waitUntil(async () => (await read().catch(() => undefined))?.reported, inTime);
  expect(await read()).toMatchObject({
    settable: ["name", "type", "address", "pollSeconds", "enabled"],
    wanted: { setting: null },
    faults: {},
    waitsForStart: [],
  });
  await amina.call("setDeviceSetting", { containerId, deviceId: "meter.1", settings: wanted });
  await vi.waitUntil(async () => (await read()).state === "in_sync", inTime);
  expect(await read()).toMatchObject({
    wanted: { setting: wanted },
    reported: { setting: wanted },
    waitsForStart: ["address"],
  });
  const status = async () =>
    (await amina.call("getDeviceStatus", { containerId })).data.find(({ id }) => id === "meter.1");
  expect(await status()).toMatchObject({ name: "Village meter", deviceType: null });

  await amina.call("setDeviceSetting", {
    containerId,
    deviceId: "meter.1",
    settings: { enabled: false, pollSeconds: null, address: null },
  });
  await vi.waitUntil(async () => (await status())?.state === "left_out", inTime);
  expect(await status()).toMatchObject({ online: false, name: "Village meter" });
  expect(await read()).toMatchObject({ reported: { setting: { name: "Village meter", enabled: false } } });
  const before = reads();
  await amina.call("setDeviceSetting", { containerId, deviceId: "meter.1", settings: { enabled: null } });
  await vi.waitUntil(() => reads() > before + 1, inTime);
  await vi.waitUntil(async () => (await status())?.state === "answering", inTime);
});

test("what can be switched is always read, and what cannot be set is refused by its field", async () => {
  const { amina, start } = await withContainer("mopti");
  await start({ driver: equipment().driver });
  const containerId = "mopti";
  const set = (deviceId: string, settings: object) =>
    amina
      .post("setDeviceSetting", { containerId, deviceId, settings })
      .then(({ code, body }) => [code, body["fields"]]);
  const find = () => amina.call("getDeviceSetting", { containerId, deviceId: "relays" });
  await vi.waitUntil(async () => (await find().catch(() => undefined))?.data.reported, inTime);
  expect((await find()).data.settable).toEqual(["name", "type"]);
  const not = "Its controller cannot set this of this device.";
  expect(await set("relays", { enabled: false, pollSeconds: 5 })).toEqual([
    "bad_input",
    { "settings.enabled": not, "settings.pollSeconds": not },
  ]);
  expect(await set("relays", { type: "no.such-type" })).toEqual([
    "bad_input",
    { "settings.type": "There is no such type of device." },
  ]);
  expect(await set("meter.1", { name: "", pollSeconds: 0, address: "here" })).toEqual([
    "bad_input",
    {
      "settings.name": "Please fill a name of 1 to 64 characters.",
      "settings.pollSeconds": "Please fill the seconds between two readings: 1 to 3600.",
      "settings.address": "Please fill host and port, such as 192.168.1.10:502.",
    },
  ]);
  expect(await set("battery", { pollSeconds: 61 })).toEqual([
    "bad_input",
    { "settings.pollSeconds": "Load protection needs a reading of the battery every 60 seconds at least." },
  ]);
  // Also by the way that takes whole sections.
  const devices = { "battery/pollSeconds": 61 };
  const whole = await amina.post("setConfiguration", { containerId, devices });
  expect(Object.keys(whole.body["fields"] as object)).toEqual(["devices.battery/pollSeconds"]);
  expect(await set("no-device", { name: "x" })).toEqual(["not_found", undefined]);
  expect((await find()).data.wanted?.setting).toBeNull();
});

test("a device whose id makes no key cannot be set, and spoils the settings of no other", async () => {
  const { amina, start } = await withContainer("segou");
  const { driver } = equipment();
  const [meter] = driver.devices ?? [];
  const ids = ["meter 2", "__proto__", "meter\u202E3"];
  await start({ driver: { ...driver, devices: [...(driver.devices ?? []), ...ids.map((id) => ({ ...meter!, id }))] } });
  const containerId = "segou";
  const read = async (deviceId: string) => (await amina.call("getDeviceSetting", { containerId, deviceId })).data;
  await vi.waitUntil(async () => (await read("meter 2").catch(() => undefined))?.reported, inTime);
  for (const deviceId of ids) {
    expect((await read(deviceId)).settable).toEqual([]);
    await expect(amina.call("setDeviceSetting", { containerId, deviceId, settings: { name: "x" } })).refusesWith(
      "bad_input",
    );
  }
  // As a portal has stored it that did not ask.
  const { database } = await thePortal();
  await database.pool.query(
    `update container_config set wanted = jsonb_set(wanted, '{devices}', '{"meter 2/name": "x", "meter.1/name": "Mill"}')
     where container_id = $1`,
    [containerId],
  );
  await vi.waitUntil(async () => (await read("meter.1")).wanted?.setting?.name === "Mill", inTime);
});

test("two people who set two devices of one version: the second is refused and loses nothing", async () => {
  const { amina, start } = await withContainer("kayes");
  await start({ driver: equipment().driver });
  const { omar } = await cast({ omar: { role: "user", containers: ["kayes"] } });
  const of = (deviceId: string) => ({ containerId: "kayes", deviceId });
  const find = () => amina.call("getDeviceSetting", of("relays"));
  await vi.waitUntil(async () => (await find().catch(() => undefined))?.data.reported, inTime);
  const { wanted: old, reported } = (await find()).data;
  const seen = { wanted: old?.version ?? 0, reported: reported?.version ?? 0 };
  await amina.call("setDeviceSetting", { ...of("relays"), settings: { name: "Pumps" }, seen });
  const late = omar.call("setDeviceSetting", { ...of("meter.1"), settings: { name: "Meter" }, seen });
  await expect(late).refusesWith("config_changed");
  await omar.call("setDeviceSetting", { ...of("meter.1"), settings: { name: "Meter" } });
  expect((await find()).data.wanted?.setting).toEqual({ name: "Pumps" });
});
