import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import pg from "pg";
import type { Logger } from "pino";

import { type Database, type DatabaseAddress, openDatabase } from "../core/db.ts";
import { migrate, openSteps, schemaState } from "./migrate.ts";

/** The role that a running portal connects as in the embedded PostgreSQL. */
const portalRole = "offgrid_portal";
/** Any number that no one else locks: "role" in ASCII. */
const roleLock = 0x726f_6c65;

type Address = Extract<DatabaseAddress, { host: string }>;

/**
 * The embedded database as the role that a running portal has: it owns no table. A missing role is created, with a
 * password that is stored in a file beside the owner's.
 * @param owner The database as its owner, who may create roles.
 */
export async function portalAddress(owner: Address, dataDir: string): Promise<Address> {
  const client = new pg.Client({ ...owner, application_name: "offgrid-portal start" });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [roleLock]);
    const password = await readPassword(join(dataDir, "postgres", "portal-password"));
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [portalRole]);
    await client.query(
      `${rowCount ? "alter" : "create"} role ${portalRole} login nosuperuser nocreatedb nocreaterole noreplication
       password ${client.escapeLiteral(password)}`,
    );
    await client.query("commit");
    return { ...owner, user: portalRole, password };
  } finally {
    await client.end();
  }
}

async function readPassword(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (known !== undefined) return known.trim();
  const password = randomBytes(24).toString("base64url");
  await writeFile(`${file}.new`, password, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return password;
}

/**
 * Brings the schema up to date as its owner, and grants the portal's role what it needs.
 * @param portal The database as a running portal uses it.
 * @param owner The same as the owner of the tables; left out: one role is both, and the log says so.
 * @returns the schema's version.
 */
export async function migrateAsOwner(
  portal: Database,
  owner: DatabaseAddress | undefined,
  log: Logger,
): Promise<number> {
  const { rows } = await portal.pool.query<{ name: string }>("select current_user as name");
  const role = rows[0]?.name ?? "";
  if (owner) {
    const owning = openDatabase(owner, log, 1);
    try {
      return await migrate(owning.pool, log, role);
    } finally {
      await owning.close();
    }
  }
  const schema = await migrate(portal.pool, log);
  if (await ownsTables(portal))
    log.warn(
      { role },
      "the portal's database role owns its tables, so nothing but triggers keeps the audit from being changed; see DATABASE_OWNER_URL in docs/operations.md",
    );
  return schema;
}

/**
 * The same for a command: where nothing is behind, as beside a portal that runs, all rights stay as they are.
 * @returns the schema's version.
 */
export async function migrateIfBehind(
  portal: Database,
  owner: DatabaseAddress | undefined,
  log: Logger,
): Promise<number> {
  if ((await openSteps(portal.pool)).length > 0) return migrateAsOwner(portal, owner, log);
  return (await schemaState(portal.pool)).version;
}

async function ownsTables({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select from pg_class where oid = 'audit'::regclass and pg_has_role(current_user, relowner, 'member')",
  );
  return rowCount !== 0;
}
