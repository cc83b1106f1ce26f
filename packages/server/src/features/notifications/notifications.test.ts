import { randomUUID } from "node:crypto";

import { type Permission, roleTable } from "@offgrid/contract/core/access";
import { expect, test } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { insertEvents } from "../events/events.store.ts";

/** Sends an event as a controller does. @returns who gets a notification of it. */
async function raise(containerId: string, level: "info" | "warning" = "info"): Promise<string[]> {
  const { db } = (await thePortal()).database;
  const event = { ts: Date.now(), code: "door.opened", level, data: {} };
  const [stored] = await db
    .transaction()
    .execute((tx) => insertEvents(tx, [{ containerId, boot: randomUUID(), seq: 1, event }], Date.now()));
  return stored?.userIds ?? [];
}

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
