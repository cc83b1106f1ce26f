import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { dropTestDatabase, emptyTestDatabase } from "../testing/test-database.ts";
import { openDatabase } from "../core/db.ts";
import { migrate, schemaVersion } from "./migrate.ts";

const log = pino({ level: "silent" });

async function emptyDatabase() {
  const address = await emptyTestDatabase();
  const database = openDatabase(address, log, 4);
  onTestFinished(async () => {
    await database.close();
    await dropTestDatabase(address);
  });
  return database.pool;
}

test("several portals that start at once migrate once", async () => {
  const pool = await emptyDatabase();
  const versions = await Promise.all([migrate(pool, log), migrate(pool, log), migrate(pool, log)]);
  expect(new Set(versions).size).toBe(1);
  expect(await schemaVersion(pool)).toBe(versions[0]);
});

test("a database written by a newer portal is refused and left alone", async () => {
  const pool = await emptyDatabase();
  await migrate(pool, log);
  await pool.query("insert into schema_migration (version, name, checksum) values (9999, '9999-tomorrow', 'x')");
  await expect(migrate(pool, log)).rejects.toThrow(/9999-tomorrow, which this version does not know/);
  expect(await schemaVersion(pool)).toBe(9999);
});

test("a migration that was changed after it ran is refused", async () => {
  const pool = await emptyDatabase();
  await migrate(pool, log);
  await pool.query("update schema_migration set checksum = 'other' where version = 1");
  await expect(migrate(pool, log)).rejects.toThrow(/0001-people ran with other contents/);
});

test("a migration that fails is rolled back entirely", async () => {
  const pool = await emptyDatabase();
  await pool.query("create table container_user (clash integer)");
  await expect(migrate(pool, log)).rejects.toThrow(/0002-containers failed and was rolled back/);
  expect(await schemaVersion(pool)).toBe(1);
  const { rows } = await pool.query("select to_regclass('container') as container");
  expect(rows).toEqual([{ container: null }]);
});
