import { beforeAll, expect, test, vi } from "vitest";

import { systemClock } from "../../core/clock.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { goOn } from "./campaign-steps.ts";
import { first, inTime, releaseOf, silentBus, startUpgrades, upload, withController } from "./upgrades.fixture.ts";

let boss: Actor;
beforeAll(async () => {
  boss = await startUpgrades();
});

async function takeUpgradesFrom(userId: string): Promise<void> {
  const { database } = await thePortal();
  await database.pool.query("update app_user set role = 'user' where id = $1", [userId]);
}

test("an upgrade whose author may no longer upgrade is withdrawn when it could be sent, and says why", async () => {
  await upload(releaseOf("1.1.0", 2));
  const container = await withController("gao");
  const { ben } = await cast({ ben: { role: "admin", containers: ["gao"] } });
  await ben.call("upgradeContainer", { containerId: "gao", version: "1.1.0" });
  await takeUpgradesFrom(ben.userId);
  const { installs } = await container.run("1.0.0", first);
  await container.reaches("cancelled");
  expect(await container.newest()).toMatchObject({ state: "cancelled", reason: "rights", startedAt: null });
  expect(installs).toEqual([]);
  // Whoever still may asks for it again.
  await boss.call("upgradeContainer", { containerId: "gao", version: "1.1.0" });
  await container.reaches("installing");
});

test("a campaign halts where its author may no longer upgrade a container that still waits", async () => {
  await upload(releaseOf("1.2.0", 3));
  const container = await withController("kayes");
  const { zoe } = await cast({ zoe: { role: "admin", containers: ["kayes"] } });
  const plan = { name: "Spring", version: "1.2.0", containers: ["kayes"] };
  const { campaignId } = (await zoe.call("upgradeCampaignSave", plan)).data;
  await zoe.call("upgradeCampaignStart", { campaignId });
  const { database } = await thePortal();
  // As the worker does each half minute.
  const round = () => goOn({ bus: silentBus, db: database.db, clock: systemClock }, campaignId);
  await round();
  await container.reaches("gated");
  await takeUpgradesFrom(zoe.userId);
  const { installs } = await container.run("1.0.0", first);
  await vi.waitUntil(async () => (await boss.call("getContainerInfo", { containerId: "kayes" })).data.isOnline, inTime);
  await round();
  const campaign = async () => (await boss.call("upgradeCampaignGet", { campaignId })).data;
  expect((await campaign()).state).toBe("halted");
  expect(installs).toEqual([]);
  expect(await campaign()).toMatchObject({ haltCause: "rights", counts: { waiting: 1, over: 0 } });
});
