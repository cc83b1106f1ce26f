import { type Calls, calls } from "@offgrid/contract/registry";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { dateText, localDate } from "@offgrid/contract/core/zone-time";
import { cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { idFromName } from "./registration.ts";

const takesContainerId = (Object.keys(calls) as (keyof Calls)[]).filter(
  (name) => calls[name].access === "view" && "containerId" in ((calls[name].input as { shape?: object }).shape ?? {}),
);

const unprotected = { enabled: true, cutSoc: 20, restoreSoc: 30 };
/** What some of them must be asked besides. */
const beside: Partial<Record<keyof Calls, object>> = {
  getEnergyBalance: { period: "today", groupBy: "hour" },
  getPowerCuts: { period: "today" },
  containerReport: { span: "month" },
  getEnergyCosts: { period: "today" },
  automationRuns: { id: "no-automation" },
  getAdamLock: { relay: 1 },
  getDeviceSetting: { deviceId: "no-device" },
  solarTemplateMeasured: { id: "no-template" },
  phaseControlDryRun: { mode: "off", totalW: null, delaySeconds: 30, phases: [] },
  loadProtectDryRun: { ...unprotected, cutVoltage: null, restoreVoltage: null, delaySeconds: 60, loads: [] },
};

test("there are calls about one container to test", () => {
  expect(takesContainerId).toEqual(
    expect.arrayContaining(["getContainerInfoV4", "getContainerLiveData", "registerLive"]),
  );
});

test.each(takesContainerId)(
  "%s gives the same answer for another person's container as for one that does not exist",
  async (name) => {
    const { amina } = await cast({
      amina: { role: "user", containers: ["lodwar"] },
      kofi: { role: "user", containers: ["kumasi"] },
    });
    const foreign = await amina.post(name, { containerId: "kumasi", ...beside[name] });
    const none = await amina.post(name, { containerId: "atlantis", ...beside[name] });
    expect(foreign).toMatchObject({ status: 404, code: "not_found" });
    expect(foreign.text).toBe(none.text);
  },
);

test("lists, counts and search show only the caller's own containers", async () => {
  const { amina, boss } = await cast({
    amina: { role: "customer_staff", containers: ["lodwar", "gao"] },
    kofi: { role: "user", containers: ["kumasi"] },
    boss: { role: "admin" },
  });
  expect((await amina.call("getSites", {})).data.map((row) => row.id)).toEqual(["gao", "lodwar"]);
  const list = await amina.call("getSitesV2", {});
  expect([list.total, list.data.map((row) => row.id)]).toEqual([2, ["gao", "lodwar"]]);
  expect(await amina.call("getSitesV2", { search: "kumasi" })).toMatchObject({ total: 0, data: [] });
  const all = (await boss.call("getSites", {})).data.map((row) => row.id);
  expect(all).toEqual(expect.arrayContaining(["gao", "kumasi", "lodwar"]));
});

test("the list is searched by name or id, sorted and paged", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["site-10", "site-2", "site-1", "other"] } });
  const ids = async (input: object) => (await amina.call("getSitesV2", input)).data.map((row) => row.id);
  expect(await ids({ search: "SITE" })).toEqual(["site-1", "site-2", "site-10"]);
  expect(await ids({ search: "site", sort: "-name" })).toEqual(["site-10", "site-2", "site-1"]);
  expect(await ids({ page: 2, pageSize: 3 })).toEqual(["site-10"]);
  expect(await ids({ search: "%" })).toEqual([]);
  expect(await ids({ search: "_" })).toEqual([]);
  expect((await amina.call("getSitesV2", { page: 9, pageSize: 2 })).total).toBe(4);
  expect(await amina.post("getSitesV2", { sort: "secretHash" })).toMatchObject({
    status: 400,
    body: { fields: { sort: expect.any(String) } },
  });
});

test("the list gives 2,000 containers all at once or by page, filtered and sorted", async () => {
  const { boss } = await cast({ boss: { role: "admin" } });
  const { pool } = (await thePortal()).database;
  await pool.query(
    `insert into container (id, name, serial_number, secret_hash, cluster_id)
     select 'herd-' || n, 'Herd ' || n, 'herd-' || n, decode('00', 'hex'), null from generate_series(1, 2000) as n`,
  );
  const { id: cluster } = (
    await boss.call("clusterSave", { name: "Herd", containers: Array.from({ length: 500 }, (_, n) => `herd-${n + 1}`) })
  ).data;
  const herd = await boss.call("getSitesV2", { search: "herd-" });
  expect([herd.total, herd.data.length, herd.data[9]?.id]).toEqual([2_000, 2_000, "herd-10"]);
  const page = await boss.call("getSitesV2", { filter: { cluster }, sort: "-name", page: 2, pageSize: 200 });
  expect([page.total, page.data.length, page.data[0]?.id]).toEqual([500, 200, "herd-300"]);
  const none = await boss.call("getSitesV2", { search: "herd-", filter: { cluster: null, version: null } });
  expect(none.total).toBe(1_500);
  await pool.query("delete from container where id like 'herd-%'");
});

test("a container shows its latest values, today's energy and state; yesterday's energy is not today's", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["sahel", "andes", "silent"] } });
  const { db } = (await thePortal()).database;
  const now = new Date();
  const today = dateText(localDate("UTC", now.getTime()));
  const latest = (containerId: string, energyDay: string, linked: boolean, ageMs: number) => ({
    containerId,
    at: now,
    liveValues: JSON.stringify({ "battery.soc": [81.5, now.getTime()] }),
    soc: 81.5,
    solarPower: 1_200,
    loadPower: null,
    batteryPower: -300,
    everyS: 10,
    energyDay,
    solarWh: 5_000,
    loadWh: 0,
    energyMeasuredS: 1,
    linked,
    birthNumber: 1,
    boot: "b",
    lastContactAt: new Date(now.getTime() - ageMs),
    software: "1.2.3",
    configVersion: 7,
    devices: JSON.stringify([{ id: "inv1", type: "inverter" }]),
    capabilities: JSON.stringify(["relay"]),
  });
  await db
    .insertInto("containerLatest")
    .values([latest("sahel", today, true, 1_000), latest("andes", "2020-01-01", false, 5 * 60_000)])
    .onConflict((conflict) =>
      conflict.column("containerId").doUpdateSet(({ ref }) => ({ lastContactAt: ref("excluded.lastContactAt") })),
    )
    .execute();

  await db
    .insertInto("containerQuality")
    .values({ containerId: "andes", clockOffsetS: -3_600, clockSince: now, refused: 7, conflicts: 2, quarantined: 1 })
    .execute();

  const { data } = await amina.call("getSitesV2", {});
  expect(data.map((row) => [row.id, row.status, row.isOnline, row.systemStatus])).toEqual([
    ["andes", "just_offline", false, "clock"],
    ["sahel", "online", true, "ok"],
    ["silent", "offline", false, "unknown"],
  ]);
  expect(data[1]).toMatchObject({ soc: 81.5, solarPower: 1_200, loadPower: null, batteryPower: -300, everyS: 60 });
  expect(data[1]).toMatchObject({ energyConsumption: 0, solarGeneration: 5_000, valuesAt: now.toISOString() });
  expect(data[0]).toMatchObject({ energyConsumption: null, solarGeneration: null });
  expect(data[2]).toMatchObject({ lastSeen: null, soc: null, everyS: 60 });
  expect((await amina.call("getSitesV2", { filter: { status: "online" } })).data.map((row) => row.id)).toEqual([
    "sahel",
  ]);

  const live = await amina.call("getContainerLiveData", { containerId: "sahel" });
  expect(live.data).toEqual({ values: { "battery.soc": { value: 81.5, at: now.toISOString() } }, status: "online" });

  const info = (await amina.call("getContainerInfoV4", { containerId: "sahel" })).data;
  expect(info).toMatchObject({
    version: "1.2.3",
    configVersion: 7,
    capabilities: ["relay"],
    energyToday: { solarWh: 5_000, loadWh: 0 },
    everyS: 60,
  });
  const sinceMidnightS = (Date.now() - Date.parse(today)) / 1_000;
  expect(info.energyToday.coverage * sinceMidnightS).toBeCloseTo(1, 1);
  const none = {
    clockOffsetS: null,
    clockSince: null,
    metricsRefusedAt: null,
    refused: 0,
    quarantined: 0,
    conflicts: 0,
    earliest: "2020-01-01T00:00:00.000Z",
  };
  expect(info.quality).toEqual(none);
  const andes = (await amina.call("getContainerInfoV4", { containerId: "andes" })).data;
  const off = { clockOffsetS: -3_600, clockSince: now.toISOString(), refused: 7, conflicts: 2, quarantined: 1 };
  expect(andes.quality).toEqual({ ...none, ...off });
  const before = andes.energyToday;
  expect(before).toEqual({ solarWh: null, loadWh: null, coverage: 0 });
  expect(info.devices).toEqual([{ id: "inv1", type: "inverter" }]);
});

test("today's data is what the portal has counted since the container's midnight", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["apia", "lodwar", "mute"] } });
  const { database } = await thePortal();
  const dataOf = async (containerId: string) =>
    (await amina.call("getContainerInfoV4", { containerId })).data.dataToday;
  const countedAt = new Date();
  const zoneName = "Pacific/Apia";
  await database.db.updateTable("container").set({ zoneName }).where("id", "=", "apia").execute();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: zoneName }).format(countedAt);
  const sums = { upBytes: 5_000_000, downBytes: 900_000, dayUpBytes: 120_000, dayDownBytes: 30_000, countedAt };
  await database.db
    .insertInto("containerTraffic")
    .values([
      { containerId: "apia", day: today, ...sums },
      { containerId: "lodwar", day: "2026-01-01", ...sums },
    ])
    .execute();
  const at = countedAt.toISOString();
  expect(await dataOf("apia")).toEqual({ sentBytes: 120_000, receivedBytes: 30_000, at });
  expect(await dataOf("lodwar")).toEqual({ sentBytes: 0, receivedBytes: 0, at });
  expect(await dataOf("mute")).toBeNull();
});

test("each version of the info contains the one before", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["lodwar"] } });
  const versions = [
    await amina.call("getContainerInfo", { containerId: "lodwar" }),
    await amina.call("getContainerInfoV2", { containerId: "lodwar" }),
    await amina.call("getContainerInfoV3", { containerId: "lodwar" }),
    await amina.call("getContainerInfoV4", { containerId: "lodwar" }),
  ].map(({ data }) => data as Record<string, unknown>);
  for (const [index, version] of versions.slice(1).entries()) {
    expect(version).toMatchObject(versions[index]!);
    expect(Object.keys(version).length).toBeGreaterThan(Object.keys(versions[index]!).length);
  }
});

test("a long answer is compressed as the caller accepts, a short one and a refusal are not", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["mali-1", "mali-2", "mali-3", "mali-4"] } });
  const encodingOf = async (name: string, body: object, accepted: string) => {
    const answer = await amina.post(name, body, { "accept-encoding": accepted });
    return [answer.headers.get("content-encoding"), answer.headers.get("vary"), "status" in answer.body];
  };
  expect(await encodingOf("getSitesV2", {}, "gzip, deflate, br")).toEqual(["br", "accept-encoding", true]);
  expect(await encodingOf("getSitesV2", {}, "gzip")).toEqual(["gzip", "accept-encoding", true]);
  expect(await encodingOf("getSitesV2", {}, "identity")).toEqual([null, null, true]);
  expect(await encodingOf("getSitesV2", { pageSize: 1 }, "br")).toEqual([null, null, true]);
  expect(await encodingOf("getSitesV2", { sort: "x" }, "br")).toEqual([null, null, true]);
});

test("favorites are each person's own", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["lodwar"] },
    kofi: { role: "user", containers: ["lodwar"] },
  });
  await amina.call("saveUserSetting", { favorites: ["lodwar"] });
  expect((await amina.call("getSitesV2", {})).data[0]?.favorite).toBe(true);
  expect((await kofi.call("getSitesV2", {})).data[0]?.favorite).toBe(false);
});

test("a container is registered with a secret that is shown once and stored as a hash", async () => {
  const { staff } = await cast({ staff: { role: "offgrid_staff" } });
  const uuid = crypto.randomUUID();
  const { data } = await staff.call("registerNewContainer", {
    name: "Saint-Élie école",
    serialNumber: "OG-1",
    uuid,
    location: { lat: 4.82, long: -53.28 },
    zoneName: "America/Cayenne",
  });
  expect(data.containerId).toBe("saint-elie-ecole");
  expect(Buffer.from(data.secret, "base64url")).toHaveLength(32);
  expect(JSON.parse(data.qr)).toEqual({ containerId: data.containerId, secret: data.secret, mqtt: data.mqtt });
  const { mqttPort: port } = await thePortal();
  expect(data.mqtt).toEqual({ host: "127.0.0.1", port, tls: false, url: `mqtt://127.0.0.1:${port}` });

  const { pool } = (await thePortal()).database;
  const { rows } = await pool.query("select *, container::text as line from container where id = $1", [
    data.containerId,
  ]);
  expect(rows[0].secret_hash).toEqual(createHash("sha256").update(data.secret).digest());
  expect(rows[0].line).not.toContain(data.secret);

  expect((await staff.call("uuidGet", { serialNumber: "OG-1" })).data).toEqual({ uuid });
  expect((await staff.call("containerIdGet", { uuid })).data).toEqual({ containerId: "saint-elie-ecole" });
  expect((await staff.call("getSites", {})).data.map((row) => row.id)).toEqual(["saint-elie-ecole"]);
});

test("an id, serial number or UUID that is taken is refused with its own code, and an id made from a repeated name gets a number", async () => {
  const { staff } = await cast({ staff: { role: "offgrid_staff" } });
  const uuid = crypto.randomUUID();
  await staff.call("registerNewContainer", { containerId: "timbuktu", name: "Timbuktu", serialNumber: "OG-7", uuid });
  const again = { name: "Timbuktu", serialNumber: "OG-8" };
  await expect(staff.call("registerNewContainer", { ...again, serialNumber: "OG-7" })).refusesWith("serial_used");
  await expect(staff.call("registerNewContainer", { ...again, uuid })).refusesWith("uuid_used");
  await expect(staff.call("registerNewContainer", { ...again, containerId: "timbuktu" })).refusesWith("id_used");
  await expect(staff.call("registerNewContainer", { ...again, containerId: "new" })).refusesWith("bad_input");
  await expect(staff.call("registerNewContainer", { ...again, containerId: "portal-north" })).refusesWith("bad_input");
  await expect(staff.call("registerNewContainer", { ...again, zoneName: "Mars/Base" })).refusesWith("bad_input");
  await expect(staff.call("registerNewContainer", { ...again, users: ["nobody"] })).refusesWith("not_found");
  expect((await staff.call("registerNewContainer", again)).data.containerId).toBe("timbuktu-2");
});

test("the time zone of a place is looked up, and what was typed of a new container is kept for its author", async () => {
  const { staff } = await cast({ staff: { role: "offgrid_staff" } });
  const zoneOf = async (lat: number, long: number) =>
    (await staff.call("zoneGet", { location: { lat, long } })).data.zoneName;
  expect([await zoneOf(4.82, -53.28), await zoneOf(29.27, 82.18)]).toEqual(["America/Cayenne", "Asia/Kathmandu"]);
  await expect(staff.call("zoneGet", { location: { lat: 91, long: 0 } })).refusesWith("bad_input");
  await staff.call("saveUserSetting", { newContainer: { serialNumber: "OG-7" } });
  const kept = async () => (await staff.call("getUserSetting", {})).userSetting.newContainer;
  expect(await kept()).toEqual({ serialNumber: "OG-7" });
  await staff.call("saveUserSetting", { newContainer: null });
  expect(await kept()).toBeNull();
});

test("serial number and UUID of a container out of sight are not found", async () => {
  const { staff } = await cast({ staff: { role: "offgrid_staff" } });
  await ensureContainer("hidden");
  await expect(staff.call("uuidGet", { serialNumber: "SN-hidden" })).refusesWith("not_found");
  await expect(staff.call("containerIdGet", { uuid: crypto.randomUUID() })).refusesWith("not_found");
});

test.each([
  ["Saint-Élie (école)", "saint-elie-ecole"],
  ["  Küche 7 ", "kuche-7"],
  ["日本", "container"],
  ["A", "container-a"],
  ["New", "container-new"],
  ["Portal", "container-portal"],
  ["Portal north", "container-portal-north"],
  ["Portals", "portals"],
  ["x".repeat(80), "x".repeat(36)],
])("the id for %s is %s", (name, id) => {
  expect(idFromName(name)).toBe(id);
});

test("containers of one name that are added at the same time each get an id, as one after the other would", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const added = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      boss.call("registerNewContainer", { name: "Gao Nord", serialNumber: `SN-GAO-${index}` }),
    ),
  );
  const ids = added.map(({ data }) => data.containerId).toSorted();
  expect(ids).toEqual(["gao-nord", "gao-nord-2", "gao-nord-3", "gao-nord-4", "gao-nord-5", "gao-nord-6"]);
});
