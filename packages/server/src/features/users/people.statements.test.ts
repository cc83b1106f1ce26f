import { afterAll, beforeAll, expect, test } from "vitest";

import type { Actor } from "../../calls/actor.ts";
import { statementsOf } from "../../testing/statements.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { saveRejected } from "../ingest/telemetry.store.ts";
import { mustFindAllBelow } from "./people.scope.ts";
import { assign, unassign } from "./people.store.ts";
import * as users from "./users.store.ts";

let database: TestDatabase;
let statements: string[];
const containers = ["gao", "kidal", "mopti"];
let people: string[];
let actor: Actor;
beforeAll(async () => {
  database = await testDatabase();
  statements = statementsOf(database.pool);
  const { db, pool } = database;
  for (const id of containers)
    await pool.query("insert into container (id, name, serial_number, secret_hash) values ($1, $1, $1, '')", [id]);
  const add = async (name: string, role: "admin" | "user") =>
    (await users.insert(db, { email: `${name}@example.org`, role, passwordHash: "none", firstName: name })) as string;
  people = [await add("amina", "user"), await add("kofi", "user"), await add("lena", "user")];
  actor = {
    userId: await add("boss", "admin"),
    containers: "all",
    email: "boss@example.org",
    role: "admin",
    priority: 1,
    permissions: ["users"],
    excludes: [],
    twoStep: false,
    mustSetUpTwoStep: false,
    sessionHash: Buffer.alloc(32),
    confirmedAtMs: 0,
    usedAtMs: 0,
  };
});
afterAll(() => database.drop());

/** The statements of a transaction, without its beginning and end. */
async function statementsIn(work: (db: TestDatabase["db"]) => Promise<void>): Promise<number> {
  statements.length = 0;
  await database.db.transaction().execute(work);
  return statements.length - 2;
}

test("several people are looked up, locked and taken a container from in one statement each", async () => {
  const pairs = people.flatMap((userId) => containers.map((containerId) => ({ containerId, userId })));
  await assign(database.db, pairs);
  expect(await statementsIn((tx) => mustFindAllBelow(tx, actor, [...people, ...people]))).toBe(1);
  await expect(mustFindAllBelow(database.db, actor, [...people, "nobody"])).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(mustFindAllBelow(database.db, actor, [actor.userId])).rejects.toMatchObject({
    code: "role_not_allowed",
  });
  const [kept, ...gone] = pairs;
  expect(await statementsIn((tx) => unassign(tx, gone))).toBe(1);
  const left = await database.db.selectFrom("containerUser").select(["containerId", "userId"]).execute();
  expect(left).toEqual([kept]);
});

test("what could not be stored of several containers is kept, and cut, in one statement each", async () => {
  await database.pool.query(
    "insert into rejected_part (container_id, at, topic, reason) select 'gao', now(), 'x', 'schema' from generate_series(1, 10005)",
  );
  const parts = containers.map((containerId) => ({ containerId, topic: "x", reason: "time", detail: null }));
  expect(await statementsIn((tx) => saveRejected(tx, parts, Date.now()))).toBe(2);
  const { rows } = await database.pool.query(
    "select container_id, count(*)::int as count from rejected_part group by 1 order by 1",
  );
  expect(rows).toEqual([
    { container_id: "gao", count: 10_000 },
    { container_id: "kidal", count: 1 },
    { container_id: "mopti", count: 1 },
  ]);
});
