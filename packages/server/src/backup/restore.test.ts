import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import pg from "pg";
import { pino } from "pino";
import { beforeAll, expect, onTestFinished, test } from "vitest";

import { PostgresBus } from "../bus/postgres.bus.ts";
import { openDatabase } from "../core/db.ts";
import { SecretBox } from "../core/secret-box.ts";
import { atFileEnd } from "../testing/file-end.ts";
import {
  dropTestDatabase,
  emptyTestDatabase,
  testDatabase,
  type TestDatabase,
  toUrl,
} from "../testing/test-database.ts";
import { insertContainers, scratchFolder, sumsOf } from "./backup.fixture.ts";
import { makeBackup } from "./make-backup.ts";
import { restoreBackup } from "./restore.ts";
import { versionLeap } from "./restore-rules.ts";

const key = { passphrase: undefined, box: new SecretBox(randomBytes(32)) };
/** A restore writes a line into it, and changes what was open. */
const changes = ["audit", "command", "container_config", "delivery", "job", "mail_token", "outbox"];

let path: string;
let source: TestDatabase;

beforeAll(async () => {
  path = join(await scratchFolder(), "good.backup");
  source = await testDatabase();
  atFileEnd(() => source.drop());
  const { pool } = source;
  await pool.query(insertContainers, [1, 200]);
  await pool.query(`
    insert into app_user (id, email, role) values ('ada', 'ada@example.org', 'admin');
    insert into container_user (container_id, user_id) select id, 'ada' from container;
    insert into session (token_hash, user_id, created_at, last_used_at, expires_at)
      values ('\\x01', 'ada', now(), now(), now() + interval '1 day');
    insert into mail_token (token_hash, kind, user_id, expires_at)
      select sha256(kind::bytea), kind, 'ada', now() + interval '1 day' from unnest(array['invite', 'reset']) kind;
    insert into outbox (key, sealed, created_at, expires_at) values
      ('old', '\\x01', now() - interval '61 minutes', now() + interval '1 day'),
      ('new', '\\x01', now() - interval '50 minutes', now() + interval '1 day');
    insert into job (kind, key, claim, due_at) values ('mail', '1', gen_random_uuid(), now() + interval '1 hour');
    insert into command (id, container_id, op, kind, target, args, wanted, state, user_id, created_at, expires_at, due_at)
      select state, 'c1', 'set_output', 'switch', state, '{}', '1', state, 'ada', now(), now(), now()
      from unnest(array['queued', 'sent', 'accepted']) state;
    insert into command (id, container_id, op, kind, target, args, wanted, state, user_id, created_at, expires_at)
      values ('done', 'c1', 'set_output', 'switch', 'o', '{}', '1', 'done', 'ada', now(), now());
    insert into container_config (container_id, wanted_version, version, answered) values ('c1', 7, 5, 8);
    select make_month('event', 480);
    insert into event (id, container_id, at, received_at, code, level, data)
      values ('e', 'c1', now(), '2010-01-05T00:00Z', 'x', 'info', '{"text": "back\\\\slash, tab \\t and é"}')`);
  await makeBackup({ from: source.address, path, key });
});

async function emptyDatabase() {
  const address = await emptyTestDatabase();
  onTestFinished(() => dropTestDatabase(address));
  const { pool, close } = openDatabase(address, pino({ level: "silent" }), 2);
  onTestFinished(close);
  return { address, pool };
}

test("a restored database has the same rows, and goes on where the other one was", async () => {
  const { address, pool } = await emptyDatabase();
  await restoreBackup({ path, key, to: address });
  expect(await sumsOf(address, changes)).toEqual(await sumsOf(source.address, changes));
  const { rows } = await pool.query(
    "insert into outbox (key, created_at, expires_at) values ('k', now(), now()) returning id",
  );
  const next = await source.pool.query(
    "insert into outbox (key, created_at, expires_at) values ('k', now(), now()) returning id",
  );
  expect(rows).toEqual(next.rows);
  await source.pool.query("delete from outbox where key = 'k'");
  // References and triggers hold as before.
  await expect(
    pool.query("insert into container_user (container_id, user_id) values ('c1', 'nobody')"),
  ).rejects.toThrow(/foreign key/);
  await expect(pool.query("delete from audit")).rejects.toThrow();
  await expect(pool.query("truncate audit")).rejects.toThrow();
  await pool.query("delete from container where id = 'c1'");
  expect((await pool.query("select from event")).rowCount).toBe(0);
});

test("of what was open when the backup was made nothing happens late", async () => {
  const { address, pool } = await emptyDatabase();
  await restoreBackup({ path, key, to: address });
  const ask = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows;
  expect(await ask("select from session")).toEqual([]);
  expect(await ask("select id, state, reason, due_at from command order by id")).toEqual([
    { id: "accepted", state: "unknown", reason: "no_answer", due_at: null },
    { id: "done", state: "done", reason: null, due_at: null },
    { id: "queued", state: "unknown", reason: "no_answer", due_at: null },
    { id: "sent", state: "unknown", reason: "no_answer", due_at: null },
  ]);
  expect(await ask("select key, sealed is not null as waits from outbox order by key")).toEqual([
    { key: "new", waits: true },
    { key: "old", waits: false },
  ]);
  expect(await ask("select kind from mail_token")).toEqual([{ kind: "invite" }]);
  expect(await ask("select claim from job where kind = 'mail' and due_at <= now()")).toEqual([{ claim: null }]);
  expect(await ask("select version_floor from container_config")).toEqual([{ version_floor: 8 + versionLeap }]);
  expect(await ask("select result from audit where action = 'backup_restored'")).toEqual([{ result: "ok" }]);
});

test("a database of somebody's own is filled by a role that owns it and may do nothing else", async () => {
  const { address } = await emptyDatabase();
  const admin = new pg.Client({ ...address });
  await admin.connect();
  const role = `owner_${randomBytes(4).toString("hex")}`;
  await admin.query(`create role ${role} login password 'x'; alter database ${address.database} owner to ${role}`);
  onTestFinished(async () => {
    await admin
      .query(`drop owned by ${role} cascade; reassign owned by ${role} to current_user`)
      .catch(() => undefined);
    await admin.query(`alter database ${address.database} owner to current_user; drop role ${role}`);
    await admin.end();
  });
  const to = { connectionString: toUrl({ ...address, user: role, password: "x" }) };
  await restoreBackup({ path, key, to, portalRole: "offgrid_portal" });
  expect(await sumsOf(to, changes)).toEqual(await sumsOf(source.address, changes));
  const { rows } = await admin.query("select has_table_privilege('offgrid_portal', 'app_user', 'insert') as may");
  expect(rows).toEqual([{ may: true }]);
});

test("a database that has people is replaced only where that is said, and by a damaged backup not even then", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  await database.pool.query("insert into app_user (id, email) values ('bo', 'bo@example.org')");
  const before = await sumsOf(database.address);
  await expect(restoreBackup({ path, key, to: database.address })).rejects.toThrow(
    /people or containers already; .+ --replace/,
  );
  const bytes = await readFile(path);
  const damaged = `${path}.damaged`;
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
  await writeFile(damaged, bytes);
  await expect(restoreBackup({ path: damaged, key, to: database.address, replaces: true })).rejects.toThrow(/damaged/);
  expect(await sumsOf(database.address)).toEqual(before);
  await restoreBackup({ path, key, to: database.address, replaces: true });
  expect(await sumsOf(database.address, changes)).toEqual(await sumsOf(source.address, changes));
});

test("nothing is restored under a portal that runs", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const bus = new PostgresBus(database, pino({ level: "silent" }));
  await bus.start();
  onTestFinished(() => bus.stop());
  await expect(restoreBackup({ path, key, to: database.address, replaces: true })).rejects.toThrow(
    /is running; stop all/,
  );
});

test("a backup whose schema this version does not know is refused", async () => {
  const other = await testDatabase();
  onTestFinished(() => other.drop());
  await other.pool.query("insert into schema_migration (version, name, checksum) values (9999, '9999-later', 'x')");
  const later = `${path}.later`;
  await makeBackup({ from: other.address, path: later, key });
  const { address } = await emptyDatabase();
  await expect(restoreBackup({ path: later, key, to: address })).rejects.toThrow(
    /9999-later, which this version does not know/,
  );
});
