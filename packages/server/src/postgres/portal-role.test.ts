import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { type Database, openDatabase } from "../core/db.ts";
import { type TestDatabase, dropTestDatabase, emptyTestDatabase, testDatabase } from "../testing/test-database.ts";
import { migrateAsOwner } from "./portal-role.ts";

const silent = pino({ level: "silent" });

let database: TestDatabase;
let portal: Database;
beforeAll(async () => {
  database = await testDatabase();
  portal = openDatabase({ connectionString: database.url }, silent, 2);
});
afterAll(async () => {
  await portal.close();
  await database.drop();
});

async function auditPart(): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select relname as name from pg_class join pg_inherits on inhrelid = oid where inhparent = 'audit'::regclass limit 1",
  );
  return rows[0]?.name ?? "";
}

test("the role of a running portal erases a name from lines of the audit, and nothing else of them", async () => {
  await portal.pool.query(
    "insert into audit (at, email, action, after, result) values (now(), 'zu@example.org', 'erased', '{\"to\": \"zu@example.org\"}', 'ok')",
  );
  const { rows } = await portal.pool.query<{ id: number }>("select id from audit where action = 'erased'");
  const erase = (standIn: string) =>
    portal.pool.query("select erase_in_audit($1, 'zu', 'zu@example\\.org', null, $2)", [[rows[0]?.id], standIn]);
  await expect(erase("Somebody else")).rejects.toMatchObject({ code: "22023" });
  await erase("Deleted person 4f2a");
  const after = await portal.pool.query("select email, after, result, salt from audit where action = 'erased'");
  const standIn = "Deleted person 4f2a";
  expect(after.rows).toEqual([{ email: standIn, after: { to: standIn }, result: "ok", salt: null }]);
  // What the function sets for its own transaction opens nothing to others.
  await portal.pool.query("select set_config('offgrid.erasing', pg_current_xact_id()::text, false)");
  for (const statement of [
    "update audit set email = 'me'",
    "delete from audit_restated",
    "update audit_restated set hash = ''",
  ])
    await expect(portal.pool.query(statement), statement).rejects.toMatchObject({ code: "42501" });
});

test("the role of a running portal can add and read lines of the audit, and do nothing else to it", async () => {
  await portal.pool.query("insert into audit (at, action, result) values (now(), 'test', 'ok')");
  const { rows } = await portal.pool.query("select action from audit where action = 'test'");
  expect(rows).toEqual([{ action: "test" }]);
  const part = await auditPart();
  expect(part).toMatch(/^audit_\d{4}_\d\d$/);
  for (const table of ["audit", part]) {
    for (const statement of [
      `update ${table} set result = 'forged'`,
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} drop column result`,
      `create trigger silent before insert on ${table} for each row execute function refuse_change()`,
      `create index on ${table} (result)`,
    ])
      await expect(portal.pool.query(statement), statement).rejects.toMatchObject({ code: "42501" });
  }
  for (const statement of [
    "update audit_seal set lines = 0",
    "delete from audit_seal",
    "insert into audit_month_dropped (month, through_id, lines) values (1, 1000000, 0)",
    "alter table audit detach partition " + part,
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$",
    "select grant_portal('public')",
    "create table audit_copy (id integer)",
    "create schema own",
    "set session_replication_role = replica",
    "update schema_migration set checksum = ''",
  ])
    await expect(portal.pool.query(statement), statement).rejects.toMatchObject({ code: "42501" });
});

test("the role of a running portal owns nothing and has no power over roles", async () => {
  const { rows } = await portal.pool.query(`
    select (select count(*)::int from pg_class where relowner = oid_of) as relations,
      (select count(*)::int from pg_proc where proowner = oid_of) as functions, rolsuper, rolcreaterole, rolcreatedb
    from (select oid as oid_of, * from pg_roles where rolname = current_user) as me`);
  expect(rows).toEqual([{ relations: 0, functions: 0, rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
});

test("months are made for tables that have them, and nobody can drop the audit of the last 90 days", async () => {
  const month = 12 * 60;
  for (const table of ["frame", "sealed_day", "chunk", "audit", "event", "notification"]) {
    for (let time = 0; time < 2; time++) await portal.pool.query("select make_month($1, $2)", [table, month]);
    const part = `${table}_2030_01`;
    const { rows } = await database.pool.query("select to_regclass($1) is not null as is_there", [part]);
    expect([table, rows]).toEqual([table, [{ is_there: true }]]);
  }
  await expect(portal.pool.query("select drop_month('audit', $1)", [month])).rejects.toMatchObject({ code: "42501" });
  const { rows } = await database.pool.query<{ month: number }>(
    "select ((date_part('year', now()) - 1970) * 12 + date_part('month', now()) - 1)::int as month",
  );
  await expect(portal.pool.query("select drop_month('audit', $1)", [rows[0]?.month])).rejects.toThrow(/90 days/);
  for (const [table, wrong] of [
    ["app_user", 700],
    ["audit; drop table audit", 700],
    ["pg_class", 700],
    ["frame", -1],
    ["frame", 10_000],
    [null, 700],
    ["frame", null],
  ])
    for (const call of ["make_month", "drop_month"])
      await expect(portal.pool.query(`select ${call}($1, $2)`, [table, wrong])).rejects.toMatchObject({
        code: "22023",
      });
});

test("a table of the caller's own cannot stand in for one of the portal's", async () => {
  const client = await portal.pool.connect();
  try {
    await client.query("create temp table audit_1971_01 (id bigint)");
    await client.query("create temp table audit_seal (audit_id bigint)");
    await client.query("insert into audit_seal values (1000000)");
    await client.query("select make_month('audit', 12)");
    await client.query("insert into public.audit (at, action, result) values ('1971-01-05', 'test', 'ok')");
    await expect(client.query("select drop_month('audit', 12)")).rejects.toThrow(/not sealed/);
  } finally {
    client.release(true);
  }
});

test("the owner migrates the schema, and later starts need no owner; where one role is both, the log says so", async () => {
  const address = await emptyTestDatabase();
  const url = new URL(database.url);
  url.pathname = `/${address.database}`;
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const role = openDatabase({ connectionString: url.href }, silent, 2);
  const owner = openDatabase(address, silent, 2);
  onTestFinished(async () => {
    await role.close();
    await owner.close();
    await dropTestDatabase(address);
  });
  await expect(migrateAsOwner(role, undefined, log)).rejects.toThrow(/permission denied/);
  const schema = await migrateAsOwner(role, address, log);
  expect(await migrateAsOwner(role, undefined, log)).toBe(schema);
  await role.pool.query("insert into portal_setting (name, value) values ('registration', 'true')");
  expect(lines).toEqual([]);
  expect(await migrateAsOwner(owner, undefined, log)).toBe(schema);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    expect.stringContaining("owns its tables"),
  ]);
});
