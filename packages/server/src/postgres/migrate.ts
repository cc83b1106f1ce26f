import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";

import type pg from "pg";
import type { Logger } from "pino";

import { StartError } from "../core/start-error.ts";

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

const folder = new URL("../migrations/", import.meta.url);
/** Any number that no one else locks: "offg" in ASCII. */
const migrationLock = 0x6f66_6667;

/**
 * Brings the schema up to this version. Forward only: each file runs once, in order of its number, in a transaction of
 * its own; an advisory lock keeps two starts apart.
 * @param portal The role of a running portal, where that is not the pool's: it is granted what it needs.
 * @returns the schema's version.
 * @throws StartError when the database was written by a newer portal or a file that already ran was changed since.
 */
export async function migrate(pool: pg.Pool, log: Logger, portal?: string): Promise<number> {
  const known = await readMigrations();
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    const { rowCount } = await client.query("select where to_regclass('schema_migration') is not null");
    // A role that may create no tables may not even use "if not exists".
    if (rowCount === 0) {
      await client.query(
        `create table schema_migration (
           version integer primary key, name text not null, checksum text not null,
           applied_at timestamptz not null default now())`,
      );
    }
    const { rows: applied } = await client.query<{ version: number; name: string; checksum: string }>(
      "select version, name, checksum from schema_migration order by version",
    );
    refuseForeign(applied, known);
    for (const migration of known.slice(applied.length)) {
      await apply(client, migration);
      log.info({ migration: migration.name }, "schema migrated");
    }
    if (portal !== undefined) await client.query("select grant_portal($1)", [portal]);
    return known.at(-1)?.version ?? 0;
  } finally {
    // Ending the connection releases the lock and the settings with it, also after an error.
    client.release(true);
  }
}

/** The version that the database has now; one that differs from `migrate`'s means that a newer portal changed it. */
export async function schemaVersion(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ version: number | null }>("select max(version) as version from schema_migration");
  return rows[0]?.version ?? 0;
}

/**
 * How the database's schema stands to this version's, without changing it.
 * @returns the steps that the next start will take; all of them for a database that has none yet.
 * @throws StartError when a newer portal wrote it, or a step differs.
 */
export async function openSteps(pool: pg.Pool): Promise<string[]> {
  const known = await readMigrations();
  const { rowCount } = await pool.query("select where to_regclass('schema_migration') is not null");
  const { rows: applied } =
    rowCount === 0
      ? { rows: [] }
      : await pool.query<{ version: number; name: string; checksum: string }>(
          "select version, name, checksum from schema_migration order by version",
        );
  refuseForeign(applied, known);
  return known.slice(applied.length).map(({ name }) => name);
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query("set local lock_timeout = '5s'");
    await client.query(migration.sql);
    await client.query("insert into schema_migration (version, name, checksum) values ($1, $2, $3)", [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw new StartError(
      `The schema step ${migration.name} failed and was rolled back (${error instanceof Error ? error.message : String(error)}); the database is as it was before, so repair the cause and start again.`,
      { cause: error },
    );
  }
}

function refuseForeign(
  applied: readonly { version: number; name: string; checksum: string }[],
  known: Migration[],
): void {
  for (const [index, row] of applied.entries()) {
    const expected = known[index];
    if (!expected || expected.version !== row.version) {
      throw new StartError(
        `The database has the schema step ${row.name}, which this version does not know; start the newer portal that wrote it, or restore a backup from before.`,
      );
    }
    if (expected.checksum !== row.checksum) {
      throw new StartError(
        `The schema step ${row.name} ran with other contents than this version has; use the portal version that belongs to this database, or a new DATA_DIR.`,
      );
    }
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(new URL(name, folder), "utf8")).replaceAll("\r\n", "\n");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { version: Number(name.slice(0, 4)), name: name.replace(/\.sql$/, ""), sql, checksum };
    }),
  );
}
