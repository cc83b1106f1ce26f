import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { peopleNotified } from "../../testing/notified.ts";
import { insertEvents } from "../events/events.store.ts";

/** Reports of a container, each a second after the one before it. */
async function reports(containerId: string, levels: readonly ("warning" | "critical")[]): Promise<void> {
  const { database } = await thePortal();
  const fromMs = Date.now() - 60_000;
  const parts = levels.map((level, index) => {
    const event = { ts: fromMs + index * 1_000, code: `battery.${level}`, level, data: {} };
    return { containerId, boot: null, seq: null, event };
  });
  await database.db.transaction().execute((tx) => insertEvents(tx, parts, Date.now()));
  await peopleNotified(database);
}

test("what is critical and not read is found alone, however much came after it, until it is read", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["kumasi"] },
    kofi: { role: "user", containers: ["kumasi"] },
  });
  const grave = { level: "critical", unread: true } as const;
  await reports("kumasi", ["critical", "warning", "warning", "warning"]);
  const newest = await amina.call("getNotifications", { pageSize: 2 });
  expect(newest.data.map(({ code }) => code)).toEqual(["battery.warning", "battery.warning"]);
  const found = await amina.call("getNotifications", { pageSize: 2, ...grave });
  expect([found.data.map(({ code }) => code), found.total]).toEqual([["battery.critical"], 1]);
  expect((await amina.call("getNotifications", { type: "event", ...grave })).total).toBe(0);
  await amina.call("maskAllWarningAsRead", {});
  expect((await amina.call("getNotifications", grave)).total).toBe(0);
  expect((await kofi.call("getNotifications", grave)).total).toBe(1);
});
