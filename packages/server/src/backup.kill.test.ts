import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";

import { insertContainers, scratchFolder, sumsOf } from "./backup/backup.fixture.ts";
import { readBackup } from "./backup/read-backup.ts";
import { backupKeyOf } from "./backup/portal-databases.ts";
import type { DatabaseAddress } from "./core/db.ts";
import { until } from "./features/ingest/telemetry.fixture.ts";
import { run, usedDataFolder } from "./main.fixture.ts";
import { keepDataDir } from "./postgres/data-dir-lock.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { SharedPostgres } from "./postgres/shared-postgres.ts";

// Programs are started, which takes long where many tests share few cores.
vi.setConfig({ testTimeout: 120_000 });

const silent = pino({ level: "silent" });
const held = 4_711;

/** A portal's folder with a key, and its database with some containers; the server runs on without this process. */
async function portalFolder() {
  const folder = await usedDataFolder();
  const { address, leave } = await startEmbeddedPostgres(folder, silent);
  leave();
  await writeFile(join(folder, "portal.key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  const client = await connected(address);
  await client.query(insertContainers, [1, 20]);
  return { folder, address, client };
}

async function connected(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client(address);
  // A program that was the last to use the server stops it.
  client.on("error", () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

/** Does somebody wait for a lock of this kind? */
const isAwaited = async (client: pg.Client, kind: string) =>
  (await client.query("select from pg_locks where not granted and locktype = $1", [kind])).rowCount !== 0;
const isGone = async (client: pg.Client, name: string) =>
  (await client.query("select from pg_stat_activity where application_name = $1", [name])).rowCount === 0;

test("a backup that is killed leaves no file that could be taken for one, and the next one is whole", async () => {
  const { folder, client } = await portalFolder();
  // As beside a portal that runs.
  const keeper = await keepDataDir(folder);
  onTestFinished(() => keeper?.release());
  const path = join(await scratchFolder(), "portal.backup");
  // All rows are written when it asks how far the identities have come.
  await client.query("begin; alter sequence outbox_id_seq rename to held_id_seq");
  const program = run("administer.mjs", { DATA_DIR: folder }, ["backup", "--to", path]);
  await until(async () => (await isAwaited(client, "relation")) || program.child.exitCode !== null);
  program.child.kill("SIGKILL");
  await program.ended;
  expect(existsSync(path)).toBe(false);
  await client.query("rollback");
  await until(() => isGone(client, "offgrid-portal backup"));

  expect(await run("administer.mjs", { DATA_DIR: folder }, ["backup", "--to", path]).ended).toBe(0);
  const key = await backupKeyOf({ dataDir: folder, backupPassphraseFile: undefined });
  expect((await readBackup(path, key, {})).rows).toBeGreaterThanOrEqual(20);
});

test("a restore that is killed when all rows are in leaves the database as it was, and a second one goes through", async () => {
  const from = await portalFolder();
  const path = join(await scratchFolder(), "portal.backup");
  expect(await run("administer.mjs", { DATA_DIR: from.folder }, ["backup", "--to", path]).ended).toBe(0);
  const to = await portalFolder();
  await copyFile(join(from.folder, "portal.key"), join(to.folder, "portal.key"));
  await to.client.query(insertContainers, [100, 110]);
  // It stops when it makes the first reference again, after the last row.
  await to.client.query(`create schema test;
    create function test.hold() returns event_trigger language plpgsql as $$
    begin
      if exists (select from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace)
        and exists (select from public.container) then perform pg_advisory_lock(${held}); end if;
    end $$;
    create event trigger hold on ddl_command_end when tag in ('ALTER TABLE') execute function test.hold()`);
  const before = await sumsOf(to.address);
  const restore = ["restore", path, "--replace", "--yes"];
  await to.client.query("select pg_advisory_lock($1)", [held]);
  const program = run("administer.mjs", { DATA_DIR: to.folder }, restore);
  await until(async () => (await isAwaited(to.client, "advisory")) || program.child.exitCode !== null);
  program.child.kill("SIGKILL");
  await program.ended;
  // Its database is about to end, or has ended.
  const again = await SharedPostgres.join(to.folder, silent);
  const client = await connected(again.address);
  await client.query("drop event trigger hold");
  await to.client.end().catch(() => undefined);
  await until(() => isGone(client, "offgrid-portal restore"));
  expect(await sumsOf(again.address)).toEqual(before);
  await client.end();
  await again.close();

  expect(await run("administer.mjs", { DATA_DIR: to.folder }, restore).ended).toBe(0);
});
