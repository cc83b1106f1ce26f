import { randomBytes } from "node:crypto";

import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";

import { type Database, type DatabaseAddress, openDatabase } from "../core/db.ts";
import { migrate } from "../postgres/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this test run, as JSON of its addresses as owner and as portal; `testDatabase` makes databases in it. */
    testServer: string;
  }
}

type Address = Extract<DatabaseAddress, { host: string }>;

const log = pino({ level: "silent" });
const template = "offgrid_template";
/** Keeps the files of a run, which work in parallel, from making the template twice. */
const templateLock = 711_711;

/** Connected as the owner of the tables, so that tests may do what a portal may not. */
export interface TestDatabase extends Database {
  address: Address;
  /** As DATABASE_OWNER_URL takes it. */
  ownerUrl: string;
  /** As DATABASE_URL takes it: with the role of a running portal. */
  url: string;
  /** Closes and removes the database. */
  drop(): Promise<void>;
}

/** A fresh migrated database; call `drop` when done (in `afterAll`). */
export async function testDatabase(): Promise<TestDatabase> {
  const address = await emptyTestDatabase(template);
  const database = openDatabase(address, log, 8);
  return {
    ...database,
    address,
    ownerUrl: toUrl(address),
    url: toUrl({ ...testServer().portal, database: address.database }),
    drop: async () => {
      await database.close();
      await dropTestDatabase(address);
    },
  };
}

/**
 * A new database in the server of this run.
 * @param from Copies the migrated template; left out: empty.
 */
export async function emptyTestDatabase(from?: typeof template): Promise<Address> {
  const server = testServer().owner;
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withAdmin(server, async (admin) => {
    if (from) await ensureTemplate(admin, server);
    await admin.query(from ? `create database ${name} template ${from}` : `create database ${name}`);
  });
  return { ...server, database: name };
}

export async function dropTestDatabase(address: Address): Promise<void> {
  await withAdmin(address, (admin) => admin.query(`drop database if exists ${address.database} with (force)`));
}

function testServer(): { owner: Address; portal: Address } {
  return JSON.parse(inject("testServer")) as { owner: Address; portal: Address };
}

/** As DATABASE_URL takes it; a socket's folder goes into the query part. */
export function toUrl({ host, port, user, password, database }: Address): string {
  const credentials = `${user}:${encodeURIComponent(password)}`;
  return host.startsWith("/")
    ? `postgres://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${credentials}@${host}:${port}/${database}`;
}

async function ensureTemplate(admin: pg.Client, server: Address): Promise<void> {
  await admin.query("select pg_advisory_lock($1)", [templateLock]);
  try {
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1 and datistemplate", [
      template,
    ]);
    if (rowCount) return;
    await admin.query(`drop database if exists ${template}`);
    await admin.query(`create database ${template}`);
    const fresh = openDatabase({ ...server, database: template }, log, 1);
    try {
      await migrate(fresh.pool, log, testServer().portal.user);
    } finally {
      await fresh.close();
    }
    await admin.query(`alter database ${template} is_template true`);
  } finally {
    await admin.query("select pg_advisory_unlock($1)", [templateLock]);
  }
}

async function withAdmin<T>(server: Address, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ ...server, database: "postgres" });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
