import { sql } from "kysely";
import { expect, test, vi } from "vitest";

import type { Db } from "../../core/db.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { healGaps } from "./heal-gaps.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeFrames } from "./judge.ts";

const bench = await benchOfFile();
const { pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;

const minuteMs = 60_000;
const darkS = 1_800;
const run = (count: number, charge: number) => Array.from({ length: count }, () => charge);

/** It has a charge, is dark for half an hour, and comes back with another. */
async function darkStage(before: number, after: number, condition = {}): Promise<Stage> {
  const one = await judging.stage({ duration: 20, keepFor: 20, ...condition });
  await judging.send(one, run(7, before));
  await judgeFrames(tools);
  bench.skip(darkS * 1_000);
  await judging.send(one, run(7, after), { fromS: darkS });
  await judgeFrames(tools);
  return one;
}

/** What it measured while it was dark: from a minute after the last frame until the one before the next. */
async function comesLate(one: Stage, charges: readonly number[]): Promise<void> {
  const rest = (darkS - 70) / 10 - charges.length;
  await judging.send(one, [...charges, ...run(rest, charges.at(-1) ?? 0)], { fromS: 70 });
}

/**
 * Looks for gaps until nothing more is expected of them.
 * @param one Its gap is to be closed: on a busy machine a look may fall before all that came is counted, and waits for the next.
 */
async function healAll(one?: Stage): Promise<void> {
  const look = async (waitMs: number) => {
    bench.skip(waitMs);
    await healGaps(tools);
  };
  for (const waitMs of [2 * minuteMs, 6 * minuteMs, 6 * minuteMs, 6 * minuteMs]) await look(waitMs);
  const isOpen = async () =>
    (await pool.query("select from warning_gap where container_id = $1", [one?.containerId])).rowCount === 1;
  for (let more = 0; one && more < 8 && (await isOpen()); more++) await look(6 * minuteMs);
}

const marks = async ({ containerId }: Stage) =>
  (
    await pool.query("select is_late, is_revised from warning where container_id = $1 order by raised_at", [
      containerId,
    ])
  ).rows;

const digest = async ({ containerId }: Stage) =>
  (
    await pool.query("select level, data from event where container_id = $1 and code = 'warning.while_dark'", [
      containerId,
    ])
  ).rows;

test("what was while a container was dark is in its history, and people learn of it by one message", async () => {
  const one = await darkStage(50, 50);
  expect(await judging.rows(one)).toEqual([]);
  // Low for ten minutes.
  await comesLate(one, [...run(20, 50), ...run(60, 18), ...run(10, 50)]);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toEqual([]);
  await Promise.all([healAll(one), healAll(one)]);
  expect(await judging.rows(one)).toEqual([
    { raisedS: 290, clearedS: 870, value: 18, severity: "warning", close_reason: "data" },
  ]);
  expect(await marks(one)).toEqual([{ is_late: true, is_revised: false }]);
  expect(await judging.messages(one)).toEqual(["warning.while_dark 1"]);
  expect(await digest(one)).toMatchObject([
    { level: "warning", data: { items: [{ content: "Charge low", lastedMs: 580_000 }], more: 0 } },
  ]);
  await healAll();
  expect(await judging.messages(one)).toHaveLength(1);
});

test("a warning that is open before and after stays the same one where it never ended", async () => {
  const one = await darkStage(18, 18);
  const before = await judging.rows(one);
  await comesLate(one, [18]);
  await healAll(one);
  expect(await judging.rows(one)).toEqual(before);
  expect(await marks(one)).toEqual([{ is_late: false, is_revised: false }]);
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
});

test("where it ended and began again meanwhile it is two, and the one that is open is the one that people know", async () => {
  const one = await darkStage(18, 18);
  const { rows } = await pool.query("select id from warning where container_id = $1", [one.containerId]);
  await comesLate(one, [...run(20, 18), ...run(60, 50), ...run(10, 18)]);
  await healAll(one);
  expect(await judging.rows(one)).toMatchObject([
    { raisedS: 20, clearedS: 270 },
    { raisedS: 890, clearedS: null },
  ]);
  const after = await pool.query("select id, is_revised from warning where container_id = $1 order by raised_at", [
    one.containerId,
  ]);
  expect(after.rows[1]).toEqual({ id: rows[0].id, is_revised: true });
  expect(await judging.messages(one)).toContain("warning.raised 1");
  // It goes on as if nothing had been: the end is said to whoever was notified of the beginning.
  await judging.send(one, run(7, 50), { fromS: darkS + 1_200 });
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{}, { clearedS: darkS + 1_200, close_reason: "data" }]);
  expect(await judging.messagesAfterwards(one)).toContain("warning.cleared 1");
});

test("a warning that the last frame before the gap cleared stays in history", async () => {
  const one = await judging.stage({ duration: 0, keepFor: 0 });
  await judging.send(one, [50, 18, 18, 50]);
  await judgeFrames(tools);
  bench.skip(darkS * 1_000);
  await judging.send(one, run(7, 18), { fromS: darkS });
  await judgeFrames(tools);
  const [cleared] = await judging.rows(one);
  expect(cleared).toMatchObject({ raisedS: 10, clearedS: 30 });
  await judging.send(one, run(176, 18), { fromS: 40 });
  await healAll(one);
  expect(await judging.rows(one)).toEqual([cleared, expect.objectContaining({ raisedS: 40, clearedS: null })]);
});

test("a warning that was raised after the gap began as early as the data says", async () => {
  const one = await darkStage(50, 18);
  expect(await judging.rows(one)).toMatchObject([{ raisedS: darkS + 20, clearedS: null }]);
  await comesLate(one, [...run(100, 50), 18]);
  await healAll();
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 1_090, clearedS: null }]);
  expect(await marks(one)).toEqual([{ is_late: false, is_revised: true }]);
});

test("where nothing comes, nothing is said, and it is waited for a day, whatever the portal itself counts meanwhile", async () => {
  const one = await darkStage(50, 50);
  // Traffic of a quarter hour, stored at its last instant for silent containers too.
  const quarterEndMs = Math.ceil((one.startMs + 2 * minuteMs) / (15 * minuteMs)) * 15 * minuteMs - 1;
  await pool.query(
    "insert into frame (container_id, at, received_at, v) values ($1, $2, $2, '{}') on conflict do nothing",
    [one.containerId, new Date(quarterEndMs)],
  );
  await healAll();
  expect((await pool.query("select 1 from warning_gap where container_id = $1", [one.containerId])).rowCount).toBe(1);
  bench.skip(25 * 60 * minuteMs);
  await healGaps(tools);
  expect((await pool.query("select 1 from warning_gap where container_id = $1", [one.containerId])).rowCount).toBe(0);
  expect(await judging.messages(one)).toEqual([]);
});

test("whoever loses its connection at the end of its work leaves nothing, and the next one does all of it once", async () => {
  const one = await darkStage(50, 50);
  await comesLate(one, [...run(20, 50), ...run(60, 18), ...run(10, 50)]);
  await judging.send(one, run(7, 18), { fromS: darkS + 70 });
  await expect(judgeFrames(cut())).rejects.toThrow();
  expect(await judging.rows(one)).toEqual([]);
  // What a lost connection held is free only once the database has noticed.
  await vi.waitUntil(
    async () => {
      await judgeFrames(tools);
      return (await judging.rows(one)).length > 0;
    },
    { timeout: 20_000 },
  );
  expect(await judging.messages(one)).toEqual(["warning.raised 1"]);
  bench.skip(2 * minuteMs);
  await healGaps(tools);
  bench.skip(11 * minuteMs);
  await expect(healGaps(cut())).rejects.toThrow();
  expect(await judging.rows(one)).toHaveLength(1);
  await vi.waitUntil(
    async () => {
      bench.skip(5 * minuteMs);
      await healGaps(tools);
      return (await judging.rows(one)).length > 1;
    },
    { timeout: 20_000 },
  );
  expect(await judging.rows(one)).toMatchObject([{ raisedS: 290 }, { raisedS: darkS + 90, clearedS: null }]);
  expect((await judging.messages(one)).toSorted()).toEqual(["warning.raised 1", "warning.while_dark 1"]);
});

/** Its connection to the database is cut after its last question, before it is told that all is stored. */
function cut(): typeof tools {
  const announce = () => {
    const news = bench.bus.announce();
    news.send = async (tx: Db) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    };
    return news;
  };
  return { ...tools, bus: Object.assign(Object.create(bench.bus), { announce }) };
}
