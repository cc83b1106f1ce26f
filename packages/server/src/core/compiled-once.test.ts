import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { compiledOnce, type Db } from "./db.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const settingOf = (db: Db, key: string) => db.selectFrom("cluster").select(["name", "createdBy"]).where("id", "=", key);

test("a statement whose text is compiled once answers each call by its own parameters, in a transaction too", async () => {
  const { db } = database;
  await db
    .insertInto("cluster")
    .values(["north", "south"].map((id) => ({ id, name: `The ${id}`, createdBy: null })))
    .execute();
  let compiled = 0;
  const read = compiledOnce((from, id: string) => {
    compiled++;
    return settingOf(from, id);
  });
  expect(await read(db, "north")).toEqual([{ name: "The north", createdBy: null }]);
  expect(await read(db, "south")).toEqual([{ name: "The south", createdBy: null }]);
  await db.transaction().execute(async (within) => {
    await within.insertInto("cluster").values({ id: "east", name: "The east", createdBy: null }).execute();
    expect(await read(within, "east")).toEqual([{ name: "The east", createdBy: null }]);
    expect(await read(db, "east")).toEqual([]);
  });
  expect(compiled).toBe(1);
});

test("one that has a parameter which is not among those given is refused, since it would keep the first call's", async () => {
  const read = compiledOnce((from, id: string) => settingOf(from, id).where("name", "=", "The north"));
  await expect(read(database.db, "north")).rejects.toThrow("not those that it was built from");
});
