import { randomUUID } from "node:crypto";

import { type Permission, roleTable } from "@offgrid/contract/core/access";
import { historyDays } from "@offgrid/contract/notifications/notification-types";
import { expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { insertEvents, insertPersonalEvent } from "../events/events.store.ts";
import { listEventsFor } from "../live/live.store.ts";
import { peopleNotified } from "../../testing/notified.ts";

/** Sends an event as a controller does. @returns who gets a notification of it. */
async function raise(containerId: string, level: "info" | "warning" | "critical" = "info"): Promise<string[]> {
  const { database } = await thePortal();
  const { db } = database;
  const event = { ts: Date.now(), code: "door.opened", level, data: {} };
  const [stored] = await db
    .transaction()
    .execute((tx) => insertEvents(tx, [{ containerId, boot: randomUUID(), seq: 1, event }], Date.now()));
  await peopleNotified(database);
  const notified = db
    .selectFrom("notification")
    .select("userId")
    .where("eventId", "=", stored?.id ?? "");
  return (await notified.execute()).map(({ userId }) => userId);
}

/** A fresh event of a container, some seconds after the others. */
let laterMs = 0;
async function happens(
  containerId: string,
  event: { code?: string; level?: "info" | "warning"; device?: string; data?: Record<string, never>; only?: string[] },
): Promise<void> {
  const { database } = await thePortal();
  const { db } = database;
  const { code = "door.opened", level = "info", device, data = {}, only } = event;
  const ts = Date.now() - 3_600_000 + (laterMs += 1_000);
  const part = { containerId, boot: null, seq: null, event: { ts, code, level, data, ...(device && { device }) } };
  await db.transaction().execute((tx) => insertEvents(tx, [part], Date.now(), only));
  await peopleNotified(database);
}

const codesOf = ({ data }: { data: { code: string }[] }) => data.map(({ code }) => code);

async function unread(person: Actor): Promise<{ events: number; warnings: number }> {
  return {
    events: (await person.call("getUnreadNotificationCount", {})).count,
    warnings: (await person.call("getWarningUnreadCount", {})).count,
  };
}

async function setPermissions(role: "user", permissions: readonly Permission[]): Promise<void> {
  const { db } = (await thePortal()).database;
  await db
    .updateTable("role")
    .set({ permissions: [...permissions] })
    .where("id", "=", role)
    .execute();
}

test("an event makes a notification for everyone who sees its container at that moment, and for nobody else", async () => {
  const containers = ["in-salah"];
  const { boss, amina, kofi, gone } = await cast({
    boss: { role: "admin" },
    amina: { role: "user", containers },
    kofi: { role: "user", containers: ["reggane"] },
    gone: { role: "user", containers },
  });
  const { db } = (await thePortal()).database;
  await db.updateTable("appUser").set({ disabled: true }).where("id", "=", gone.userId).execute();
  expect((await raise("in-salah")).toSorted()).toEqual([amina.userId, boss.userId].toSorted());
  await raise("in-salah", "warning");
  expect([await unread(amina), await unread(boss), await unread(kofi)]).toEqual([
    { events: 1, warnings: 1 },
    { events: 1, warnings: 1 },
    { events: 0, warnings: 0 },
  ]);
});

test("a person whose role has lost the permission to view gets and counts no notifications about containers", async () => {
  const { amina, helper } = await cast({
    amina: { role: "user", containers: ["adrar"] },
    helper: { role: "customer_staff", containers: ["adrar"] },
  });
  await raise("adrar");
  expect(await unread(amina)).toEqual({ events: 1, warnings: 0 });
  await setPermissions(
    "user",
    roleTable.user.grants.filter((permission) => permission !== "view"),
  );
  try {
    const notified = await raise("adrar", "warning");
    expect(notified).toContain(helper.userId);
    expect(notified).not.toContain(amina.userId);
    expect(await unread(amina)).toEqual({ events: 0, warnings: 0 });
  } finally {
    await setPermissions("user", roleTable.user.grants);
  }
  // Notifications from while they could see it count again; what happened meanwhile does not.
  expect(await unread(amina)).toEqual({ events: 1, warnings: 0 });
});

test("a person from whom a container was taken counts none of its notifications", async () => {
  const { boss, amina } = await cast({
    boss: { role: "admin" },
    amina: { role: "user", containers: ["timimoun", "ouargla"] },
  });
  await raise("timimoun");
  await raise("ouargla");
  await boss.call("updateUserContainerList", { userId: amina.userId, containers: ["ouargla"] });
  expect(await raise("timimoun")).not.toContain(amina.userId);
  expect(await unread(amina)).toEqual({ events: 1, warnings: 0 });
});

test("what a container reports during works notifies nobody, however grave, and stays in the history", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["salaga"] } });
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const { worksId } = (await amina.call("maintenanceSet", { containerId: "salaga", reason: "Fuses", endsAt })).data;
  await peopleNotified((await thePortal()).database);
  const before = await unread(amina);
  const levels = ["info", "warning", "critical"] as const;
  for (const level of levels) expect(await raise("salaga", level), level).toEqual([]);
  expect(await unread(amina)).toEqual(before);
  const history = await amina.call("getNotificationsHistory", { containerId: "salaga" });
  expect(codesOf(history).filter((code) => code === "door.opened")).toHaveLength(levels.length);
  await amina.call("maintenanceEnd", { containerId: "salaga", worksId });
  expect(await raise("salaga", "warning")).toContain(amina.userId);
});

test("events are listed newest first with what they say, by container, type, code, level and span, page by page", async () => {
  const containers = ["tamale", "wa"];
  const { amina, kofi } = await cast({
    amina: { role: "user", containers },
    kofi: { role: "customer_staff", containers: ["elsewhere"] },
  });
  for (const [containerId, event] of [
    ["tamale", { code: "output.changed", device: "relay.1" }],
    ["wa", { code: "door.opened" }],
    ["tamale", { code: "output.stuck", level: "warning", device: "relay.1" }],
    ["tamale", { code: "outputs.other" }],
  ] as const)
    await happens(containerId, event);
  const all = await amina.call("getNotifications", {});
  expect([all.total, codesOf(all)]).toEqual([4, ["outputs.other", "output.stuck", "door.opened", "output.changed"]]);
  expect(all.data[1]).toMatchObject({
    containerId: "tamale",
    containerName: "Tamale",
    type: "warning",
    level: "warning",
    device: "relay.1",
    by: null,
    content: "Tamale: An output does not do what it is told: Relay 1",
    read: false,
  });
  const asked = async (query: Parameters<typeof amina.call<"getNotifications">>[1]) =>
    codesOf(await amina.call("getNotifications", query));
  expect(await asked({ containerId: "wa" })).toEqual(["door.opened"]);
  expect(await asked({ type: "event", containerId: "tamale" })).toEqual(["outputs.other", "output.changed"]);
  expect(await asked({ code: "output" })).toEqual(["output.stuck", "output.changed"]);
  expect(await asked({ level: "warning" })).toEqual(["output.stuck"]);
  expect(await asked({ from: all.data[1]!.at, to: all.data[0]!.at })).toEqual(["output.stuck"]);
  expect(await asked({ page: 2, pageSize: 3 })).toEqual(["output.changed"]);
  expect(codesOf(await amina.call("getNotificationsUnread", {}))).toEqual([
    "outputs.other",
    "door.opened",
    "output.changed",
  ]);
  expect(codesOf(await amina.call("getNotificationsUnread", { containerId: "wa" }))).toEqual(["door.opened"]);
  expect((await kofi.call("getNotifications", {})).total).toBe(0);
  await expect(kofi.call("getNotifications", { containerId: "wa" })).refusesWith("not_found");
  await expect(kofi.call("getNotificationsHistory", { containerId: "wa" })).refusesWith("not_found");
});

test("the history also has what nobody is notified of, and what happened before a person saw the container", async () => {
  const { amina, newcomer, boss } = await cast({
    amina: { role: "user", containers: ["bawku"] },
    newcomer: { role: "customer_staff" },
    boss: { role: "admin" },
  });
  await happens("bawku", { code: "reboot.planned" });
  await happens("bawku", { code: "door.opened" });
  await boss.call("updateUserContainerList", { userId: newcomer.userId, containers: ["bawku"] });
  const history = await newcomer.call("getNotificationsHistory", {});
  expect(history.data.map(({ code, read }) => [code, read])).toEqual([
    ["door.opened", true],
    ["reboot.planned", true],
  ]);
  expect((await newcomer.call("getNotifications", {})).total).toBe(0);
  expect(codesOf(await amina.call("getNotifications", {}))).toEqual(["door.opened"]);
  expect((await amina.call("getNotificationsHistory", { type: "event" })).data[0]?.read).toBe(false);
});

test("the history has what is about one person, such as that their channel was paused, for this person alone", async () => {
  const { amina, kofi, boss } = await cast({
    amina: { role: "user", containers: ["navrongo"] },
    kofi: { role: "customer_staff", containers: ["navrongo"] },
    boss: { role: "admin" },
  });
  await happens("navrongo", { code: "channel.paused", level: "warning", only: [amina.userId] });
  await happens("navrongo", { code: "warning.rule_paused", level: "warning", only: [kofi.userId] });
  // Who is reminded does not make it theirs alone: the lock is the container's.
  await happens("navrongo", { code: "lock.reminder", level: "warning", only: [kofi.userId] });
  const historyOf = async (person: Actor) => {
    const list = await person.call("getNotificationsHistory", { containerId: "navrongo" });
    expect(list.total).toBe(list.data.length);
    return codesOf(list);
  };
  expect(await historyOf(amina)).toEqual(["lock.reminder", "channel.paused"]);
  expect(await historyOf(kofi)).toEqual(["lock.reminder", "warning.rule_paused"]);
  expect(await historyOf(boss)).toEqual(["lock.reminder"]);
});

test("what concerns one person and no container is theirs to read, whatever they see, and counts at no container", async () => {
  const { amina, kofi, boss } = await cast({
    amina: { role: "user", containers: ["yendi"] },
    kofi: { role: "user", containers: ["yendi"] },
    boss: { role: "admin" },
  });
  const { database } = await thePortal();
  const paused = { code: "channel.paused", level: "warning" as const, data: { channelKind: "sms" } };
  const id = await database.db.transaction().execute((tx) => insertPersonalEvent(tx, amina.userId, paused, Date.now()));
  await peopleNotified(database);
  await happens("yendi", {});
  expect(await listEventsFor(database.db, [id], [amina.userId, kofi.userId])).toMatchObject([
    { userId: amina.userId, code: "channel.paused", containerId: null },
  ]);
  await boss.call("updateUserContainerList", { userId: amina.userId, containers: [] });
  const [notice, ...others] = (await amina.call("getNotifications", {})).data;
  expect(others).toEqual([]);
  const content = "Messages to you by SMS failed five times and are paused. Test the channel in your profile.";
  expect(notice).toMatchObject({ id, containerId: null, containerName: null, content, read: false });
  expect(await unread(amina)).toEqual({ events: 0, warnings: 1 });
  expect((await amina.call("getNotificationsHistory", {})).total).toBe(1);
  for (const other of [kofi, boss]) {
    expect(codesOf(await other.call("getNotificationsHistory", {}))).not.toContain("channel.paused");
    expect(codesOf(await other.call("getNotifications", { containerId: "yendi" }))).toEqual(["door.opened"]);
  }
  await amina.call("maskNotificationAsRead", { ids: [id] });
  expect(await unread(amina)).toEqual({ events: 0, warnings: 0 });
  await database.db.deleteFrom("appUser").where("id", "=", amina.userId).execute();
  expect(await database.db.selectFrom("event").select("id").where("id", "=", id).execute()).toEqual([]);
});

test("of a long history no more is counted than is asked for, and that there is more is said", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["gambaga"] } });
  for (const code of ["door.opened", "door.closed", "reboot.planned", "door.opened"])
    await happens("gambaga", { code });
  const counted = async (query: { page?: number; pageSize?: number; counted?: number }) => {
    const { data, total, isMore } = await amina.call("getNotificationsHistory", { containerId: "gambaga", ...query });
    return [data.length, total, isMore];
  };
  expect(await counted({})).toEqual([4, 4, false]);
  expect(await counted({ pageSize: 1, counted: 1 })).toEqual([1, 1, true]);
  expect(await counted({ pageSize: 1, counted: 2 })).toEqual([1, 2, true]);
  expect(await counted({ pageSize: 1, page: 2, counted: 2 })).toEqual([1, 3, true]);
  expect(await counted({ pageSize: 1, page: 3, counted: 2 })).toEqual([1, 4, false]);
  expect(await counted({ pageSize: 2, page: 3, counted: 1 })).toEqual([0, 4, false]);
  expect(await counted({ pageSize: 3, page: 2 })).toEqual([1, 4, false]);
});

test("of several containers the history ends ninety days ago unless a beginning is asked for, of one it has all", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["nalerigu", "walewale"] } });
  await happens("nalerigu", {});
  await happens("walewale", { code: "door.closed" });
  const { database } = await thePortal();
  const agedDays = (days: number) =>
    database.pool.query("update event set at = now() - $1 * interval '1 day' where container_id = 'walewale'", [days]);
  const historyOf = async (query: { containerId?: string; from?: string }) =>
    codesOf(await amina.call("getNotificationsHistory", query));
  await agedDays(historyDays - 1);
  expect(await historyOf({})).toEqual(["door.opened", "door.closed"]);
  await agedDays(historyDays + 1);
  expect(await historyOf({})).toEqual(["door.opened"]);
  expect(await historyOf({ containerId: "walewale" })).toEqual(["door.closed"]);
  expect(await historyOf({ from: "2020-01-01T00:00:00.000Z" })).toEqual(["door.opened", "door.closed"]);
});

test("an event that is read stays in the list, for this person alone, and never becomes unread again", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["yendi"] },
    kofi: { role: "user", containers: ["yendi"] },
  });
  await happens("yendi", {});
  await happens("yendi", { code: "door.closed" });
  const { data } = await amina.call("getNotificationsUnread", {});
  const ids = data.slice(0, 1).map(({ id }) => id);
  for (let times = 0; times < 2; times++)
    expect(await amina.call("maskNotificationAsRead", { ids })).toMatchObject({ count: 1 });
  const { data: after } = await amina.call("getNotifications", {});
  expect(after.map(({ code, read }) => [code, read])).toEqual([
    ["door.closed", true],
    ["door.opened", false],
  ]);
  // Somebody else's marks, and events of nowhere, change nothing.
  await kofi.call("maskNotificationAsRead", { ids: [...ids, "nothing"] });
  expect([await unread(amina), await unread(kofi)]).toEqual([
    { events: 1, warnings: 0 },
    { events: 1, warnings: 0 },
  ]);
});

test("all are marked as read as of the instant that they were counted: what comes meanwhile stays unread", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["lawra"] } });
  await happens("lawra", {});
  await happens("lawra", { level: "warning" });
  const { count, asOf } = await amina.call("getUnreadNotificationCount", {});
  expect(count).toBe(1);
  await happens("lawra", { code: "door.closed" });
  expect(await amina.call("maskAllNotificationAsRead", { until: asOf })).toMatchObject({ count: 1 });
  expect(codesOf(await amina.call("getNotificationsUnread", {}))).toEqual(["door.closed"]);
  expect(await amina.call("maskAllNotificationAsRead", {})).toMatchObject({ count: 0 });
  expect(await unread(amina)).toEqual({ events: 0, warnings: 1 });
});

test("what is not read is counted by what lists show of it: reports of containers and notices to the person", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["bolga"] } });
  for (const code of ["door.opened", "load.shed"]) await happens("bolga", { code, level: "warning" });
  const { database } = await thePortal();
  const paused = { code: "channel.paused", level: "warning" as const, data: {} };
  await database.db.transaction().execute((tx) => insertPersonalEvent(tx, amina.userId, paused, Date.now()));
  await peopleNotified(database);
  const known = { count: 3, incidents: 0, reports: 2, personal: 1 };
  expect(await amina.call("getWarningUnreadCount", {})).toMatchObject(known);
});

test("one event is found by its id however long ago it happened, and only by who sees its container", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["diffa"] },
    kofi: { role: "user", containers: ["elsewhere"] },
  });
  await happens("diffa", { code: "door.opened" });
  await happens("diffa", { code: "door.closed" });
  const { database } = await thePortal();
  await database.pool.query("update event set at = at - interval '200 days' where container_id = 'diffa'");
  expect((await amina.call("getNotificationsHistory", {})).data).toEqual([]);
  const listed = (await amina.call("getNotificationsHistory", { containerId: "diffa" })).data;
  const id = listed.find(({ code }) => code === "door.opened")?.id ?? "";
  expect((await amina.call("getNotificationsHistory", { id })).data).toMatchObject([{ id, code: "door.opened" }]);
  expect((await kofi.call("getNotificationsHistory", { id })).data).toEqual([]);
});
