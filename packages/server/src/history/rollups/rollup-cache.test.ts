import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type Db, openDatabase } from "../../core/db.ts";
import { emptyDay } from "../quarter-hours.ts";
import { RollupCache } from "./rollup-cache.ts";
import * as rollups from "./rollups.store.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { addContainer, workerOn, write } from "./rollups.fixture.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 5, 1);
const march = Date.UTC(2026, 2, 1);
const first = march / day;

let database: TestDatabase;
/** A second portal on the same database, with its own memory. */
let other: Db;
beforeAll(async () => {
  database = await testDatabase();
  other = openDatabase(database.address, pino({ level: "silent" }), 2).db;
});
afterAll(async () => {
  await other.destroy();
  await database.drop();
});

const keptDay = () => ({ day: emptyDay(), signs: [2] });
const oneDay = (at: number) => new Map([[at, keptDay()]]);

test("a day that was written since it was read is never returned, whoever learnt of the change", () => {
  const cache = new RollupCache(2 ** 20);
  cache.learn("a", undefined, { revision: 5, changed: [] });
  cache.put("a", 5, 1, oneDay(first), ["sums"]);
  expect(cache.get("a", 1, first, ["sums"])).toMatchObject({ signs: [2] });
  expect(cache.get("a", 1, first, ["mins"])).toBeUndefined();
  expect(cache.get("a", 1, first + 1, ["sums"])).toBeUndefined();
  cache.learn("a", 5, { revision: 6, changed: [[first, 6]] });
  expect(cache.get("a", 1, first, ["sums"])).toBeUndefined();
  // A request that began before the change reads its day late: it may have read the old content.
  cache.put("a", 5, 1, oneDay(first), ["sums"]);
  expect(cache.get("a", 1, first, ["sums"])).toBeUndefined();
  cache.put("a", 6, 1, oneDay(first), ["sums"]);
  expect(cache.get("a", 1, first, ["sums"])).toBeDefined();
});

test("news that does not follow on from what is known discards what is kept", () => {
  const cache = new RollupCache(2 ** 20);
  cache.learn("a", undefined, { revision: 5, changed: [] });
  cache.put("a", 5, 1, oneDay(first), ["sums"]);
  // This request was made before anything was kept and answered after revision 7, whose change it does not include.
  cache.learn("a", undefined, { revision: 7, changed: [] });
  expect(cache.get("a", 1, first, ["sums"])).toBeUndefined();
  cache.put("a", 5, 1, oneDay(first), ["sums"]);
  expect(cache.get("a", 1, first, ["sums"])).toBeUndefined();
  cache.learn("a", 7, { revision: 7, changed: [] });
  cache.put("a", 7, 1, oneDay(first), ["sums"]);
  expect(cache.get("a", 1, first, ["sums"])).toBeDefined();
});

test("entries stay within the limit of bytes, and the least recently used go first", () => {
  const cache = new RollupCache(60_000);
  for (const name of ["a", "b", "c"]) {
    cache.learn(name, undefined, { revision: 1, changed: [] });
    cache.put(name, 1, 1, oneDay(first), ["sums"]);
    cache.touch("a", 1);
    expect(cache.bytes).toBeLessThanOrEqual(60_000);
  }
  expect(cache.get("a", 1, first, ["sums"])).toBeDefined();
  expect(cache.get("b", 1, first, ["sums"])).toBeUndefined();
  expect(cache.containerIds()).toEqual(["a", "c"]);
  cache.put("a", 1, 2, new Map(Array.from({ length: 50 }, (_, at) => [first + at, keptDay()])), ["sums"]);
  expect(cache.bytes).toBe(0);
});

/** As a chart does: news and marks in one statement, then the days. */
async function sums(db: Db, id: string): Promise<number[]> {
  const cache = rollups.cacheOf(db);
  const since = cache.known(id);
  const { rows } = await sql<rollups.RollupState>`
    select id, ${rollups.stateColumns(sql`id`, sql`${since ?? 2 ** 52}::bigint`)} from container where id = ${id}`.execute(
    db,
  );
  const [state] = rows;
  if (!state) throw new Error("The container is not there.");
  cache.learn(id, since, state);
  const days = await rollups.keptDays(db, state, [1], { fromDay: first, toDay: first + 3 }, ["sums"]);
  return (days.get(1) ?? []).map((kept) => kept?.day.sums.reduce((sum, value) => sum + value, 0) ?? 0);
}

test("whatever is written, summarised and dropped between two requests, both portals answer with what is stored", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("write" as const), day: fc.nat(3), value: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constantFrom("settle" as const, "ask" as const, "askOther" as const) }),
    fc.record({ do: fc.constant("drop" as const), day: fc.nat(3) }),
  );
  const both = [{ do: "ask" as const }, { do: "askOther" as const }];
  const runs = 60;
  let asked = 0;
  let fromMemory = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (between) => {
      // Both are asked before and after, so that what happens between meets a memory in each of them, every time.
      const steps = [...both, ...between, ...both];
      const id = await addContainer(database, ["solar.power"]);
      let written = 0;
      const stored = async () => {
        const days = { fromDay: first, toDay: first + 3 };
        const read = (await rollups.readDays(database.db, id, [1], days, ["sums"])).get(1);
        return [0, 1, 2, 3].map((at) => read?.get(first + at)?.sums.reduce((sum, value) => sum + value, 0) ?? 0);
      };
      for (const each of steps) {
        if (each.do === "write")
          await write(database, [
            { containerId: id, atMs: march + each.day * day + ++written * 60_000, values: [each.value] },
          ]);
        else if (each.do === "settle") while (await workerOn(database, testClock(now)).work(true));
        else if (each.do === "drop")
          await database.db
            .deleteFrom("rollupDay")
            .where("containerId", "=", id)
            .where("day", "=", first + each.day)
            .execute();
        else {
          const db = each.do === "ask" ? database.db : other;
          if (rollups.cacheOf(db).known(id) !== undefined) fromMemory++;
          asked++;
          expect(await sums(db, id)).toEqual(await stored());
        }
      }
    }),
    { numRuns: runs },
  );
  expect(asked).toBeGreaterThanOrEqual(4 * runs);
  expect(fromMemory).toBeGreaterThanOrEqual(2 * runs);
});
