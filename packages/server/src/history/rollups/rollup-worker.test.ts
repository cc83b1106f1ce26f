import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import * as rollups from "./rollups.store.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { writeFrames } from "../tiers/frames.store.ts";
import { addContainer, minutely, workerOn, write } from "./rollups.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 1);
const march = Date.UTC(2026, 2, 1);
const metrics = ["solar.power"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const dirtyOf = (containerId: string) => rollups.listDirty(database.db, containerId, 0, 100_000);

test("frames that are written while their quarter hour is summarised leave it marked", async () => {
  const id = await addContainer(database, metrics);
  await write(database, minutely(id, march, 1440));
  const [due] = (await rollups.listDue(database.db, { today: 100_000, sinceMs: now, todaySinceMs: now }, 100)).filter(
    ({ containerId }) => containerId === id,
  );
  const powers = await rollups.listPowerSlots(database.db, id);
  // A frame that is committed meanwhile.
  await write(database, [{ containerId: id, atMs: march + 1, values: [1] }]);
  expect(await rollups.settleDay(database.db, due!, powers, now, () => undefined)).toBe(false);
  expect((await dirtyOf(id)).size).toBe(96);
  // A frame that is not yet committed when the worker comes: the worker waits and finds the mark.
  const worker = workerOn(database, testClock(now));
  let settled: Promise<boolean> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await writeFrames(tx, [{ containerId: id, atMs: march + 2, values: [2] }], now);
    settled = worker.work(true);
    await waitForLock();
  });
  await settled;
  expect((await dirtyOf(id)).size).toBe(96);
  expect(worker.counts.overtaken).toBe(1);
  await worker.work(true);
  expect(await dirtyOf(id)).toEqual(new Set());
  const days = { fromDay: march / day, toDay: march / day };
  const summary = (await rollups.readDays(database.db, id, [1], days, ["counts"])).get(1)?.get(march / day);
  expect(summary?.counts.reduce((sum, count) => sum + count, 0)).toBe(1442);
});

async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update rollup_dirty%'",
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("today is summarised only in part, and only after a while", async () => {
  const id = await addContainer(database, metrics);
  const clock = testClock(march + 10 * hour);
  const worker = workerOn(database, clock);
  await write(database, minutely(id, march, 606), clock.now());
  await worker.work();
  expect((await dirtyOf(id)).size).toBe(41);
  clock.advance(31 * minute);
  await worker.work();
  // The part that ended two minutes ago is done; the quarter hour from 10:00 has its readings, the rest of the day
  // none.
  expect((await dirtyOf(id)).size).toBe(0);
});

test("frames from before there were rollups are marked by the migration", async () => {
  const old = await testDatabase();
  onTestFinished(() => old.drop());
  const id = await addContainer(old, metrics);
  await write(old, minutely(id, march, 3 * 1440));
  await old.pool.query("drop table rollup_day; drop table rollup_dirty");
  // Only this migration: the test database already has the later ones.
  await old.pool.query(await readFile(new URL("../../migrations/0005-rollups.sql", import.meta.url), "utf8"));
  const { fromDay, toDay } = { fromDay: march / day, toDay: march / day + 9 };
  expect((await rollups.listDirty(old.db, id, fromDay, toDay)).size).toBe(3 * 96);
  await workerOn(old, testClock(now)).work(true);
  expect((await rollups.listDirty(old.db, id, fromDay, toDay)).size).toBe(0);
});
