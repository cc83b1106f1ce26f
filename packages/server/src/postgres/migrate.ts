import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";

import type pg from "pg";
import type { Logger } from "pino";

import { StartError } from "../core/start-error.ts";

/** A step of the schema; its number, its name and what it did. */
export interface SchemaStep {
  version: number;
  name: string;
  checksum: string;
}

interface Migration extends SchemaStep {
  sql: string;
  /** Versions that do not know it cannot work with the database any more. */
  breaks: boolean;
}

interface AppliedStep extends SchemaStep {
  breaks: boolean;
}

const folder = new URL("../migrations/", import.meta.url);
/** Any number that no one else locks: "offg" in ASCII. */
const migrationLock = 0x6f66_6667;

/** From this step on it is stored which steps break. */
const breaksSince = 355;
/** How the file of a step begins that breaks; the reason follows. */
const breakingMark = "-- Breaks earlier versions: ";

export const schemaTable = `create table schema_migration (
  version integer primary key, name text not null, checksum text not null,
  applied_at timestamptz not null default now())`;

/** Held by whoever changes the schema, until the connection ends. */
export async function holdSchema(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
}

/**
 * Takes steps in the transaction of the caller, who holds the schema.
 * @param after The last step that ran; 0: the database is empty.
 * @param upTo The last step to take; left out: all that this version knows.
 */
export async function takeSteps(client: pg.ClientBase, after: number, upTo = Infinity): Promise<void> {
  if (after === 0) await client.query(schemaTable);
  for (const migration of await readMigrations()) {
    if (migration.version > after && migration.version <= upTo) await run(client, migration);
  }
}

/** The steps that this version knows, in their order. */
export async function knownSteps(): Promise<SchemaStep[]> {
  return (await readMigrations()).map(({ version, name, checksum }) => ({ version, name, checksum }));
}

/**
 * Brings the schema up to this version. Forward only: each file runs once, in order of its number, in a transaction of
 * its own; an advisory lock keeps two starts apart.
 * @param portal The role of a running portal, where that is not the pool's: it is granted what it needs.
 * @param steps The folder of the files; left out: that of this version.
 * @returns the schema's version.
 * @throws StartError when a newer portal changed the database so that this one cannot work with it, or a file that already
 * ran was changed since.
 */
export async function migrate(pool: pg.Pool, log: Logger, portal?: string, steps = folder): Promise<number> {
  const known = await readMigrations(steps);
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await holdSchema(client);
    const { rowCount } = await client.query("select where to_regclass('schema_migration') is not null");
    // A role that may create no tables may not even use "if not exists".
    if (rowCount === 0) {
      await client.query(schemaTable);
    }
    const applied = await readApplied(client);
    refuseForeign(applied, known);
    const newer = applied.slice(known.length).map(({ name }) => name);
    if (newer.length > 0)
      log.warn({ steps: newer }, "a newer portal has changed the schema, in ways that this one can work with");
    for (const migration of known.slice(applied.length)) {
      await apply(client, migration);
      log.debug({ migration: migration.name }, "schema migrated");
    }
    const [from, to] = [applied.at(-1)?.version ?? 0, known.at(-1)?.version ?? 0];
    // One line, so that a first start does not bury what else it says.
    if (known.length > applied.length) log.info({ from, to }, `schema brought from ${from} to ${to}`);
    if (portal !== undefined) await client.query("select grant_portal($1)", [portal]);
    return known.at(-1)?.version ?? 0;
  } finally {
    // Ending the connection releases the lock and the settings with it, also after an error.
    client.release(true);
  }
}

/** How far the schema is. */
export interface SchemaState {
  /** Its last step; 0: none. */
  version: number;
  /** Its last step that earlier versions cannot work with. */
  breaking: number;
}

export async function schemaState(pool: pg.Pool): Promise<SchemaState> {
  const applied = await readApplied(pool);
  return {
    version: applied.at(-1)?.version ?? 0,
    breaking: applied.findLast(({ breaks }) => breaks)?.version ?? 0,
  };
}

async function readApplied(db: pg.Pool | pg.ClientBase): Promise<AppliedStep[]> {
  // Databases of long ago have no such column.
  const { rows } = await db.query<AppliedStep>(`
    select version, name, checksum, coalesce((to_jsonb(m) ->> 'breaks')::boolean, true) as breaks
    from schema_migration m order by version`);
  return rows;
}

/**
 * How the database's schema stands to this version's, without changing it.
 * @returns the steps that the next start will take; all of them for a database that has none yet.
 * @throws StartError when a newer portal changed it so that this version cannot work with it, or a step differs.
 */
export async function openSteps(pool: pg.Pool): Promise<string[]> {
  const known = await readMigrations();
  const { rowCount } = await pool.query("select where to_regclass('schema_migration') is not null");
  const applied = rowCount === 0 ? [] : await readApplied(pool);
  refuseForeign(applied, known);
  return known.slice(applied.length).map(({ name }) => name);
}

async function run(client: pg.ClientBase, { version, name, checksum, sql, breaks }: Migration): Promise<void> {
  await client.query(sql);
  await client.query("insert into schema_migration (version, name, checksum) values ($1, $2, $3)", [
    version,
    name,
    checksum,
  ]);
  if (version >= breaksSince)
    await client.query("update schema_migration set breaks = $2 where version = $1", [version, breaks]);
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query("set local lock_timeout = '5s'");
    await run(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw new StartError(
      `The schema step ${migration.name} failed and was rolled back (${error instanceof Error ? error.message : String(error)}); the database is as it was before, so repair the cause and start again.`,
      { cause: error },
    );
  }
}

/** What a newer portal has added at the end is no hindrance unless it says so. */
function refuseForeign(applied: readonly AppliedStep[], known: readonly Migration[]): void {
  for (const [index, row] of applied.entries()) {
    const expected = known[index];
    if (!expected && !row.breaks) continue;
    if (!expected || expected.version !== row.version) {
      throw new StartError(
        `The database has the schema step ${row.name}, which this version does not know; start the newer portal that wrote it, or restore a backup from before.`,
        { known: { code: "schema_newer", values: { step: row.name } } },
      );
    }
    if (expected.checksum !== row.checksum) {
      throw new StartError(
        `The schema step ${row.name} ran with other contents than this version has; use the portal version that belongs to this database, or a new DATA_DIR.`,
        { known: { code: "schema_differs", values: { step: row.name } } },
      );
    }
  }
}

async function readMigrations(from = folder): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(new URL(name, from), "utf8")).replaceAll("\r\n", "\n");
      const checksum = createHash("sha256").update(sql).digest("hex");
      const breaks = sql.startsWith(breakingMark);
      return { version: Number(name.slice(0, 4)), name: name.replace(/\.sql$/, ""), sql, checksum, breaks };
    }),
  );
}
