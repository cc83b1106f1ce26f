import { beforeAll, expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { addTraffic } from "../traffic/traffic.store.ts";
import { first, inTime, releaseOf, startUpgrades, upload, withController } from "./upgrades.fixture.ts";

const card = {
  ...{ operator: "Orange", iccid: null, phone: null, apn: null, bundleMb: 1, renewalDay: 1, expiresOn: null },
  ...{ pricePerMb: null, currency: null, note: null },
};

let boss: Actor;
beforeAll(async () => {
  boss = await startUpgrades();
});

/** Leaves a container nothing of its bundle. */
async function useUp(containerId: string) {
  const { database } = await thePortal();
  await boss.call("simCardSave", { containerId, card });
  await addTraffic(database.db, new Map([[containerId, { upBytes: 1_000_000, downBytes: 0 }]]), Date.now());
}

test("a release that does not fit into the rest of the bundle waits with its figures, and loads once somebody says why", async () => {
  await upload(releaseOf("1.1.0", 2));
  const container = await withController("gao");
  await useUp("gao");
  const { installs } = await container.run("1.0.0", first);
  await vi.waitUntil(async () => (await boss.call("getContainerInfo", { containerId: "gao" })).data.isOnline, inTime);
  const { upgradeId } = (await boss.call("upgradeContainer", { containerId: "gao", version: "1.1.0" })).data;
  await vi.waitUntil(async () => (await container.newest())?.gates.join() === "data_bundle", inTime);
  const { waits, data } = await boss.call("containerUpgradeList", { containerId: "gao" });
  expect(waits).toMatchObject([{ gate: "data_bundle", leftBytes: 0, renewedOn: expect.any(String) }]);
  expect(waits[0]?.neededBytes).toBeGreaterThan(0);
  expect(data[0]?.overBundle).toBeNull();
  expect(installs).toEqual([]);

  // Who may not upgrade may not do this either, and without a reason nobody may.
  const { zoe, ann } = await cast({
    zoe: { role: "user", containers: ["gao"] },
    ann: { role: "offgrid_staff", containers: ["kayes"] },
  });
  const reason = "The pump fails without it.";
  await expect(zoe.call("upgradeOverBundle", { upgradeId, reason })).refusesWith("forbidden");
  await expect(ann.call("upgradeOverBundle", { upgradeId, reason })).refusesWith("not_found");
  await expect(boss.call("upgradeOverBundle", { upgradeId, reason: " " })).refusesWith("bad_input");

  const allowed = (await boss.call("upgradeOverBundle", { upgradeId, reason })).data;
  expect(allowed.overBundle).toMatchObject({ by: "boss", reason });
  await container.reaches("installing");
  await expect(boss.call("upgradeOverBundle", { upgradeId, reason })).refusesWith("upgrade_begun");
  const { database } = await thePortal();
  const { rows } = await database.pool.query(
    "select target, after->>'reason' as reason from audit where action = 'upgradeOverBundle' and result = 'ok'",
  );
  expect(rows).toEqual([{ target: "gao", reason }]);
});

test("a container without a bundle, and one with enough of it, are not waited for", async () => {
  await upload(releaseOf("1.2.0", 3));
  const container = await withController("kayes");
  await boss.call("simCardSave", { containerId: "kayes", card: { ...card, bundleMb: 500 } });
  await container.run("1.0.0", first);
  await boss.call("upgradeContainer", { containerId: "kayes", version: "1.2.0" });
  await container.reaches("installing");
});
