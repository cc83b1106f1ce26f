import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { writeAudit } from "../../calls/audit.ts";
import { type Database, openDatabase } from "../../core/db.ts";
import { findBrokenSeal, sealSettled } from "../../features/audit/audit-seals.ts";
import { type EventPart, insertEvents } from "../../features/events/events.store.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { keepMonths } from "./kept-months.ts";
import { type MonthlyTable, listMonths, monthOf } from "./partitions.store.ts";
import { addContainer } from "../rollups/rollups.fixture.ts";
import { notifyPeople } from "../../features/notifications/fan-out.store.ts";

const log = pino({ level: "silent" });
const january = Date.UTC(2021, 0, 20);
const dayMs = 86_400_000;
const days = { auditDays: 365, eventDays: 100, notificationDays: 50 };

/** One connection as the owner, and one as a running portal, which does the work. */
let database: TestDatabase;
let portal: Database;
beforeAll(async () => {
  database = await testDatabase();
  portal = openDatabase({ connectionString: database.url }, log, 4);
  await database.pool.query(
    "insert into app_user (id, email, role) values ('ada', 'ada@example.org', 'super_admin'), ('ben', 'ben@example.org', 'admin')",
  );
});
afterAll(async () => {
  await portal.close();
  await database.drop();
});
beforeEach(() => database.pool.query("delete from event; delete from notification"));

const keep = (nowMs: number) => keepMonths({ db: portal.db, clock: { now: () => nowMs }, log }, days);
const has = async (table: MonthlyTable, atMs: number) => (await listMonths(portal.db, table)).includes(monthOf(atMs));
const store = (nowMs: number, ...parts: EventPart[]) =>
  portal.db.transaction().execute(async (tx) => {
    const events = await insertEvents(tx, parts, nowMs);
    await notifyPeople(tx, nowMs, 100);
    return events;
  });
const opened = (containerId: string, boot: string | null, seq: number | null, ts = january): EventPart => ({
  containerId,
  boot,
  seq,
  event: { ts, code: "door.opened", level: "info", data: {} },
});
const count = async (table: string) =>
  (await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;

test("months of audit, events and notifications are made ahead and dropped when they are past their retention", async () => {
  const id = await addContainer(database, []);
  expect(await store(january, opened(id, "b", 1))).toMatchObject([{ containerId: id }]);
  expect(await count("notification")).toBe(2);
  const endOfJanuary = Date.UTC(2021, 1, 1);
  await keep(endOfJanuary + 49 * dayMs);
  expect([await has("event", january), await has("notification", january)]).toEqual([true, true]);
  for (const table of ["audit", "event", "notification"] as const)
    expect([await has(table, Date.UTC(2021, 2)), await has(table, Date.UTC(2021, 3))]).toEqual([true, true]);
  await keep(endOfJanuary + 50 * dayMs);
  expect([await has("event", january), await has("notification", january)]).toEqual([true, false]);
  expect([await count("event"), await count("notification")]).toEqual([1, 0]);
  await keep(endOfJanuary + 100 * dayMs);
  expect([await has("event", january), await count("event")]).toEqual([false, 0]);
});

test("an event is stored once, even if it is twice in one message, written by two at once, or sent again months later", async () => {
  const id = await addContainer(database, []);
  const event = opened(id, "boot-1", 7);
  expect(await store(january, event, event)).toHaveLength(1);
  expect(await store(january + 60 * dayMs, event)).toEqual([]);
  const again = opened(id, "boot-1", 8);
  const both = await Promise.all([store(january, again), store(january, again), store(january + 40 * dayMs, again)]);
  expect(both.flat()).toHaveLength(1);
  // Events that the portal raises itself have no name.
  expect(await store(january, opened(id, null, null), opened(id, null, null))).toHaveLength(2);
  expect(await store(january, opened("nowhere", "b", 1))).toEqual([]);
  expect([await count("event"), await count("notification")]).toEqual([4, 8]);
});

test("removing a container removes its events and the notifications about them, removing a person their notifications", async () => {
  const [gone, stays] = [await addContainer(database, []), await addContainer(database, [])];
  await store(january, opened(gone, "b", 1), opened(stays, "b", 1));
  await portal.pool.query("delete from container where id = $1", [gone]);
  expect([await count("event"), await count("notification")]).toEqual([1, 2]);
  await portal.pool.query("delete from app_user where id = 'ben'");
  expect([await count("event"), await count("notification")]).toEqual([1, 1]);
});

test("the audit is dropped by months, its seals stay, and the chain can still be verified and still detects changes", async () => {
  const months = [Date.UTC(2021, 2, 31, 23, 59), Date.UTC(2021, 3, 1), Date.UTC(2021, 4, 2), Date.UTC(2026, 0, 2)];
  for (const atMs of months)
    for (let line = 0; line < 3; line++)
      await writeAudit(portal.db, { atMs: atMs + line, action: "test", result: "ok" });
  // Lines that are not sealed stay, whatever their age.
  await expect(keep(Date.UTC(2026, 0, 3))).rejects.toThrow(/not sealed/);
  expect(await sealSettled(portal.db, Date.UTC(2026, 0, 3))).toBe(12);
  const { rows: seals } = await database.pool.query("select lines from audit_seal order by audit_id");
  expect(seals).toEqual([{ lines: 3 }, { lines: 3 }, { lines: 3 }, { lines: 3 }]);
  await keep(Date.UTC(2022, 4, 15));
  expect(await count("audit")).toBe(6);
  expect(await count("audit_seal")).toBe(4);
  const { rows: dropped } = await database.pool.query("select lines from audit_month_dropped order by month");
  expect(dropped).toEqual([{ lines: 3 }, { lines: 3 }]);
  expect(await findBrokenSeal(portal.db)).toBeUndefined();
  await database.pool.query("alter table audit disable trigger audit_append_only");
  const { rows } = await database.pool.query<{ id: number }>(
    "update audit set result = 'forged' where id = (select min(id) from audit) returning id",
  );
  expect(await findBrokenSeal(portal.db)).toBe((rows[0]?.id ?? 0) + 2);
});

test("warnings go when their events would be gone, and open ones stay", async () => {
  const id = await addContainer(database, []);
  await database.pool.query(
    `insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at, cleared_at, close_reason)
    select 'w-' || name, $1, 'Door', 'Opened', '', false, 'info', to_timestamp($2), cleared, case when cleared is null then null else 'data' end
    from (values ('old', to_timestamp($2)), ('late', to_timestamp($2) + interval '1 day'), ('open', null)) as w (name, cleared)`,
    [id, january / 1_000],
  );
  await keep(january + 100 * dayMs + 1_000);
  const { rows } = await database.pool.query<{ id: string }>("select id from warning order by id");
  expect(rows.map((row) => row.id)).toEqual(["w-late", "w-open"]);
});
