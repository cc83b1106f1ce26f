import { pino } from "pino";
import { expect, test } from "vitest";

import { MemoryBus } from "../../bus/memory.bus.ts";
import { cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { scriptedController } from "./commands.fixture.ts";
import { remindOfLocks } from "./lock-reminders.job.ts";
import { peopleNotified } from "../../testing/notified.ts";

const hourMs = 3_600_000;

test("whoever keeps a lock is reminded after 12 hours and staff after 24, each once, whatever worker does it", async () => {
  const { amina, binta, sana } = await cast({
    amina: { role: "user", containers: ["mansoa"] },
    binta: { role: "user", containers: ["mansoa"] },
    sana: { role: "offgrid_staff", containers: ["mansoa"] },
  });
  const portal = await thePortal();
  await scriptedController(portal, "mansoa", amina);
  const { db } = portal.database;
  const clock = testClock();
  const tools = { db, clock, bus: new MemoryBus(pino({ level: "silent" })) };
  const lock = { containerId: "mansoa", relay: 1, locked: true, reason: "Work on the pump" };
  await amina.call("setAdamLock", lock);
  // The test's own worker looks; the portal's, by the clock of this machine, has nothing to do for hours.
  const sinceMs = Date.now();
  const remindedAfter = async (hours: number) => {
    clock.advance(sinceMs + hours * hourMs - clock.now());
    await Promise.all([remindOfLocks(tools), remindOfLocks(tools)]);
    await peopleNotified(portal.database);
    const counts = [amina, binta, sana].map(async (one) => (await one.call("getWarningUnreadCount", {})).count);
    return Promise.all(counts);
  };
  expect(await remindedAfter(11)).toEqual([0, 0, 0]);
  expect(await remindedAfter(12.1)).toEqual([1, 0, 0]);
  expect(await remindedAfter(23)).toEqual([1, 0, 0]);
  expect(await remindedAfter(24.1)).toEqual([1, 0, 1]);
  expect(await remindedAfter(100)).toEqual([1, 0, 1]);
  const { rows } = await portal.database.pool.query(
    "select data ->> 'hours' as hours from event where container_id = 'mansoa' and code = 'lock.reminder' order by at",
  );
  expect(rows).toEqual([{ hours: "12" }, { hours: "24" }]);
});

test("a lock that was released in time, and one that is taken again, are not those of before", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["nhacra"] } });
  const portal = await thePortal();
  const { pool } = portal.database;
  const lock = { containerId: "nhacra", relay: 1, locked: true, reason: "Work on the pump" };
  await scriptedController(portal, "nhacra", amina);
  await amina.call("setAdamLock", lock);
  await pool.query("update output_lock set reminded = 2, remind_at = null where container_id = 'nhacra'");
  await amina.call("setAdamLock", { ...lock, locked: false });
  await amina.call("setAdamLock", lock);
  const { rows } = await pool.query(
    "select reminded, remind_at > now() + interval '11 hours' as later from output_lock where container_id = 'nhacra'",
  );
  expect(rows).toEqual([{ reminded: 0, later: true }]);
});
