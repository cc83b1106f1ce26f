import { afterAll, beforeAll, expect, test } from "vitest";

import { keptFromMs } from "../../history/tiers/retention.store.ts";
import { readSamples } from "../../history/tiers/samples.store.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { startIngest } from "./ingest.fixture.ts";
import { addContainer, minutely, sealAll, tierWorkerOn, write } from "../../history/rollups/rollups.fixture.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 5, 10);
const march = Date.UTC(2026, 2, 1);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const instantsOf = async (containerId: string) =>
  (await readSamples(database.db, containerId, ["solar.power"], { fromMs: 0, toMs: now + day })).atMs;

test("a late frame for a month whose empty partition was dropped a moment ago is stored and acknowledged", async () => {
  const id = await addContainer(database, ["solar.power"]);
  const { ingest, send } = startIngest(database, now);
  expect(await send(id, [march, march + 1])).toEqual({ boot: "b1", seqs: [1] });
  await sealAll(database, testClock(now));
  const tiers = tierWorkerOn(database, testClock(now));
  await tiers.keep();
  expect(tiers.counts.droppedMonths).toBe(1);
  // Ingest remembers a partition that is no longer there.
  expect(await send(id, [march, march + 2])).toEqual({ boot: "b1", seqs: [2] });
  expect(ingest.counts).toMatchObject({ retries: 1, stored: 3, conflicts: 0 });
  expect(await instantsOf(id)).toEqual([march, march + 1, march + 2]);
});

test("frames of days whose readings were dropped are refused by name, and their summaries stay as they were", async () => {
  const id = await addContainer(database, ["solar.power"]);
  await write(database, minutely(id, march, 60));
  await sealAll(database, testClock(now));
  const tiers = tierWorkerOn(database, testClock(now), { rawDays: 60 });
  await tiers.keep();
  // By months: what is left begins where March ended, though sixty days ago is 11 April.
  expect(await keptFromMs(database.db, { rawDays: 36_500 }, now)).toBe(Date.UTC(2026, 3, 1));
  expect(tiers.keptFromMs).toBe(Date.UTC(2026, 3, 11));
  expect(await instantsOf(id)).toEqual([]);
  const summaries = () => database.pool.query("select * from rollup_day where container_id = $1", [id]);
  const before = (await summaries()).rows;
  expect(before).toHaveLength(1);
  // Also by a portal that is told to keep more from now on.
  const later = tierWorkerOn(database, testClock(now), { rawDays: 36_500 });
  await later.load();
  const { send } = startIngest(database, now, { keptFromMs: () => later.keptFromMs });
  const kept = Date.UTC(2026, 3, 1);
  expect(await send(id, [march + 5, kept, now])).toEqual({ boot: "b1", seq: 1, error: "time", bad: [[0, -1]] });
  expect(await instantsOf(id)).toEqual([kept, now]);
  await sealAll(database, testClock(now));
  const after = (await summaries()).rows;
  expect(after.filter((row: { day: number }) => row.day < kept / day)).toEqual(before);
});
