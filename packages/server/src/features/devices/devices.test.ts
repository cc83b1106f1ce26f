import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";

/** A container as it was left by its controller: what it announced, and its values with their age. */
async function announce(containerId: string, values: Record<string, number>, changes: object = {}): Promise<number> {
  const { db } = (await thePortal()).database;
  const nowMs = Date.now();
  const devices = [
    { id: "battery", type: "battery", maker: "Pylontech", model: "US5000" },
    { id: "mppt", type: "solar_charger" },
    { id: "meter", type: "grid_meter" },
    { id: "probe", type: "temperature" },
    { id: "odd", type: "kettle" },
  ];
  const row = {
    at: new Date(nowMs),
    liveValues: JSON.stringify(
      Object.fromEntries(Object.entries(values).map(([metric, agoS]) => [metric, [42, nowMs - 1_000 * agoS]])),
    ),
    everyS: 10,
    linked: true,
    lastContactAt: new Date(nowMs),
    devices: JSON.stringify(devices),
    alarms: ["hot"],
    ...changes,
  };
  await db
    .insertInto("containerLatest")
    .values({ containerId, ...row } as never)
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet(row as never))
    .execute();
  return nowMs;
}

test("each device has its own values with their instants, and one that is silent is told apart from the others", async () => {
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["yola", "quiet"] } });
  const nowMs = await announce("yola", { "battery.soc": 5, "solar.1.power": 600, "inside.temperature": 1 });
  const { data } = await amina.call("getDeviceStatus", { containerId: "yola" });
  const at = (agoS: number) => new Date(nowMs - 1_000 * agoS).toISOString();
  expect(data).toEqual([
    {
      id: "battery",
      type: "battery",
      maker: "Pylontech",
      model: "US5000",
      name: null,
      deviceType: null,
      kind: "battery",
      state: "answering",
      online: true,
      lastSeen: at(5),
      values: { "battery.soc": { value: 42, at: at(5) } },
      alarms: ["hot"],
    },
    expect.objectContaining({ id: "mppt", state: "silent", online: false, lastSeen: at(600), alarms: [] }),
    expect.objectContaining({ id: "meter", state: "never", online: false, lastSeen: null, values: {} }),
    expect.objectContaining({ id: "probe", kind: "temperature_sensor", state: "no_values", online: null }),
    expect.objectContaining({ id: "odd", kind: null, state: "no_values", online: null }),
  ]);
  expect((await amina.call("getDeviceStatus", { containerId: "quiet" })).data).toEqual([]);
});

test("without its controller no device is online, and of a container out of sight nothing is said", async () => {
  const { amina, other } = await cast({ amina: { role: "user", containers: ["agadir"] }, other: { role: "user" } });
  await announce("agadir", { "battery.soc": 5 }, { linked: false, lastContactAt: new Date(Date.now() - 600_000) });
  const { data } = await amina.call("getDeviceStatus", { containerId: "agadir" });
  expect(data.map(({ id, state, online }) => [id, state, online]).slice(0, 2)).toEqual([
    ["battery", "gateway_silent", false],
    ["mppt", "never", false],
  ]);
  await expect(amina.call("getDeviceStatus", { containerId: "turkana" })).refusesWith("not_found");
  await expect(other.call("getDeviceStatus", { containerId: "agadir" })).refusesWith("not_found");
});
