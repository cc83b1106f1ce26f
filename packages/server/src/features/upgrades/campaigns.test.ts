import type { UpgradeEvent } from "@offgrid/contract/upgrades/upgrade-moves";
import { makeKeys, makeRelease } from "@offgrid/controller/testing/releases";
import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";

import { systemClock } from "../../core/clock.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { goOn } from "./campaign-steps.ts";
import { findCampaign, listCampaigns, lockCampaign } from "./campaigns.store.ts";
import { UpgradeSender } from "./upgrade-sender.ts";
import { silentBus } from "./upgrades.fixture.ts";
import { applyEvent, listUpgrades } from "./upgrades.store.ts";

const keys = makeKeys();
const hourMs = 3_600_000;
const healthy = ["offer", "booted", "healthy"] as const;
const rolledBack = ["offer", "booted", "rolled_back"] as const;
let boss: Actor;

beforeAll(async () => {
  await thePortal({ config: { releaseKeys: [keys.publicKey] } });
  ({ boss } = await cast({ boss: { role: "super_admin" } }));
  const file = makeRelease(keys, "// 1.1.0", { version: "1.1.0", seq: 2 });
  await boss.call("releaseUpload", { file: file.toString("base64") });
});

/** A campaign over containers of its own, whose job the test is, at times of its own. */
async function withCampaign(prefix: string, count: number) {
  const { database } = await thePortal();
  const containers = Array.from({ length: count }, (_, place) => `${prefix}${place}`);
  await cast({ [`${prefix}owner`]: { role: "user", containers } });
  const { data } = await boss.call("upgradeCampaignSave", { name: prefix, version: "1.1.0", containers });
  const { campaignId } = data;
  const stepAt = (afterMs = 0) =>
    goOn({ bus: silentBus, db: database.db, clock: { ...systemClock, now: () => Date.now() + afterMs } }, campaignId);
  const get = async () => (await boss.call("upgradeCampaignGet", { campaignId })).data;
  /** What becomes of the upgrade that a container has. */
  const report = (containerId: string, events: readonly UpgradeEvent[], afterMs = 0) =>
    database.db.transaction().execute(async (tx) => {
      for (const event of events) {
        const [row] = await listUpgrades(tx, containerId, 1);
        expect(row && (await applyEvent(tx, row, event, Date.now() + afterMs)), event).toBeDefined();
      }
    });
  const states = async () => (await get()).members.map(({ state }) => state);
  return { campaignId, containers, stepAt, get, report, states, database, data };
}

test("a campaign goes from wave to wave, each after its soak, until all containers are upgraded", async () => {
  const { campaignId, stepAt, get, report, states, data } = await withCampaign("wave", 6);
  expect(data).toMatchObject({ state: "draft", waves: 3, wave: 1, by: "boss", counts: { waiting: 6 } });
  expect((await get()).members.map(({ wave }) => wave)).toEqual([1, 2, 2, 2, 3, 3]);
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  expect(await states()).toEqual(["gated", "pending", "pending", "pending", "pending", "pending"]);
  // Any number of workers comes along: nothing is counted twice.
  await Promise.all([stepAt(), stepAt(), stepAt()]);
  await report("wave0", healthy);
  await stepAt();
  expect(await get()).toMatchObject({ state: "soaking", wave: 1, counts: { succeeded: 1, waiting: 5 } });
  await stepAt(23 * hourMs);
  expect((await get()).state).toBe("soaking");
  await stepAt(72 * hourMs);
  await stepAt(72 * hourMs);
  expect(await states()).toEqual(["healthy", "gated", "gated", "gated", "pending", "pending"]);
  for (const place of [1, 2, 3]) await report(`wave${place}`, healthy, 73 * hourMs);
  await stepAt(74 * hourMs);
  await stepAt(150 * hourMs);
  await stepAt(150 * hourMs);
  for (const place of [4, 5]) await report(`wave${place}`, healthy, 151 * hourMs);
  await stepAt(152 * hourMs);
  await stepAt(240 * hourMs);
  const { counts, ...done } = await get();
  expect(done).toMatchObject({ state: "completed", wave: 3, endedAt: expect.any(String) });
  expect(counts).toEqual({ waiting: 0, underWay: 0, succeeded: 6, failed: 0, over: 0 });
});

test("E14: a first failure halts it: what was not offered is withdrawn, and it goes on only when a person says so", async () => {
  const { campaignId, stepAt, get, report, states, database } = await withCampaign("fail", 8);
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  await report("fail0", healthy);
  await stepAt();
  await stepAt(72 * hourMs);
  await stepAt(72 * hourMs);
  await report("fail1", rolledBack, 72 * hourMs);
  await stepAt(73 * hourMs);
  expect(await get()).toMatchObject({ state: "halted", haltCause: "first_results", wave: 2, counts: { failed: 1 } });
  expect((await states()).slice(1, 4)).toEqual(["rolled_back", "pending", "pending"]);
  await stepAt(200 * hourMs);
  expect((await get()).state).toBe("halted");
  const { rows } = await database.pool.query("select container_id as id from event where code = 'upgrade.halted'");
  expect(rows).toContainEqual({ id: "fail1" });
  await boss.call("upgradeCampaignCancel", { campaignId, reason: "Mended in the next one" });
  expect(await get()).toMatchObject({ state: "cancelled", reason: "Mended in the next one" });
  await expect(boss.call("upgradeCampaignResume", { campaignId, reason: "No" })).refusesWith("campaign_state");
});

test("loads that are cut on an upgraded container halt it, unless they were cut in the week before as well", async () => {
  const { campaignId, containers, stepAt, get, report, database } = await withCampaign("cut", 5);
  const [first = ""] = containers;
  const cut = (past: string | null) =>
    database.pool.query(
      `insert into container_latest (container_id, cut_since, past_cuts) values ($1, now() + interval '5 hours', $2)
       on conflict (container_id) do update set cut_since = excluded.cut_since, past_cuts = excluded.past_cuts`,
      [first, past],
    );
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  await report(first, healthy);
  await stepAt();
  await cut(JSON.stringify([{ fromMs: Date.now() - 30 * hourMs, toMs: Date.now() - 20 * hourMs }]));
  await stepAt(6 * hourMs);
  expect((await get()).state).toBe("soaking");
  await cut(null);
  await stepAt(6 * hourMs);
  expect(await get()).toMatchObject({ state: "halted", haltCause: "trouble" });
});

test("an upgrade of a halted campaign is not offered to a container that connects", async () => {
  const { campaignId, stepAt, get, states, database } = await withCampaign("held", 2);
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  await boss.call("upgradeCampaignHalt", { campaignId, reason: "Wait for the weekend" });
  expect(await get()).toMatchObject({ state: "halted", haltCause: "person", reason: "Wait for the weekend" });
  expect(await states()).toEqual(["pending", "pending"]);
  const open = "select 1 from container_upgrade where container_id = 'held0' and ended_at is null";
  expect((await database.pool.query(open)).rows).toEqual([]);
  await boss.call("upgradeCampaignResume", { campaignId, reason: "Monday" });
  await stepAt();
  expect(await states()).toEqual(["gated", "pending"]);
});

test("who offers an upgrade while its campaign is being halted waits for that, and holds nothing that it needs", async () => {
  const { campaignId, stepAt, states, database } = await withCampaign("both", 1);
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  const [upgrade] = await listUpgrades(database.db, "both0", 1);
  const failed = vi.fn();
  const sender = new UpgradeSender(
    { bus: silentBus, db: database.db, clock: systemClock, log: { warn: failed } as never },
    { canReach: () => true, sendRelease: () => {}, write: (whole) => database.db.transaction().execute(whole) },
  );
  await database.db.transaction().execute(async (tx) => {
    await lockCampaign(tx, campaignId);
    sender.send([upgrade?.id ?? ""]);
    const waits = sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await vi.waitUntil(async () => (await waits.execute(tx)).rows.length > 0, { timeout: 20_000 });
    await sql`select 1 from container_upgrade where id = ${upgrade?.id} for update nowait`.execute(tx);
  });
  await sender.idle();
  expect(failed).not.toHaveBeenCalled();
  expect(await states()).toEqual(["gated"]);
});

test("a container that goes silent after its campaign was resumed is a failure of now", async () => {
  const { campaignId, stepAt, get, report } = await withCampaign("mute", 1);
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  await report("mute0", ["offer", "booted"], -hourMs);
  await boss.call("upgradeCampaignHalt", { campaignId, reason: "To look at it" });
  await boss.call("upgradeCampaignResume", { campaignId, reason: "All is well" });
  expect((await get()).reason).toBe("All is well");
  await report("mute0", ["timeout"], hourMs);
  await stepAt(2 * hourMs);
  expect(await get()).toMatchObject({ state: "halted", haltCause: "first_results", counts: { failed: 1 } });
  // What was said before is no reason of this.
  expect((await get()).reason).toBeNull();
});

test("a campaign that is planned, halted and resumed waits for its time", async () => {
  const { campaignId, stepAt, get, states } = await withCampaign("plan", 1);
  const when = new Date(Date.now() + 120 * hourMs).toISOString();
  await boss.call("upgradeCampaignStart", { campaignId, when });
  await boss.call("upgradeCampaignHalt", { campaignId, reason: "Not yet sure" });
  await boss.call("upgradeCampaignResume", { campaignId, reason: "Sure" });
  await stepAt();
  expect(await get()).toMatchObject({ state: "scheduled", startsAt: when });
  await stepAt(121 * hourMs);
  expect(await states()).toEqual(["gated"]);
});

test("a wave that upgraded none takes the next containers: no larger wave goes out before one has come through", async () => {
  const { campaignId, stepAt, get, report, states, database } = await withCampaign("away", 6);
  const runs = (containerId: string) =>
    database.pool.query("insert into container_latest (container_id, software) values ($1, '1.1.0')", [containerId]);
  await runs("away0");
  await runs("away3");
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  await stepAt();
  await stepAt();
  expect(await states()).toEqual(["skipped", "gated", "pending", "skipped", "pending", "pending"]);
  await report("away1", ["timeout"]);
  await stepAt();
  await stepAt();
  expect(await get()).toMatchObject({ state: "running", wave: 1, counts: { over: 3, waiting: 3 } });
  expect(await states()).toEqual(["skipped", "lapsed", "gated", "skipped", "pending", "pending"]);
  await report("away2", rolledBack);
  await stepAt();
  await boss.call("upgradeCampaignResume", { campaignId, reason: "Its disk was full" });
  await stepAt(hourMs);
  await stepAt(hourMs);
  expect((await states()).slice(4)).toEqual(["gated", "pending"]);
  await report("away4", healthy, 2 * hourMs);
  await stepAt(3 * hourMs);
  expect((await get()).state).toBe("soaking");
});

test("a campaign halts where whoever started it may no longer upgrade, and goes on in the name of who resumes it", async () => {
  const { campaignId, stepAt, get, states, report, database } = await withCampaign("name", 2);
  const { kai } = await cast({ kai: { role: "super_admin" } });
  await kai.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  expect(await get()).toMatchObject({ state: "running", by: "boss", changedBy: "kai" });
  expect((await listUpgrades(database.db, "name0", 1))[0]?.userName).toBe("kai");
  await report("name0", healthy);
  await database.pool.query("update app_user set disabled = true where id = $1", [kai.userId]);
  await stepAt();
  expect(await get()).toMatchObject({ state: "halted", haltCause: "rights" });
  await boss.call("upgradeCampaignResume", { campaignId, reason: "It is mine now" });
  for (const days of [0, 3, 3, 3]) await stepAt(days * 24 * hourMs);
  expect(await get()).toMatchObject({ state: "running", wave: 2, changedBy: "boss", reason: "It is mine now" });
  expect(await states()).toEqual(["healthy", "gated"]);
});

test("a container is in one campaign that is not over, and people see only campaigns of their own containers", async () => {
  const { campaignId, containers } = await withCampaign("own", 2);
  const { data } = await boss.call("upgradeCampaignSave", { name: "Second", version: "1.1.0", containers });
  await boss.call("upgradeCampaignStart", { campaignId, when: new Date(Date.now() + hourMs).toISOString() });
  expect((await boss.call("upgradeCampaignGet", { campaignId })).data.state).toBe("scheduled");
  await expect(boss.call("upgradeCampaignStart", { campaignId: data.campaignId })).refusesWith("campaign_overlap");
  await boss.call("upgradeCampaignCancel", { campaignId, reason: "Not now" });
  await boss.call("upgradeCampaignStart", { campaignId: data.campaignId });
  await expect(
    boss.call("upgradeCampaignSave", { campaignId, name: "Third", version: "1.1.0", containers }),
  ).refusesWith("campaign_state");
  const { ben, eve } = await cast({
    ben: { role: "user", containers: ["own0"] },
    eve: { role: "user", containers: ["own0", "own1"] },
  });
  await expect(ben.call("upgradeCampaignGet", { campaignId })).refusesWith("forbidden");
  // Roles can be given the right without all containers.
  const { database } = await thePortal();
  expect(await findCampaign(database.db, { userId: ben.userId }, campaignId)).toBeUndefined();
  expect((await findCampaign(database.db, { userId: eve.userId }, campaignId))?.name).toBe("own");
  expect(await listCampaigns(database.db, { userId: ben.userId }, 50)).toEqual([]);
});

test("a container that is removed leaves its campaign, which goes on and stays with the people who can halt it", async () => {
  const { campaignId, stepAt, get, report, states, database } = await withCampaign("gone", 5);
  const { members } = await get();
  const remove = async (...places: number[]) => {
    for (const place of places) {
      const { containerId = "", containerName = "" } = members[place] ?? {};
      await boss.call("removeContainer", { containerId, confirmName: containerName });
    }
  };
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  await report("gone0", healthy);
  await stepAt();
  await stepAt(72 * hourMs);
  await stepAt(72 * hourMs);
  await remove(3, 4);
  await report("gone1", healthy, 73 * hourMs);
  await report("gone2", healthy, 73 * hourMs);
  await stepAt(74 * hourMs);
  expect(await states()).toEqual(["healthy", "healthy", "healthy", "removed", "removed"]);
  expect(await get()).toMatchObject({ state: "soaking", counts: { succeeded: 3, over: 2, waiting: 0, underWay: 0 } });
  await boss.call("upgradeCampaignHalt", { campaignId, reason: "To look at it" });
  expect((await get()).state).toBe("halted");
  // When none is left that anybody sees, it is its author's.
  await remove(0, 1, 2);
  expect((await get()).counts).toMatchObject({ succeeded: 3, over: 2 });
  const { zoe } = await cast({ zoe: { role: "super_admin" } });
  expect(await findCampaign(database.db, { userId: zoe.userId }, campaignId)).toBeUndefined();
});

test("a container that is retired holds up no campaign, is chosen for none, and is waited for again once it is back", async () => {
  const { campaignId, containers, stepAt, get, report, states } = await withCampaign("retired", 3);
  const containerId = "retired2";
  await boss.call("retireContainer", { containerId, reason: "Flooded" });
  await expect(boss.call("upgradeCampaignSave", { name: "again", version: "1.1.0", containers })).refusesWith(
    "container_retired",
  );
  await expect(boss.call("upgradeContainer", { containerId, version: "1.1.0" })).refusesWith("container_retired");
  await boss.call("upgradeCampaignStart", { campaignId });
  await stepAt();
  await report("retired0", healthy);
  await stepAt();
  await stepAt(72 * hourMs);
  await stepAt(72 * hourMs);
  expect(await states()).toEqual(["healthy", "gated", "retired"]);
  expect((await get()).counts).toEqual({ waiting: 1, underWay: 0, succeeded: 1, failed: 0, over: 1 });
  await boss.call("restoreContainer", { containerId });
  expect((await get()).counts).toMatchObject({ waiting: 2, over: 0 });
});
