import { randomBytes } from "node:crypto";

import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";

import { type Database, type DatabaseAddress, openDatabase } from "../core/db.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * The PostgreSQL of this test run, as JSON of the addresses, as owner and as portal, of a migrated database in it;
     * `testDatabase` makes copies of that one.
     */
    testServer: string;
  }
}

type Address = Extract<DatabaseAddress, { host: string }>;

const log = pino({ level: "silent" });

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
  const address = await newDatabase(testServer().owner.database);
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

/** A new database without tables in the server of this run. */
export function emptyTestDatabase(): Promise<Address> {
  return newDatabase("template1");
}

async function newDatabase(template: string): Promise<Address> {
  const server = testServer().owner;
  const name = `test_${randomBytes(8).toString("hex")}`;
  // The usual strategy writes the whole copy to the log as well.
  await withAdmin(server, (admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
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

async function withAdmin<T>(server: Address, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ ...server, database: "postgres" });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
