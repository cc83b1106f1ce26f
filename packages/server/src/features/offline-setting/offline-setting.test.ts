import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { withContainer } from "../configuration/configuration.fixture.ts";

const usual = { offlineAfterSeconds: 90, justOfflineSeconds: 900 };

/** As ingest would have left it. */
async function lastSeen(containerId: string, agoMinutes: number): Promise<void> {
  const { database } = await thePortal();
  await database.pool.query(
    `insert into container_latest (container_id, linked, last_contact_at) values ($1, false, now() - $2 * interval '1 minute')
     on conflict (container_id) do update set linked = false, last_contact_at = excluded.last_contact_at`,
    [containerId, agoMinutes],
  );
}

test("who grants a container more silence sees it as just offline for longer, in every list and snapshot", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["sahel"] } });
  await lastSeen("sahel", 20);
  const statuses = async () => [
    (await amina.call("getSitesV2", {})).data.find(({ containerId }) => containerId === "sahel")?.status,
    (await amina.call("getContainerInfoV4", { containerId: "sahel" })).data.status,
    (await amina.call("registerLive", { containerId: "sahel" })).snapshot.status,
  ];
  expect((await amina.call("getOfflineSetting", { containerId: "sahel" })).data).toMatchObject({
    ...usual,
    keepAliveSeconds: null,
  });
  expect(await statuses()).toEqual(["offline", "offline", "offline"]);
  const times = { offlineAfterSeconds: 300, justOfflineSeconds: 3_600 };
  expect((await amina.call("saveOfflineSetting", { containerId: "sahel", ...times })).data).toMatchObject(times);
  expect(await statuses()).toEqual(["just_offline", "just_offline", "just_offline"]);
});

test("the signs of life are those of the section that the controller runs: there is no second setting of them", async () => {
  const { amina, start, reaches } = await withContainer("gao");
  await start();
  await reaches("in_sync");
  const get = async () => (await amina.call("getOfflineSetting", { containerId: "gao" })).data;
  expect(await get()).toMatchObject({ keepAliveSeconds: 60, runningKeepAliveSeconds: 60 });
  const { seen } = await get();
  await amina.call("saveOfflineSetting", { containerId: "gao", keepAliveSeconds: 30, ...usual, seen });
  await reaches("in_sync");
  expect(await get()).toMatchObject({ keepAliveSeconds: 30, runningKeepAliveSeconds: 30 });
  // A report that only says what was asked for keeps nobody from changing the times.
  const { wanted } = (await get()).seen;
  const times = { offlineAfterSeconds: 120, justOfflineSeconds: 900, seen: { wanted, reported: 0 } };
  expect((await amina.call("saveOfflineSetting", { containerId: "gao", ...times })).data).toMatchObject({
    offlineAfterSeconds: 120,
    keepAliveSeconds: 30,
  });
  const again = { containerId: "gao", keepAliveSeconds: 20, ...usual, seen };
  await expect(amina.call("saveOfflineSetting", again)).refusesWith("config_changed");
});

test("of two who change the times at once, the second is refused, and sees what the first has saved", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["tamale"] } });
  const get = async () => (await amina.call("getOfflineSetting", { containerId: "tamale" })).data;
  const save = (offlineAfterSeconds: number, timesSeen: number) =>
    amina.call("saveOfflineSetting", {
      containerId: "tamale",
      offlineAfterSeconds,
      justOfflineSeconds: 3_600,
      timesSeen,
    });
  const { timesVersion } = await get();
  const answers = await Promise.allSettled([save(120, timesVersion), save(240, timesVersion)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const { offlineAfterSeconds, timesVersion: next } = await get();
  expect([120, 240]).toContain(offlineAfterSeconds);
  await expect(save(300, timesVersion)).refusesWith("config_changed");
  expect(next).toBe(timesVersion + 1);
  // What changes nothing is no version that others could have missed.
  expect((await save(offlineAfterSeconds, next)).data.timesVersion).toBe(next);
});

test("times that mean nothing are refused by their fields, and nothing is stored", async () => {
  const { amina, otto } = await cast({
    amina: { role: "user", containers: ["andes"] },
    otto: { role: "customer_staff", containers: ["andes"] },
  });
  const save = (given: object) => amina.call("saveOfflineSetting", { containerId: "andes", ...usual, ...given });
  const wrong = (fields: object) => ({ answer: { body: { fields } } });
  await expect(save({ offlineAfterSeconds: 30 })).rejects.toMatchObject(
    wrong({ offlineAfterSeconds: "Please fill 90 to 3600 seconds." }),
  );
  await expect(save({ offlineAfterSeconds: 900 })).rejects.toMatchObject(
    wrong({ justOfflineSeconds: "Please fill more seconds than after which the container counts as lost." }),
  );
  expect((await amina.call("getOfflineSetting", { containerId: "andes" })).data).toMatchObject(usual);
  await expect(save({ offlineAfterSeconds: 120, seen: { wanted: 4, reported: 0 } })).refusesWith("config_changed");
  expect((await amina.call("getOfflineSetting", { containerId: "andes" })).data).toMatchObject(usual);
  await expect(otto.call("saveOfflineSetting", { containerId: "andes", ...usual })).refusesWith("forbidden");
  await expect(amina.call("getOfflineSetting", { containerId: "lagos" })).refusesWith("not_found");
});
