import { codeDays, mostCodes } from "@offgrid/contract/notifications/notification-types";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { insertEvents } from "../events/events.store.ts";

const dayMs = 86_400_000;

/** Events of these codes come from a container. */
async function come(containerId: string, codes: readonly string[], atMs = Date.now() - 60_000): Promise<void> {
  const { db } = (await thePortal()).database;
  const parts = codes.map((code) => ({
    containerId,
    boot: null,
    seq: null,
    event: { ts: atMs, code, level: "info" as const, data: {} },
  }));
  await db.transaction().execute((tx) => insertEvents(tx, parts, Date.now(), []));
}

test("codes of events are counted at containers that somebody sees now, and at nobody else's", async () => {
  const { amina, kofi, boss } = await cast({
    amina: { role: "user", containers: ["lome"] },
    kofi: { role: "customer_staff", containers: ["lome", "sokode"] },
    boss: { role: "admin" },
  });
  await come("lome", ["door.opened", "generator.begun", "door.opened"]);
  await come("sokode", ["door.opened", "relay.stuck"]);
  expect(await amina.call("getEventCodes", {})).toMatchObject({
    data: [
      { code: "door.opened", count: 2 },
      { code: "generator.begun", count: 1 },
    ],
    isMore: false,
  });
  expect((await kofi.call("getEventCodes", {})).data).toEqual([
    { code: "door.opened", count: 3 },
    { code: "generator.begun", count: 1 },
    { code: "relay.stuck", count: 1 },
  ]);
  await boss.call("updateUserContainerList", { userId: kofi.userId, containers: [] });
  expect(await kofi.call("getEventCodes", {})).toMatchObject({ data: [], isMore: false });
});

test("what came longer ago, and what rules cannot count, is not among the codes of events", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["atakpame"] } });
  await come("atakpame", ["load.shed"], Date.now() - (codeDays + 1) * dayMs);
  await come("atakpame", ["load.restored"], Date.now() - (codeDays - 1) * dayMs);
  await come("atakpame", ["warning.raised", "warning.rule_paused", "channel.paused"]);
  expect((await amina.call("getEventCodes", {})).data).toEqual([{ code: "load.restored", count: 1 }]);
});

test("of very many codes the most frequent are said, and that there are more", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["kara"] } });
  await come(
    "kara",
    [...Array(mostCodes + 1).keys(), 7].map((number) => `meter.fault_${number}`),
  );
  const { data, isMore } = await amina.call("getEventCodes", {});
  expect([data.length, isMore]).toEqual([mostCodes, true]);
  expect(data[0]).toEqual({ code: "meter.fault_7", count: 2 });
});
