import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { addContainer } from "../../history/rollups/rollups.fixture.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { startIngest } from "./ingest.fixture.ts";
import { until } from "./telemetry.fixture.ts";

const now = Date.UTC(2026, 5, 10);

async function openDatabase(): Promise<{ database: TestDatabase; admin: pg.Client }> {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const admin = new pg.Client({ ...database.address, database: "postgres" });
  await admin.connect();
  onTestFinished(() => admin.end());
  return { database, admin };
}

/** Sends a frame while the database is in a state that `hinder` brings about and `mend` ends: it waits, and is stored. */
async function expectHeldBack(database: TestDatabase, hinder: () => Promise<void>, mend: () => Promise<void>) {
  const id = await addContainer(database, ["solar.power"]);
  const { ingest, send } = startIngest(database, now);
  expect(await send(id, [now - 2])).toEqual({ boot: "b1", seqs: [1] });
  await hinder();
  const answer = send(id, [now - 1]);
  await until(() => ingest.counts.retries + ingest.counts.rejected > 1);
  expect(ingest.counts).toMatchObject({ rejected: 0, acked: 1 });
  expect(ingest.isStoring).toBe(false);
  await mend();
  expect(await answer).toEqual({ boot: "b1", seqs: [2] });
  expect(ingest.counts).toMatchObject({ stored: 2, rejected: 0 });
}

test("while the database is replaced by another one of its name, messages wait and are stored afterwards", async () => {
  const { database, admin } = await openDatabase();
  const name = database.address.database;
  const sessions = () =>
    admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  await expectHeldBack(
    database,
    async () => {
      await admin.query(`alter database ${name} allow_connections false`);
      await until(async () => (await sessions()).rowCount === 0);
      await admin.query(`alter database ${name} rename to ${name}_aside`);
    },
    async () => {
      await admin.query(`alter database ${name}_aside rename to ${name}`);
      await admin.query(`alter database ${name} allow_connections true`);
    },
  );
});

test("while a restore has not brought the tables yet, messages wait and are stored afterwards", async () => {
  const { database } = await openDatabase();
  await expectHeldBack(
    database,
    async () => void (await database.pool.query("alter table frame rename to frame_aside")),
    async () => void (await database.pool.query("alter table frame_aside rename to frame")),
  );
});

test("while the database takes no writes, as a primary that became a standby, messages wait and are stored afterwards", async () => {
  const { database, admin } = await openDatabase();
  const name = database.address.database;
  const setReadOnly = async (isReadOnly: "on" | "off") => {
    await admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`);
    // A session has the setting from its beginning.
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  };
  await expectHeldBack(
    database,
    () => setReadOnly("on"),
    () => setReadOnly("off"),
  );
});
