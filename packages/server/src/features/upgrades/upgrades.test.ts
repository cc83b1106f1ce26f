import { readFileSync } from "node:fs";

import type { ContainerUpgrade } from "@offgrid/contract/upgrades/upgrades.schema";
import { makeKeys } from "@offgrid/controller/testing/releases";
import { beforeAll, expect, test, vi } from "vitest";

import { systemClock } from "../../core/clock.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { secret } from "../../testing/controllers.ts";
import { endOverdue } from "./upgrade-deadlines.ts";
import { first, inTime, releaseOf, startUpgrades, upload, withController } from "./upgrades.fixture.ts";

let boss: Actor;
beforeAll(async () => {
  boss = await startUpgrades();
});

test("a container loads a release from the portal, and people read each step of it until it is healthy", async () => {
  const file = releaseOf("1.1.0", 2);
  expect((await upload(file)).data).toMatchObject({
    version: "1.1.0",
    seq: 2,
    notes: { en: "Reads faster.", fr: "Lit plus vite." },
  });
  const container = await withController("gao");
  const old = await container.run("1.0.0", first);
  const { data } = await boss.call("upgradeContainer", { containerId: "gao", version: "1.1.0" });
  expect(data).toMatchObject({ containerId: "gao", version: "1.1.0", state: "gated", by: "boss" });
  await container.reaches("installing");
  expect(old.installs[0]?.id).toBe(data.upgradeId);
  expect(readFileSync(old.installs[0]?.file ?? "").equals(file)).toBe(true);
  await old.stop();

  const outcome = { id: data.upgradeId, error: null, log: [] };
  const next = await container.run("1.1.0", { ...first, seq: 2, outcome: { ...outcome, st: "installed" } });
  await container.reaches("booted");
  next.upgrader.follow({ ...first, seq: 2, outcome: { ...outcome, st: "healthy" } });
  await container.reaches("healthy");
  const { bytes, ...ended } = (await container.newest()) as ContainerUpgrade;
  expect(ended).toMatchObject({ progress: 1, reason: null, gates: [] });
  expect(bytes).toBeGreaterThan(0);
  // What it loaded counts as data that its link used.
  const { budget } = (await boss.call("simCardGet", { containerId: "gao" })).data;
  expect(budget.usedBytes).toBeGreaterThanOrEqual(bytes);
  const { database } = await thePortal();
  const { rows } = await database.pool.query(
    "select code from event where container_id = 'gao' and code like 'upgrade.%' order by received_at, at",
  );
  expect(rows.map(({ code }) => String(code))).toEqual(["upgrade.start", "upgrade.upgraded", "upgrade.success"]);
  await vi.waitUntil(
    async () => (await boss.call("containerUpgradeList", { containerId: "gao" })).running === "1.1.0",
    inTime,
  );
  await expect(boss.call("upgradeContainer", { containerId: "gao", version: "1.1.0" })).refusesWith(
    "release_not_newer",
  );
});

test("a release that the controller took back has failed, with the last lines of its log", async () => {
  await upload(releaseOf("1.2.0", 3));
  const container = await withController("kayes");
  const old = await container.run("1.0.0", first);
  await boss.call("upgradeContainer", { containerId: "kayes", version: "1.2.0" });
  await container.reaches("installing");
  const { id } = old.installs[0] ?? { id: "" };
  await old.stop();
  const outcome = { id, st: "rolled_back" as const, error: "was silent for 30 s", log: ["starts", "no device"] };
  await container.run("1.0.0", { ...first, outcome });
  await container.reaches("rolled_back");
  expect(await container.newest()).toMatchObject({ reason: "was silent for 30 s", log: ["starts", "no device"] });
  // A next attempt is another row.
  await boss.call("upgradeContainer", { containerId: "kayes", version: "1.2.0" });
});

test("an upgrade waits until its container has charge and nobody works on it, and says so", async () => {
  await upload(releaseOf("1.3.0", 4));
  const container = await withController("segou", { charge: 30 });
  await container.run("1.0.0", first);
  await vi.waitUntil(() => storedCharge("segou").then((percent) => percent === 30), inTime);
  await boss.call("upgradeContainer", { containerId: "segou", version: "1.3.0" });
  await vi.waitUntil(async () => (await container.newest())?.gates.includes("charge_low"), inTime);
  expect(await container.newest()).toMatchObject({ state: "gated", gates: ["charge_low"] });
  // With the figure that says how far off it is.
  const { waits } = await boss.call("containerUpgradeList", { containerId: "segou" });
  expect(waits).toMatchObject([{ gate: "charge_low", percent: 30, at: expect.any(String) }]);
  await expect(boss.call("upgradeContainer", { containerId: "segou", version: "1.3.0" })).refusesWith("upgrade_open");

  const upgradeId = (await container.newest())?.upgradeId ?? "";
  await boss.call("upgradeCancel", { upgradeId });
  expect(await container.newest()).toMatchObject({ state: "cancelled" });
  await expect(boss.call("upgradeCancel", { upgradeId })).refusesWith("upgrade_begun");

  container.state.charge = 90;
  await vi.waitUntil(() => storedCharge("segou").then((percent) => percent === 90), inTime);
  await boss.call("upgradeContainer", { containerId: "segou", version: "1.3.0" });
  await container.reaches("installing");
});

/** The newest charge that the portal has stored, in percent: without one, an upgrade does not wait for it. */
async function storedCharge(containerId: string): Promise<number> {
  const { database } = await thePortal();
  const { rows } = await database.pool.query("select soc from container_latest where container_id = $1", [containerId]);
  return Number(rows[0]?.soc);
}

test("a container whose controller has no supervisor, or is away, is not sent anything", async () => {
  await upload(releaseOf("1.4.0", 5));
  const container = await withController("mopti", { isUpgradable: false });
  await boss.call("upgradeContainer", { containerId: "mopti", version: "1.4.0" });
  await vi.waitUntil(async () => (await container.newest())?.gates.includes("offline"), inTime);
  await container.run("1.0.0", first);
  await vi.waitUntil(async () => (await container.newest())?.gates.join() === "not_upgradable", inTime);
});

test("only what one of the portal's keys has signed, and what is newer than all before, is added", async () => {
  const good = releaseOf("2.0.0", 20);
  await upload(good);
  const newest = await boss.call("getNewestContainerVersion", {});
  expect(newest).toMatchObject({ data: { version: "2.0.0", seq: 20 }, canAdd: true });
  const tampered = Buffer.from(good);
  tampered[tampered.length - 1] = (tampered.at(-1) ?? 0) ^ 1;
  await expect(upload(tampered)).refusesWith("bad_release");
  await expect(upload(releaseOf("2.1.0", 21, {}, makeKeys()))).refusesWith("bad_release");
  await expect(upload(releaseOf("2.1.0", 21, { url: "https://elsewhere.example/a" }))).refusesWith("bad_release");
  await expect(upload(releaseOf("2.1.0", 21, { product: "other" }))).refusesWith("bad_release");
  await expect(upload(Buffer.from("no release"))).refusesWith("bad_release");
  await expect(upload(good)).refusesWith("release_older");
  await expect(upload(releaseOf("1.9.0", 19))).refusesWith("release_older");
  await expect(upload(releaseOf("2.0.0", 22, { url: "releases/other" }))).refusesWith("release_older");
});

test("of releases that are added at the same time none is lower than one that is there", async () => {
  const seqs = [25, 24, 23, 22];
  await Promise.allSettled(seqs.map((seq) => upload(releaseOf(`2.1.${seq}`, seq))));
  const { database } = await thePortal();
  const { rows } = await database.pool.query(
    "select seq from controller_release where version like '2.1.%' order by uploaded_at, seq",
  );
  const added = rows.map(({ seq }) => Number(seq));
  expect(added).toContain(25);
  expect(added).toEqual([...added].sort((one, other) => one - other));
});

test("archives are for containers that were offered them, with their secret, from any byte on", async () => {
  const { port, database } = await thePortal();
  await upload(releaseOf("3.0.0", 30));
  await withController("tessalit");
  const { upgradeId } = (await boss.call("upgradeContainer", { containerId: "tessalit", version: "3.0.0" })).data;
  const set = (what: string) => database.pool.query(`update container_upgrade set ${what} where id = $1`, [upgradeId]);
  const get = (path: string, password: string, range?: string, who = "tessalit") =>
    fetch(`http://127.0.0.1:${port}/releases/${path}`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${who}:${password}`).toString("base64")}`,
        ...(range !== undefined && { range }),
      },
    });
  // One at a time, and not for ever: a download is over for the portal a moment after its last byte has arrived.
  const isFree = async () => {
    const { rows } = await database.pool.query("select download_until as until from container_upgrade where id = $1", [
      upgradeId,
    ]);
    return rows[0]?.until === null;
  };
  const getNext = async (range?: string) => {
    await vi.waitUntil(isFree, inTime);
    return get("3.0.0", secret, range);
  };
  // Nothing was offered yet.
  expect((await get("3.0.0", secret)).status).toBe(404);
  await set("state = 'offered'");
  const whole = Buffer.from(await (await getNext()).arrayBuffer());
  const rest = await getNext("bytes=10-");
  expect(rest.status).toBe(206);
  expect(rest.headers.get("content-range")).toBe(`bytes 10-${whole.length - 1}/${whole.length}`);
  expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(10))).toBe(true);
  expect((await getNext(`bytes=${whole.length}-`)).status).toBe(416);
  await vi.waitUntil(isFree, inTime);
  await set("download_claim = 'another', download_until = now() + interval '1 hour'");
  expect((await get("3.0.0", secret)).status).toBe(429);
  await set("download_until = now() - interval '1 hour'");
  expect((await get("3.0.0", secret)).status).toBe(200);
  await vi.waitUntil(isFree, inTime);
  await set("downloads = 1000");
  expect((await get("3.0.0", secret)).status).toBe(429);
  expect((await get("3.0.1", secret)).status).toBe(404);
  expect((await get("3.0.0", "another secret")).status).toBe(404);
  expect((await get("3.0.0", secret, undefined, "tess\0alit")).status).toBe(404);
  expect((await get("%00", secret)).status).toBe(404);
});

test("people see and upgrade only their own containers, and a container reports only of its own", async () => {
  await upload(releaseOf("4.0.0", 40));
  const { ben, zoe } = await cast({
    ben: { role: "admin", containers: ["nioro"] },
    zoe: { role: "user", containers: ["djenne"] },
  });
  const { upgradeId } = (await ben.call("upgradeContainer", { containerId: "nioro", version: "4.0.0" })).data;
  await expect(zoe.call("containerUpgradeList", { containerId: "nioro" })).refusesWith("not_found");
  await expect(zoe.call("upgradeContainer", { containerId: "djenne", version: "4.0.0" })).refusesWith("forbidden");
  await expect(zoe.call("upgradeCancel", { upgradeId })).refusesWith("forbidden");

  const stranger = await withController("gossi");
  const { controller } = await stranger.run("1.0.0", first);
  controller.on("online", () => {
    const [version, ts] = ["4.0.0", Date.now()];
    controller.reportFirmware({ id: upgradeId, version, ts, st: "healthy", error: null, log: [] });
  });
  const { database } = await thePortal();
  const isRefused = async () => {
    const sql = "select 1 from rejected_part where container_id = 'gossi' and reason = 'unknown_upgrade'";
    return (await database.pool.query(sql)).rows.length > 0;
  };
  await vi.waitUntil(isRefused, inTime);
  expect((await ben.call("containerUpgradeList", { containerId: "nioro" })).data[0]).toMatchObject({ state: "gated" });
});

test("an upgrade that nobody could offer for seven days lapses, and one under way ends when its time is over", async () => {
  await upload(releaseOf("5.0.0", 50));
  const container = await withController("kidal");
  const { upgradeId } = (await boss.call("upgradeContainer", { containerId: "kidal", version: "5.0.0" })).data;
  const { database } = await thePortal();
  const bus = { announce: () => ({ add: () => {}, send: async () => {}, deliver: () => {}, inDoubt: () => {} }) };
  const at = (ms: number) =>
    endOverdue(
      { bus: bus as never, db: database.db, clock: { ...systemClock, now: () => Date.now() + ms } },
      upgradeId,
    );
  const dayMs = 86_400_000;
  await at(6 * dayMs);
  expect(await container.newest()).toMatchObject({ state: "gated" });
  await at(7 * dayMs + 60_000);
  expect(await container.newest()).toMatchObject({ state: "lapsed" });
  await database.pool.query(
    "update container_upgrade set state = 'installing', due_at = now(), ended_at = null where id = $1",
    [upgradeId],
  );
  await at(60_000);
  expect(await container.newest()).toMatchObject({ state: "silent", endedAt: null });
});

test("a container that went silent is asked what became of its upgrade, and begins again where its disk is gone", async () => {
  await upload(releaseOf("7.0.0", 70));
  const container = await withController("nara");
  const { upgradeId } = (await boss.call("upgradeContainer", { containerId: "nara", version: "7.0.0" })).data;
  const { database } = await thePortal();
  await database.pool.query("update container_upgrade set state = 'silent', due_at = null where id = $1", [upgradeId]);
  // It has been here before: what it can is known by the time it connects again.
  await database.pool.query(
    `insert into container_latest (container_id, capabilities) values ('nara', '["upgrade"]')
     on conflict (container_id) do update set capabilities = excluded.capabilities`,
  );
  const { installs } = await container.run("1.0.0", first);
  await container.reaches("installing");
  expect(installs[0]?.id).toBe(upgradeId);
});

test("a container that stays connected is asked again what became of a silent upgrade, by any worker, hour by hour", async () => {
  await upload(releaseOf("7.1.0", 71));
  const container = await withController("araouane");
  const { installs } = await container.run("1.0.0", first);
  const { upgradeId } = (await boss.call("upgradeContainer", { containerId: "araouane", version: "7.1.0" })).data;
  await container.reaches("installing");
  const { database } = await thePortal();
  // Its report of the step after this one is lost, and so is what it knew.
  await database.pool.query("update container_upgrade set state = 'booted', due_at = now() where id = $1", [upgradeId]);
  const asked: string[] = [];
  const news = {
    add: (name: string) => void asked.push(name),
    send: async () => {},
    deliver: () => {},
    inDoubt: () => {},
  };
  const at = (ms: number) =>
    endOverdue(
      {
        bus: { announce: () => news } as never,
        db: database.db,
        clock: { ...systemClock, now: () => Date.now() + ms },
      },
      upgradeId,
    );
  await at(60_000);
  expect(await container.newest()).toMatchObject({ state: "silent", endedAt: null });
  await at(30 * 60_000);
  expect(asked).not.toContain("upgradesWaiting");
  await at(62 * 60_000);
  await at(62 * 60_000);
  expect(asked.filter((name) => name === "upgradesWaiting")).toHaveLength(1);
  await database.pool.query("update container_upgrade set due_at = now() where id = $1", [upgradeId]);
  await database.pool.query("update job set due_at = now() where kind = 'upgrade-steps' and claim is null");
  // The portal's own job asks now, and the controller, which has stayed connected, says how far it is.
  await container.reaches("installing");
  expect(installs).toHaveLength(1);
});

test("a planned upgrade waits for its day, can be withdrawn until then, and is planned for days, not weeks", async () => {
  await upload(releaseOf("8.0.0", 80));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const planned = await withController("bandiagara");
  const other = await withController("sevare");
  await planned.run("1.0.0", first);
  await other.run("1.0.0", first);
  const plan = (when: string) => boss.call("upgradeContainer", { containerId: "bandiagara", version: "8.0.0", when });
  await expect(plan(inDays(7))).refusesWith("bad_input");
  const { upgradeId } = (await plan(inDays(1))).data;
  // They are offered one after the other.
  await boss.call("upgradeContainer", { containerId: "sevare", version: "8.0.0" });
  await other.reaches("installing");
  expect(await planned.newest()).toMatchObject({ state: "gated", gates: [] });
  await boss.call("upgradeCancel", { upgradeId });
  expect(await planned.newest()).toMatchObject({ state: "cancelled" });
});
