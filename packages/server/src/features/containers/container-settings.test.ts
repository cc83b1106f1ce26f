import mqtt from "mqtt";
import { expect, test } from "vitest";

import { cast, ensureContainer, thePortal } from "../../testing/cast.ts";

const fresh = () => `c${Math.random().toString(36).slice(2, 10)}`;

/** A container of its own for someone who registers, configures and moves. */
async function people(containerId = fresh()) {
  const actors = await cast({
    staff: { role: "offgrid_staff", containers: [containerId] },
    viewer: { role: "customer_staff", containers: [containerId] },
    boss: { role: "super_admin" },
  });
  return { ...actors, containerId };
}

/** With which code of MQTT a controller is turned away; undefined: it gets in. */
async function refusalOf(containerId: string, secret: string): Promise<number | undefined> {
  const { mqttPort } = await thePortal();
  const login = { clientId: containerId, username: containerId, password: secret, reconnectPeriod: 0 };
  try {
    await (await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, login)).endAsync();
    return undefined;
  } catch (error) {
    return (error as { code?: number }).code;
  }
}

/** Whether a controller gets in with this secret. */
async function getsIn(containerId: string, secret: string): Promise<mqtt.MqttClient | undefined> {
  const { mqttPort } = await thePortal();
  const login = { clientId: containerId, username: containerId, password: secret, reconnectPeriod: 0 };
  return mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, login).catch(() => undefined);
}

test("what is entered about a container is read by those who see it and changed by those who may", async () => {
  const { staff, viewer, containerId } = await people();
  const before = (await viewer.call("containerGet", { containerId })).data;
  expect(before).toMatchObject({ clusterId: null, location: null, address: "", notes: "", contacts: [] });
  const contacts = [{ name: "Awa Diop", phone: "+221 33 000 00 00", email: "" }];
  const changes = {
    name: "Thiès",
    location: { lat: 14.8, long: -16.9 },
    zoneName: "Africa/Dakar",
    notes: "Key: school",
  };
  await staff.call("containerSave", { containerId, ...changes, contacts });
  expect((await viewer.call("containerGet", { containerId })).data).toEqual({ ...before, ...changes, contacts });
  expect((await viewer.call("getSitesV2", {})).data[0]).toMatchObject({ name: "Thiès", zoneName: "Africa/Dakar" });
  await staff.call("containerSave", { containerId, address: "Route 2" });
  expect((await staff.call("containerGet", { containerId })).data).toMatchObject({ ...changes, address: "Route 2" });

  await expect(viewer.call("containerSave", { containerId, notes: "x" })).refusesWith("forbidden");
  for (const bad of [{ name: " " }, { zoneName: "Mars/Base" }, { contacts: [{ name: "" }] }]) {
    expect(await staff.post("containerSave", { containerId, ...bad })).toMatchObject({
      status: 400,
      code: "bad_input",
    });
  }
  expect((await staff.call("containerGet", { containerId })).data).toMatchObject(changes);
});

test("what several people change of a container at once is all kept, each with what stood before it", async () => {
  const { staff, boss, containerId } = await people();
  const contacts = [{ name: "Awa Diop", phone: "+221 33 000 00 00", email: "" }];
  const all = { notes: "Key: school", address: "Route 2", zoneName: "Africa/Dakar", contacts };
  const changes = Object.entries(all).map(([field, value]) => ({ [field]: value }));
  await Promise.all(
    changes.map((change, place) => (place % 2 ? staff : boss).call("containerSave", { containerId, ...change })),
  );
  expect((await boss.call("containerGet", { containerId })).data).toMatchObject(all);
});

test("a container moves only into a cluster that the person sees", async () => {
  const { staff, boss, containerId } = await people();
  const other = fresh();
  await ensureContainer(other);
  const own = (await staff.call("clusterSave", { name: fresh(), containers: [containerId] })).data.id;
  const foreign = (await boss.call("clusterSave", { name: fresh(), containers: [other] })).data.id;
  await staff.call("containerSave", { containerId, clusterId: null });
  await expect(staff.call("containerSave", { containerId, clusterId: foreign })).refusesWith("not_found");
  await staff.call("containerSave", { containerId, clusterId: own });
  expect((await staff.call("containerGet", { containerId })).data.clusterId).toBe(own);
});

test("an inventory number belongs to one container, and its assets are kept", async () => {
  const { staff, containerId } = await people();
  const other = (await people()).containerId;
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const assets = [{ kind: "battery", serial: "B-1", id: "4711" }];
  const inventoryId = fresh();
  await staff.call("saveInventoryIdSetting", { containerId, inventoryId, assets });
  expect((await staff.call("getInventoryIdSetting", { containerId })).data).toEqual({ inventoryId, assets });
  await expect(boss.call("saveInventoryIdSetting", { containerId: other, inventoryId, assets: [] })).refusesWith(
    "inventory_used",
  );
  await boss.call("saveInventoryIdSetting", { containerId: other, inventoryId: "", assets: [] });
  await boss.call("saveInventoryIdSetting", { containerId, inventoryId: "", assets: [] });
});

test("after a new secret the one before lets the controller in for a day, unless it ends at once", async () => {
  const { staff } = await people();
  const { data } = await staff.call("registerNewContainer", { name: fresh(), serialNumber: fresh() });
  const { containerId } = data;
  const { data: second } = await staff.call("rotateSecret", { containerId });
  expect(Date.parse(second.oldUntil ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(JSON.parse(second.qr)).toEqual({ containerId, secret: second.secret, mqtt: data.mqtt });
  const old = await getsIn(containerId, data.secret);
  expect(old?.connected).toBe(true);
  const closed = new Promise<void>((resolve) => old?.once("close", () => resolve()));
  const { data: third } = await staff.call("rotateSecret", { containerId, endsOldAtOnce: true });
  expect(third.oldUntil).toBeNull();
  await closed;
  expect(await getsIn(containerId, data.secret)).toBeUndefined();
  expect(await getsIn(containerId, second.secret)).toBeUndefined();
  const last = await getsIn(containerId, third.secret);
  expect(last?.connected).toBe(true);
  await last?.endAsync();
});

test("a second new secret leaves the controller the one that it has, until it has signed in with a newer one", async () => {
  const { staff } = await people();
  const { data } = await staff.call("registerNewContainer", { name: fresh(), serialNumber: fresh() });
  const { containerId } = data;
  const mayEnter = async (secret: string) => {
    const client = await getsIn(containerId, secret);
    await client?.endAsync();
    return client !== undefined;
  };
  const rotate = async () => (await staff.call("rotateSecret", { containerId })).data.secret;
  const [second, third] = [await rotate(), await rotate()];
  expect(await mayEnter(second)).toBe(false);
  expect(await mayEnter(data.secret)).toBe(true);
  expect(await mayEnter(third)).toBe(true);
  await rotate();
  expect(await mayEnter(data.secret)).toBe(false);
  expect(await mayEnter(third)).toBe(true);
});

test("a removed container is seen by nobody, its controller is refused at once, and its equipment can be registered again", async () => {
  const { staff, boss } = await people();
  const about = { name: fresh(), serialNumber: fresh(), uuid: crypto.randomUUID() };
  const { data } = await staff.call("registerNewContainer", about);
  const { containerId } = data;
  const controller = await getsIn(containerId, data.secret);
  const closed = new Promise<void>((resolve) => controller?.once("close", () => resolve()));
  await expect(staff.call("removeContainer", { containerId, confirmName: "another" })).refusesWith("bad_input");
  await staff.call("removeContainer", { containerId, confirmName: about.name });
  await closed;
  expect(await getsIn(containerId, data.secret)).toBeUndefined();
  for (const person of [staff, boss]) {
    await expect(person.call("getContainerInfo", { containerId })).refusesWith("not_found");
    expect((await person.call("getSites", {})).data.map(({ id }) => id)).not.toContain(containerId);
  }
  await expect(boss.call("removeContainer", { containerId, confirmName: about.name })).refusesWith("not_found");
  expect((await staff.call("registerNewContainer", about)).data.containerId).not.toBe(containerId);
});

test("a retired container keeps its history, stands in no list or total, and its controller is told that it is not let in", async () => {
  const { staff, viewer, boss } = await people();
  const about = { name: fresh(), serialNumber: fresh() };
  const { data } = await staff.call("registerNewContainer", about);
  const { containerId, secret } = data;
  const cluster = (await boss.call("clusterSave", { name: fresh(), containers: [containerId] })).data.id;
  const listed = async (filter = {}) =>
    (await staff.call("getSitesV2", { filter })).data.map((row) => row.containerId).includes(containerId);
  const inCluster = async () =>
    (await boss.call("clusterList", {})).data.find(({ id }) => id === cluster)?.containers ?? [];
  const controller = await getsIn(containerId, secret);
  const closed = new Promise<void>((resolve) => controller?.once("close", () => resolve()));

  await expect(viewer.call("retireContainer", { containerId })).refusesWith("forbidden");
  const retired = await staff.call("retireContainer", { containerId, reason: "Flooded" });
  expect(retired.data).toMatchObject({ retiredAt: expect.any(String), reason: "Flooded" });
  await closed;
  expect(await refusalOf(containerId, secret)).toBe(2);
  expect(await refusalOf(containerId, "wrong")).toBe(5);
  expect(await listed()).toBe(false);
  expect(await listed({ retired: true })).toBe(true);
  expect((await staff.call("getSites", {})).data.map(({ id }) => id)).not.toContain(containerId);
  expect(await inCluster()).toEqual([]);
  expect((await staff.call("getContainerInfoV4", { containerId })).data).toMatchObject({
    retiredAt: retired.data.retiredAt,
    retiredReason: "Flooded",
  });
  const asked = { period: "yesterday", groupBy: "hour" } as const;
  await expect(staff.call("getGeneration", { ...asked, containerIds: [containerId] })).resolves.toBeDefined();

  // Once more says nothing new, and the first reason stays.
  expect((await staff.call("retireContainer", { containerId, reason: "Sold" })).data).toEqual(retired.data);
  expect((await staff.call("restoreContainer", { containerId })).data).toEqual({ retiredAt: null, reason: "" });
  expect(await refusalOf(containerId, secret)).toBeUndefined();
  expect(await listed()).toBe(true);
  expect(await listed({ retired: true })).toBe(false);
  expect(await inCluster()).toEqual([containerId]);
});
