import { readFile } from "node:fs/promises";

import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { listMonths, monthOf } from "./partitions.store.ts";
import * as rollups from "../rollups/rollups.store.ts";
import { readSamples, readSpans } from "./samples.store.ts";
import { sealDay } from "./sealed-days.store.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import type { FrameRow } from "./frames.store.ts";
import { writeFrames } from "./frames.store.ts";
import { addContainer, sealAll, tierWorkerOn, workerOn, write } from "../rollups/rollups.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 1);
const march = Date.UTC(2026, 2, 1);
const marchDay = march / day;
const metrics = ["solar.power", "battery.voltage", "battery.current"];
const whole = { fromMs: march - day, toMs: march + 10 * day };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Readings of every kind: decimals, 32-bit and 64-bit floats, gaps, a metric that comes late. */
function readingsAt(index: number): (number | null)[] {
  const power = index % 7 === 3 ? null : Math.round(1_000 * Math.sin(index)) / 10;
  return index < 100 ? [power, Math.fround(52.4 + (index % 9) / 100)] : [power, null, Math.sqrt(index)];
}

function minutes(containerId: string, fromMs: number, count: number): FrameRow[] {
  return Array.from({ length: count }, (_, index) => ({
    containerId,
    atMs: fromMs + index * minute,
    values: readingsAt(index),
  }));
}

/** A container with three days of frames, two of which are over. */
async function addHistory(): Promise<{ id: string; rows: FrameRow[] }> {
  const id = await addContainer(database, metrics);
  const rows = minutes(id, march, 3 * 1440);
  for (let from = 0; from < rows.length; from += 1_000)
    await write(database, rows.slice(from, from + 1_000), march + from);
  return { id, rows };
}

const samplesOf = (id: string) => readSamples(database.db, id, metrics, whole);
const expectedOf = (rows: readonly FrameRow[]) => ({
  atMs: rows.map(({ atMs }) => atMs),
  columns: metrics.map((_, slot) => rows.map(({ values }) => values[slot] ?? null)),
});
async function sealedDaysOf(id: string): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select day from sealed_day where container_id = ${id} order by day`.execute(database.db);
  return rows.map((row) => row.day - marchDay);
}
/** Frames as they are stored, to the last bit. */
async function framesOf(id: string, dayNumber?: number) {
  const { rows } = await sql<{ frame: string }>`
    select at || ' ' || received_at || ' ' || v::text as frame from frame
    where container_id = ${id} and (${dayNumber ?? null}::integer is null or
      floor(date_part('epoch', at) / 86400) = ${dayNumber ?? null}::integer)
    order by at`.execute(database.db);
  return rows.map(({ frame }) => frame);
}

test("a sealed day has no frames left and reads as before, also next to an open one", async () => {
  const { id, rows } = await addHistory();
  // A value that no message can carry, but a column keeps all the same.
  await sql`update frame set v[1] = '-0' where container_id = ${id} and at = to_timestamp(${march / 1000})`.execute(
    database.db,
  );
  const before = await samplesOf(id);
  expect(before.columns[0]?.[0]).toBe(-0);
  expect(before.atMs).toEqual(rows.map(({ atMs }) => atMs));
  const spans = [
    { fromMs: march + 23 * hour, toMs: march + 25 * hour },
    { fromMs: march + 47 * hour + 1, toMs: march + 49 * hour },
  ];
  const spansBefore = await readSpans(database.db, id, spans);
  await sealAll(database, testClock(march + 2 * day + hour));
  expect(await sealedDaysOf(id)).toEqual([0, 1]);
  expect(await framesOf(id)).toHaveLength(1440);
  expect(await samplesOf(id)).toStrictEqual(before);
  const spansAfter = await readSpans(database.db, id, spans);
  // A frame may be shorter than the slots that a sealed day has.
  const filled = (values: readonly (number | null)[]) => metrics.map((_, slot) => values[slot] ?? null);
  expect(spansAfter.map(({ atMs, values }) => [atMs, filled(values)])).toStrictEqual(
    spansBefore.map(({ atMs, values }) => [atMs, filled(values)]),
  );
  const some = { fromMs: march + 22 * hour + 1, toMs: march + 50 * hour };
  const inside = rows.filter(({ atMs }) => atMs >= some.fromMs && atMs < some.toMs);
  expect(await readSamples(database.db, id, metrics, some)).toEqual(expectedOf(inside));
  const few = await readSamples(database.db, id, metrics, some, { limit: 130 });
  expect(few.atMs).toEqual(inside.slice(0, 130).map(({ atMs }) => atMs));
  // Without a reading of the metric there is no instant, however long the range.
  const { atMs } = await readSamples(database.db, id, ["battery.voltage"], { fromMs: -Infinity, toMs: Infinity });
  expect(atMs).toHaveLength(100);
});

test("a sealed day that is sent again adds no row and no conflict and stays sealed; a different value is a conflict", async () => {
  const { id, rows } = await addHistory();
  await sealAll(database, testClock(now));
  const replay = (some: readonly FrameRow[]) => database.db.transaction().execute((tx) => writeFrames(tx, some, now));
  for (let from = 0; from < rows.length; from += 1_000)
    expect(await replay(rows.slice(from, from + 1_000))).toEqual({ stored: 0, merged: 0, conflicts: new Map() });
  const other = [
    { containerId: id, atMs: march + minute, values: [5, null] },
    { ...(rows[2] as FrameRow) },
    { containerId: id, atMs: march + day + minute, values: [7, 8] },
  ];
  // The second value of the last row fills nothing: it was not measured then, but the day repeats after 100 minutes.
  expect(readingsAt(1441)[1]).toBeNull();
  const result = await replay(other.slice(0, 2));
  expect(result).toEqual({ stored: 0, merged: 0, conflicts: new Map([[0, 1]]) });
  expect(await sealedDaysOf(id)).toEqual([0, 1, 2]);
  expect(await rollups.listDirty(database.db, id, 0, 100_000)).toEqual(new Set());
  // A frame that also adds something opens its day, and its conflict counts as well.
  expect(await replay(other)).toEqual({
    stored: 0,
    merged: 1,
    conflicts: new Map([
      [0, 1],
      [2, 1],
    ]),
  });
  expect(await sealedDaysOf(id)).toEqual([0, 2]);
  const { columns } = await samplesOf(id);
  expect([columns[0]?.[1], columns[0]?.[1441], columns[1]?.[1441]]).toEqual([
    rows[1]?.values[0],
    rows[1441]?.values[0],
    8,
  ]);
});

test("a late frame opens its day with every frame as it was, and marks only its own quarter hour", async () => {
  const { id, rows } = await addHistory();
  await sql`update frame set v[1] = '-0' where container_id = ${id} and at = to_timestamp(${(march + day) / 1000})`.execute(
    database.db,
  );
  rows[1440] = { ...(rows[1440] as FrameRow), values: [-0, ...(rows[1440] as FrameRow).values.slice(1)] };
  const before = await framesOf(id, marchDay + 1);
  await sealAll(database, testClock(now));
  const late = { containerId: id, atMs: march + day + 5 * hour + 30_000, values: [4.5, 52] };
  await write(database, [late], now);
  expect(await sealedDaysOf(id)).toEqual([0, 2]);
  const after = await framesOf(id, marchDay + 1);
  expect(after.filter((frame) => !before.includes(frame))).toHaveLength(1);
  expect(before.filter((frame) => !after.includes(frame))).toEqual([]);
  expect(await rollups.listDirty(database.db, id, 0, 100_000)).toEqual(
    new Set([Math.floor(late.atMs / (15 * minute))]),
  );
  const expected = expectedOf([...rows, late].sort((one, other) => one.atMs - other.atMs));
  expect(await samplesOf(id)).toEqual(expected);
  await sealAll(database, testClock(now));
  expect(await sealedDaysOf(id)).toEqual([0, 1, 2]);
  expect(await samplesOf(id)).toEqual(expected);
});

test("a day that receives a backfill is opened once and sealed again only when no more comes", async () => {
  const { id } = await addHistory();
  await sealAll(database, testClock(now));
  const clock = testClock(now);
  const [summaries, tiers] = [workerOn(database, clock), tierWorkerOn(database, clock, { sealAfterS: 3_600 })];
  for (let batch = 0; batch < 30; batch++) {
    const frames = minutes(id, march + batch * 45 * minute + 7, 40);
    await write(database, frames, clock.now());
    while (await summaries.work(true));
    await tiers.seal();
    expect(await sealedDaysOf(id)).toEqual([1, 2]);
    clock.advance(2 * minute);
  }
  expect(tiers.counts.sealed).toBe(0);
  clock.advance(hour);
  await tiers.seal();
  expect(tiers.counts.sealed).toBe(1);
  expect((await samplesOf(id)).atMs).toHaveLength(3 * 1440 + 30 * 40);
});

test("a sealing that fails at any step leaves the day in frames, and readers always see the day exactly once", async () => {
  const { id, rows } = await addHistory();
  const expected = expectedOf(rows);
  const rollupWorker = workerOn(database, testClock(now));
  while (await rollupWorker.work(true));
  const about = { containerId: id, day: marchDay };
  let steps = 0;
  const seal = (breakAt: number) => {
    steps = 0;
    return sealDay(database.db, about, async () => {
      // Over another connection, in the middle of the sealing.
      expect(await samplesOf(id)).toEqual(expected);
      if (++steps === breakAt) throw new Error("killed");
    });
  };
  for (let breakAt = 1; breakAt <= metrics.length + 1; breakAt++) {
    await expect(seal(breakAt)).rejects.toThrow("killed");
    expect(await sealedDaysOf(id)).toEqual([]);
    expect(await framesOf(id)).toHaveLength(rows.length);
    expect(await samplesOf(id)).toEqual(expected);
  }
  expect(await seal(-1)).toBe(1440);
  expect(steps).toBe(metrics.length + 1);
  expect(await sealedDaysOf(id)).toEqual([0]);
  expect(await samplesOf(id)).toEqual(expected);
});

test("a day whose columns do not read back equal stays in frames, and the others are sealed", async () => {
  const { id, rows } = await addHistory();
  // A disk that writes something other than it was given.
  await sql`create function damage() returns trigger language plpgsql as
    $$ begin new.data := set_byte(new.data, length(new.data) - 1, get_byte(new.data, length(new.data) - 1) # 1); return new; end $$`.execute(
    database.db,
  );
  await sql
    .raw(
      `create trigger damage before insert on chunk for each row when (new.container_id = '${id}' and new.day = ${marchDay + 1}) execute function damage()`,
    )
    .execute(database.db);
  const tiers = await sealAll(database, testClock(now));
  await sql`drop trigger damage on chunk`.execute(database.db);
  expect(tiers.counts.failed).toBe(1);
  expect(await sealedDaysOf(id)).toEqual([0, 2]);
  expect(await samplesOf(id)).toEqual(expectedOf(rows));
});

test("frames that are written while their day is sealed wait for it, and open it again", async () => {
  const { id, rows } = await addHistory();
  const rollupWorker = workerOn(database, testClock(now));
  while (await rollupWorker.work(true));
  const late = { containerId: id, atMs: march + 3 * hour + 1, values: [1, 2, 3] };
  let writing: Promise<void> | undefined;
  const frames = await sealDay(database.db, { containerId: id, day: marchDay }, async () => {
    writing ??= write(database, [late], now);
    await waitForLock();
  });
  expect(frames).toBe(1440);
  await writing;
  expect(await sealedDaysOf(id)).toEqual([]);
  expect(await samplesOf(id)).toEqual(expectedOf([...rows, late].sort((one, other) => one.atMs - other.atMs)));
  // A writer that comes first holds off the sealing.
  await database.db
    .transaction()
    .execute(async (tx) => {
      await writeFrames(tx, [{ ...late, atMs: march + day + 1 }], now);
      const sealing = sealDay(database.db, { containerId: id, day: marchDay + 1 }, async () => {});
      await waitForLock();
      return { sealing };
    })
    .then(async ({ sealing }) => expect(await sealing).toBeUndefined());
  expect(await sealedDaysOf(id)).toEqual([]);
});

async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%rollup_dirty%'",
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("days are sealed only when they are over and summarised", async () => {
  const { id } = await addHistory();
  const clock = testClock(march + 2 * day - 1);
  const tiers = tierWorkerOn(database, clock, { sealAfterS: 3_600 });
  await tiers.seal();
  expect(await sealedDaysOf(id)).toEqual([]);
  while (await workerOn(database, clock).work(true));
  await tiers.seal();
  expect(await sealedDaysOf(id)).toEqual([]);
  clock.advance(hour);
  await tiers.seal();
  expect(await sealedDaysOf(id)).toEqual([0]);
  clock.advance(1);
  await tiers.seal();
  expect(await sealedDaysOf(id)).toEqual([0, 1]);
});

test("days from before the migration that introduced sealing are open after it, and sealed like any other", async () => {
  const old = await testDatabase();
  onTestFinished(() => old.drop());
  const id = await addContainer(old, metrics);
  await write(old, minutes(id, march, 1440));
  while (await workerOn(old, testClock(now)).work(true));
  // As the previous version left it: nothing marked, no row.
  await old.pool.query("delete from rollup_dirty; drop table sealed_day, chunk, kept_from");
  // Only this migration: the test database already has the later ones.
  await old.pool.query(await readFile(new URL("../../migrations/0006-tiers.sql", import.meta.url), "utf8"));
  const tiers = tierWorkerOn(old, testClock(now));
  await tiers.seal();
  expect(tiers.counts.sealed).toBe(1);
  expect((await readSamples(old.db, id, metrics, whole)).atMs).toHaveLength(1440);
});

test("partitions of this month and the next are made ahead, and those without frames are dropped", async () => {
  const { id, rows } = await addHistory();
  await sealAll(database, testClock(now));
  expect(await listMonths(database.db, "frame")).toContain(monthOf(march));
  const tiers = tierWorkerOn(database, testClock(now));
  await tiers.keep();
  expect(await listMonths(database.db, "frame")).toEqual([monthOf(now), monthOf(now) + 1]);
  expect((await samplesOf(id)).atMs).toHaveLength(rows.length);
});
