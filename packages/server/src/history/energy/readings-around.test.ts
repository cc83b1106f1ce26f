import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { addContainer, write } from "../rollups/rollups.fixture.ts";
import { measuredMsOf } from "./energy.ts";
import { readAround } from "./readings-around.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 4, 1);
const range = { fromMs: start, toMs: start + 24 * hour };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

async function readingsAt(instants: readonly number[]) {
  const containerId = await addContainer(database, ["load.power"]);
  await write(
    database,
    instants.map((atMs) => ({ containerId, atMs, values: [100] })),
  );
  return readAround(database.db, containerId, ["load.power"], range);
}

test("a day with readings six hours apart is measured up to both its ends, announced or not", async () => {
  const instants = Array.from({ length: 17 }, (_, place) => start + (place * 6 - 35) * hour);
  const { atMs, columns } = await readingsAt(instants);
  expect(measuredMsOf({ atMs, values: columns[0] ?? [] }, range, minute)).toBe(24 * hour);
});

test("of frequent readings that began within the day, none of before a silence is read", async () => {
  const live = Array.from({ length: 30 }, (_, place) => start + 5 * hour + place * minute);
  const { atMs } = await readingsAt([start - 40 * hour, ...live]);
  expect(atMs).toEqual(live);
});
