import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";

import type { Pool } from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { dropTestDatabase, emptyTestDatabase } from "../testing/test-database.ts";
import { openDatabase } from "../core/db.ts";
import { migrate, openSteps, schemaState } from "./migrate.ts";

const log = pino({ level: "silent" });
const steps = new URL("../migrations/", import.meta.url);

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
  expect((await schemaState(pool)).version).toBe(versions[0]);
});

test("a start says in one line how far it brought the schema, and nothing where it is there already", async () => {
  const pool = await emptyDatabase();
  const lines: string[] = [];
  const infoLog = pino({ level: "info" }, { write: (line) => void lines.push(line) });
  const own = await migrate(pool, infoLog);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { from: 0, to: own, msg: `schema brought from 0 to ${own}` },
  ]);
  await migrate(pool, infoLog);
  expect(lines).toHaveLength(1);
});

const addStep = (pool: Pool, version: number, name: string, breaks: boolean) =>
  pool.query("insert into schema_migration (version, name, checksum, breaks) values ($1, $2, 'x', $3)", [
    ...[version, name, breaks],
  ]);

test("a portal goes on with a database to which a newer one has only added, and leaves it alone", async () => {
  const pool = await emptyDatabase();
  const own = await migrate(pool, log);
  await addStep(pool, 9998, "9998-tomorrow", false);
  expect(await migrate(pool, log)).toBe(own);
  expect(await openSteps(pool)).toEqual([]);
  expect(await schemaState(pool)).toMatchObject({ version: 9998 });
  expect((await schemaState(pool)).breaking).toBeLessThanOrEqual(own);
});

test("a database that a newer portal changed so that earlier ones cannot work with it is refused and left alone", async () => {
  const pool = await emptyDatabase();
  await migrate(pool, log);
  await addStep(pool, 9998, "9998-tomorrow", false);
  await addStep(pool, 9999, "9999-after", true);
  await expect(migrate(pool, log)).rejects.toThrow(/9999-after, which this version does not know/);
  await expect(openSteps(pool)).rejects.toThrow(/9999-after/);
  expect(await schemaState(pool)).toEqual({ version: 9999, breaking: 9999 });
});

/** The steps of this version, with more of a later one. */
async function laterSteps(files: Record<string, string>): Promise<URL> {
  const later = await mkdtemp(join(tmpdir(), "later-steps-"));
  onTestFinished(() => rm(later, { recursive: true, force: true }));
  await cp(steps, later, { recursive: true });
  for (const [name, sql] of Object.entries(files)) await writeFile(join(later, name), sql);
  return pathToFileURL(later + sep);
}

test("what a newer portal has added is worked with, and from the step on whose file says that it breaks earlier versions they refuse", async () => {
  const pool = await emptyDatabase();
  const own = await migrate(pool, log);
  const added = { "9998-added.sql": "create table added (id int);\n" };
  expect(await migrate(pool, log, undefined, await laterSteps(added))).toBe(9998);
  expect(await migrate(pool, log)).toBe(own);
  const broken = { ...added, "9999-broken.sql": "-- Breaks earlier versions: a test.\ndrop table added;\n" };
  expect(await migrate(pool, log, undefined, await laterSteps(broken))).toBe(9999);
  await expect(migrate(pool, log)).rejects.toThrow(/9999-broken, which this version does not know/);
  expect(await schemaState(pool)).toEqual({ version: 9999, breaking: 9999 });
});

/** What earlier versions may still ask for. */
const takesAway =
  /\b(drop\s+(table|column|view|function|type)|rename\s+(to|column)|alter\s+column\s+\S+\s+(type|set\s+not\s+null))\b/i;

test("a step that takes something away says that it breaks earlier versions, and why", async () => {
  const later = (await readdir(steps)).filter((name) => name >= "0355");
  expect(later.length).toBeGreaterThan(0);
  for (const name of later) {
    const text = await readFile(new URL(name, steps), "utf8");
    const [head = ""] = text.split("\n");
    if (takesAway.test(text)) expect(head, name).toMatch(/^-- Breaks earlier versions: \S/);
  }
  expect(
    ["drop table a", "alter table a rename to b", "alter column a set not null"].every((sql) => takesAway.test(sql)),
  ).toBe(true);
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
  expect((await schemaState(pool)).version).toBe(1);
  const { rows } = await pool.query("select to_regclass('container') as container");
  expect(rows).toEqual([{ container: null }]);
});
