import { forgottenAfterMs, overrunAfterMs } from "@offgrid/contract/works/works-moves";
import { expect, test, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { userMessages } from "../../testing/user-messages.ts";
import { peopleNotified } from "../../testing/notified.ts";

const inTime = { timeout: 50_000 };
const reason = "New batteries";
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const listed = async (person: Actor, containerId: string) =>
  (await person.call("maintenanceList", { containerId })).data;
const nextOf = async (person: Actor, containerId: string) =>
  (await person.call("getContainerInfoV4", { containerId })).data.plannedWorks;
const underWay = async (person: Actor, containerId: string) =>
  (await person.call("getContainerInfoV4", { containerId })).data.works;

const twoPeople = (containerId: string) =>
  cast({
    amina: { role: "user", containers: [containerId] },
    binta: { role: "user", containers: [containerId] },
  });

/** As if so much time had passed for the works of a container. */
async function age(containerId: string, ms: number): Promise<void> {
  const { database } = await thePortal();
  await database.pool.query(
    `update works set starts_at = starts_at - $2 * interval '1 ms', ends_at = ends_at - $2 * interval '1 ms',
      due_at = due_at - $2 * interval '1 ms' where container_id = $1`,
    [containerId, ms],
  );
}

test("works that begin now are seen in the list and on the container, and keep others from switching it", async () => {
  const { amina, binta } = await twoPeople("gabu");
  const { data } = await amina.call("maintenanceSet", { containerId: "gabu", reason, endsAt: inHours(2) });
  expect(data).toMatchObject({ state: "active", by: { userId: amina.userId, name: "amina" }, reason, endedAt: null });
  const { worksId } = data;
  expect(await underWay(binta, "gabu")).toMatchObject({ worksId, by: { name: "amina" }, reason, until: data.endsAt });
  const { data: rows } = await binta.call("getSitesV2", {});
  expect(rows.find(({ containerId }) => containerId === "gabu")?.works).toMatchObject({ worksId });
  await expect(binta.call("rebootContainer", { containerId: "gabu", reason })).refusesWith("works_by_other");
  await expect(amina.call("rebootContainer", { containerId: "gabu", reason })).refusesWith("container_offline");

  await expect(binta.call("maintenanceEnd", { containerId: "gabu", worksId })).refusesWith("bad_input");
  await binta.call("maintenanceEnd", { containerId: "gabu", worksId, reason: "Amina has left" });
  expect(await underWay(binta, "gabu")).toBeNull();
  expect(await listed(amina, "gabu")).toMatchObject([{ worksId, state: "ended" }]);
  // Whoever worked there is notified, and nobody else.
  await peopleNotified((await thePortal()).database);
  const unread = (person: Actor) => person.call("getWarningUnreadCount", {});
  expect([(await unread(amina)).count, (await unread(binta)).count]).toEqual([1, 0]);
  await expect(binta.call("rebootContainer", { containerId: "gabu", reason })).refusesWith("container_offline");
});

test("planned works begin by themselves, people are asked once when they overrun, and forgotten ones end", async () => {
  const { amina, binta } = await twoPeople("cacheu");
  const next = { containerId: "cacheu", reason, startsAt: inHours(3), endsAt: inHours(4) };
  const { worksId, state } = (await amina.call("maintenanceSet", next)).data;
  expect(state).toBe("planned");
  expect(await underWay(amina, "cacheu")).toBeNull();
  const { startsAt: since, endsAt: until } = next;
  expect(await nextOf(binta, "cacheu")).toEqual({
    worksId,
    by: { userId: amina.userId, name: "amina" },
    reason,
    since,
    until,
  });
  const reaches = (wanted: string) =>
    vi.waitUntil(async () => (await listed(amina, "cacheu"))[0]?.state === wanted, inTime);
  await age("cacheu", 3 * 3_600_000);
  await reaches("active");
  expect(await underWay(binta, "cacheu")).toMatchObject({ worksId });
  await age("cacheu", 3_600_000 + overrunAfterMs);
  await reaches("overrun");
  await peopleNotified((await thePortal()).database);
  expect((await binta.call("getWarningUnreadCount", {})).count).toBe(1);
  const later = { containerId: "cacheu", worksId, reason, endsAt: inHours(1) };
  expect((await amina.call("maintenanceSet", later)).data).toMatchObject({ state: "active", endsAt: later.endsAt });
  await age("cacheu", 3_600_000 + forgottenAfterMs);
  await reaches("ended");
  expect(await underWay(binta, "cacheu")).toBeNull();
  // It is too late to ask anybody about works that are over.
  await peopleNotified((await thePortal()).database);
  expect((await binta.call("getWarningUnreadCount", {})).count).toBe(1);
});

test("that works begin and end stands among the events of their container, and nobody is notified of it", async () => {
  const { amina, binta } = await twoPeople("bolama");
  const { worksId } = (await amina.call("maintenanceSet", { containerId: "bolama", reason, endsAt: inHours(2) })).data;
  await amina.call("maintenanceEnd", { containerId: "bolama", worksId });
  const planned = { containerId: "bolama", reason, startsAt: inHours(3), endsAt: inHours(4) };
  await amina.call("maintenanceSet", planned);
  await age("bolama", 3 * 3_600_000);
  const codes = async () =>
    (await binta.call("getNotificationsHistory", { containerId: "bolama" })).data.map(
      ({ code, by }) => `${code} ${by?.name}`,
    );
  await vi.waitUntil(async () => (await codes()).length === 3, inTime);
  expect(await codes()).toEqual(["works.began amina", "works.ended amina", "works.began amina"]);
  await peopleNotified((await thePortal()).database);
  expect((await binta.call("getUnreadNotificationCount", {})).count).toBe(0);
});

test("works do not overlap, have bounds, and planned ones are cancelled", async () => {
  const { amina, binta } = await twoPeople("farim");
  const planned = { containerId: "farim", reason, startsAt: inHours(10), endsAt: inHours(12) };
  const { worksId } = (await amina.call("maintenanceSet", planned)).data;
  const refused = binta.call("maintenanceSet", { containerId: "farim", reason, endsAt: inHours(11) });
  await expect(refused).refusesWith("works_by_other");
  await binta.call("maintenanceSet", { containerId: "farim", reason, endsAt: planned.startsAt });
  const wrong = [
    { startsAt: inHours(-1), endsAt: inHours(1) },
    { startsAt: inHours(100 * 24), endsAt: inHours(100 * 24 + 1) },
    { startsAt: inHours(20), endsAt: inHours(19) },
    { startsAt: inHours(20), endsAt: inHours(20 + 169) },
  ];
  for (const span of wrong)
    await expect(amina.call("maintenanceSet", { containerId: "farim", reason, ...span })).refusesWith("bad_input");
  await amina.call("maintenanceEnd", { containerId: "farim", worksId });
  expect((await listed(amina, "farim")).map(({ state }) => state)).toEqual(["cancelled", "active"]);
  await expect(amina.call("maintenanceEnd", { containerId: "farim", worksId: "none" })).refusesWith("not_found");
});

test("a container has so many planned works, and no more until one is cancelled", async () => {
  const { amina } = await twoPeople("buba");
  const plan = (place: number) =>
    amina.call("maintenanceSet", {
      containerId: "buba",
      reason,
      startsAt: inHours(2 * place + 1),
      endsAt: inHours(2 * place + 2),
    });
  const { worksId } = (await plan(0)).data;
  for (let place = 1; place < 20; place++) await plan(place);
  await expect(plan(20)).refusesWith("bad_input");
  await amina.call("maintenanceEnd", { containerId: "buba", worksId });
  expect((await plan(20)).data.state).toBe("planned");
});

test("until works are ended nobody else begins any, and where planned ones begin meanwhile, neither switches for the other", async () => {
  const { amina, binta } = await twoPeople("mansoa");
  const planned = { containerId: "mansoa", reason: "Cables", startsAt: inHours(2), endsAt: inHours(4) };
  const next = (await binta.call("maintenanceSet", planned)).data;
  const first = (await amina.call("maintenanceSet", { containerId: "mansoa", reason, endsAt: inHours(1) })).data;
  await age("mansoa", 3_600_000 + 60_000);
  const now = binta.call("maintenanceSet", { containerId: "mansoa", reason, endsAt: inHours(0.5) });
  await expect(now).refusesWith("works_by_other");
  await age("mansoa", 3_600_000);
  await vi.waitUntil(async () => (await underWay(amina, "mansoa"))?.worksId === next.worksId, inTime);
  const restart = (person: Actor) => person.call("rebootContainer", { containerId: "mansoa", reason });
  await expect(restart(amina)).refusesWith("works_by_other");
  await expect(restart(binta)).refusesWith("works_by_other");
  const keepAlive = { frameSeconds: 60 };
  await expect(amina.call("setConfiguration", { containerId: "mansoa", keepAlive })).refusesWith("works_by_other");

  await amina.call("maintenanceEnd", { containerId: "mansoa", worksId: first.worksId });
  expect(await underWay(amina, "mansoa")).toMatchObject({ worksId: next.worksId, by: { name: "binta" } });
  await expect(restart(amina)).refusesWith("works_by_other");
  await expect(restart(binta)).refusesWith("container_offline");
});

test("screens of others learn at once of works that are planned, begin and end", async () => {
  const { amina, binta } = await twoPeople("safim");
  const messages = await userMessages(binta);
  const news = () => messages.filter((message) => "command" in message && message.command === "worksChanged").length;
  const plan = { containerId: "safim", reason, startsAt: inHours(3), endsAt: inHours(4) };
  const { worksId } = (await amina.call("maintenanceSet", plan)).data;
  await vi.waitUntil(() => news() >= 1, inTime);
  const planned = news();
  await age("safim", 3 * 3_600_000);
  await vi.waitUntil(() => news() > planned, inTime);
  expect(await underWay(binta, "safim")).toMatchObject({ worksId });
  const begun = news();
  await amina.call("maintenanceEnd", { containerId: "safim", worksId });
  await vi.waitUntil(() => news() > begun, inTime);
});
