import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { type Database, openDatabase } from "../../core/db.ts";
import { startEmbeddedPostgres, stopEmbeddedPostgres } from "../../postgres/embedded-postgres.ts";
import { prepareDataFolder } from "../../testing/prepared-data.ts";
import { ContainerRows } from "./container-rows.ts";

const log = pino({ level: "silent" });
const moment = { nowMs: Date.UTC(2026, 5, 1, 12), portalStartedAtMs: Date.UTC(2026, 4, 31) };

/** With owners and rights, which matter to PostgreSQL. */
const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);

/** Runs a database from start to stop: what it was asked for last stays on the disk. */
async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres(dataDir, log, { flags: ["-c", "autovacuum=off"] });
  const database = openDatabase(server.address, log, 2);
  try {
    return await work(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

test("after a restart of the database, also from a backup that gives the same transaction numbers again, rows are true", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-restore-"));
  onTestFinished(async () => {
    await stopEmbeddedPostgres(dataDir, log);
    await rm(dataDir, { recursive: true, force: true });
  });
  await prepareDataFolder(dataDir);
  const rows = new ContainerRows();
  const nameIn = async ({ db }: Database) => (await rows.read(db, { userId: "boss" }, moment))[0]?.name;
  /** @returns the version of the row, as PostgreSQL numbers it. */
  const rename = async ({ pool }: Database, name: string) =>
    (await pool.query<{ xmin: string }>("update container set name = $1 returning xmin::text", [name])).rows[0]?.xmin;

  await withDatabase(dataDir, async (database) => {
    await database.pool.query(
      `insert into container (id, name, serial_number, secret_hash) values ('gao', 'Gao', 'SN-1', '\\x00')`,
    );
    await database.pool.query(
      `insert into app_user (id, email, password_hash, role) values ('boss', 'boss@example.org', 'none', 'admin')`,
    );
    expect(await nameIn(database)).toBe("Gao");
  });
  const [data, backup] = [join(dataDir, "postgres", "data"), join(dataDir, "backup")];
  copy(data, backup);

  const before = await withDatabase(dataDir, async (database) => {
    expect(await nameIn(database)).toBe("Gao");
    const version = await rename(database, "Gao before the restore");
    expect(await nameIn(database)).toBe("Gao before the restore");
    return version;
  });
  await rm(data, { recursive: true });
  copy(backup, data);

  await withDatabase(dataDir, async (database) => {
    expect(await rename(database, "Gao after the restore")).toBe(before);
    expect(await nameIn(database)).toBe("Gao after the restore");
  });
});
