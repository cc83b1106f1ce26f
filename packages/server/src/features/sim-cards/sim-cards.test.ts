import { beforeAll, expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { addTraffic } from "../traffic/traffic.store.ts";

const mb = 1_000_000;
const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 20, 12);
const card = {
  operator: "Safaricom",
  iccid: "8925402100012345676",
  phone: "+254712345678",
  apn: "internet",
  bundleMb: 500,
  renewalDay: 10,
  expiresOn: "2027-03-31",
  pricePerMb: 0.05,
  currency: "KES",
  note: null,
};

let ann: Actor;
let carl: Actor;
beforeAll(async () => {
  await thePortal({ clock: testClock(now) });
  ({ ann, carl } = await cast({
    ann: { role: "offgrid_staff", containers: ["lodwar", "kitale", "gulu", "empty"] },
    carl: { role: "customer_staff", containers: ["lodwar"] },
  }));
});

/** Up to these instants. */
async function use(containerId: string, ...used: readonly [atMs: number, upMb: number, downMb: number][]) {
  const { database } = await thePortal();
  for (const [atMs, upMb, downMb] of used)
    await addTraffic(database.db, new Map([[containerId, { upBytes: upMb * mb, downBytes: downMb * mb }]]), atMs);
}

test("a card is recorded, shown to those who see the container, and removed again", async () => {
  const none = await carl.call("simCardGet", { containerId: "lodwar" });
  expect(none.data).toMatchObject({ card: null, budget: { state: "no_bundle", usedBytes: null, countedAt: null } });
  expect((await ann.call("simCardSave", { containerId: "lodwar", card })).data.card).toEqual(card);
  expect((await carl.call("simCardGet", { containerId: "lodwar" })).data.card).toEqual(card);
  await expect(carl.call("simCardSave", { containerId: "lodwar", card })).refusesWith("forbidden");
  await expect(carl.call("simCardGet", { containerId: "kitale" })).refusesWith("not_found");

  const { database } = await thePortal();
  const { rows } = await database.pool.query(
    "select target, after->>'operator' as operator from audit where action = 'simCardSave' and target = 'lodwar'",
  );
  expect(rows).toContainEqual({ target: "lodwar", operator: "Safaricom" });
  const nothing = Object.fromEntries(Object.keys(card).map((field) => [field, null])) as Record<
    keyof typeof card,
    null
  >;
  expect((await ann.call("simCardSave", { containerId: "lodwar", card: nothing })).data.card).toBeNull();
});

test("each field that is wrong is named, and nothing is stored", async () => {
  const wrong = { ...card, iccid: "8925402100012345670", phone: "0712", renewalDay: null, currency: null };
  const answer = await ann.post("simCardSave", { containerId: "kitale", card: wrong });
  expect(answer).toMatchObject({ status: 400, code: "bad_input" });
  expect(Object.keys(answer.body["fields"] as object).sort()).toEqual([
    "card.currency",
    "card.iccid",
    "card.phone",
    "card.renewalDay",
  ]);
  expect((await ann.call("simCardGet", { containerId: "kitale" })).data.card).toBeNull();
});

test("a card is in one container, and free again once that is removed", async () => {
  const iccid = "8925402100087654325";
  await ann.call("simCardSave", { containerId: "kitale", card: { ...card, iccid } });
  await expect(ann.call("simCardSave", { containerId: "gulu", card: { ...card, iccid } })).refusesWith("sim_card_used");
  expect((await ann.call("simCardGet", { containerId: "gulu" })).data.card).toBeNull();
  const { database } = await thePortal();
  await database.pool.query("update container set removed_at = now() where id = 'kitale'");
  expect((await ann.call("simCardSave", { containerId: "gulu", card: { ...card, iccid } })).data.card).toMatchObject({
    iccid,
  });
});

test("a container is registered with its card, and not at all where the card is in another", async () => {
  const iccid = "8925402100000000010";
  await ann.call("simCardSave", { containerId: "empty", card: { ...card, iccid } });
  const about = { name: "Turkwel", serialNumber: "OG-turkwel", simCard: { ...card, iccid } };
  await expect(ann.call("registerNewContainer", about)).refusesWith("sim_card_used");
  await expect(ann.call("getContainerInfo", { containerId: "turkwel" })).refusesWith("not_found");
  const right = { ...about, simCard: { ...card, operator: "MTN", iccid: null } };
  const { containerId } = (await ann.call("registerNewContainer", right)).data;
  expect((await ann.call("simCardGet", { containerId })).data.card).toEqual(right.simCard);
  const { data } = await ann.call("getSitesV2", { filter: { simOperator: "MTN" } });
  expect(data.map((row) => [row.containerId, row.simOperator])).toEqual([["turkwel", "MTN"]]);
});

test("the data that was used is what the portal counted since the renewal, on days of the container", async () => {
  const { database } = await thePortal();
  await database.pool.query("update container set zone_name = 'Africa/Nairobi' where id = 'lodwar'");
  await ann.call("simCardSave", { containerId: "lodwar", card });
  // The tenth begins there at 21:00 of the ninth.
  const renewal = Date.UTC(2026, 10, 9, 21);
  await use("lodwar", [renewal - 9 * dayMs, 30, 10], [renewal - 1, 70, 10], [renewal, 5, 5], [now - dayMs, 60, 10]);
  await use("lodwar", [now, 1, 1]);
  const { budget } = (await carl.call("simCardGet", { containerId: "lodwar" })).data;
  expect(budget).toMatchObject({
    ...{ state: "on_track", from: "2026-11-10", until: "2026-12-10", daysLeft: 20, countedSince: null },
    ...{ usedBytes: 82 * mb, bundleBytes: 500 * mb, leftBytes: 418 * mb, perDayBytes: 10 * mb },
    projectedBytes: (82 + 8 + 190) * mb,
    countedAt: new Date(now).toISOString(),
  });
  expect(budget.cost).toBeCloseTo(82 * 0.05);
});
