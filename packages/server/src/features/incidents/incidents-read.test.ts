import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { IncidentStage } from "./follow-incidents.fixture.ts";
import { countIncidents, listIncidents } from "./incidents.store.ts";

let stage: IncidentStage;
beforeAll(async () => void (stage = await IncidentStage.open()));
afterAll(() => stage.database.drop());

const past = 3_000;

test("what goes on is listed and counted without reading what has been over for long", async () => {
  const { db, pool } = stage.database;
  const [container = ""] = await stage.addContainers("Orange", 1);
  const userId = randomUUID();
  await db
    .insertInto("appUser")
    .values({ id: userId, email: `${userId}@example.org`, role: "admin", setting: "{}" })
    .execute();
  await pool.query(
    `with raised as (
      insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at, cleared_at, close_reason)
        select 'w' || n, $1, 'Rule', 'Charge low', '', false, 'warning', now() - interval '9 days', now() - interval '8 days', 'data'
        from generate_series(1, $2::int) as n),
    begun as (
      insert into incident (id, state, cause, cause_key, severity, began_at, gather_until, resolved_at)
        select 'i' || n, 'resolved', 'single', 'i' || n, 'warning', now() - interval '9 days' - n * interval '1 second', now() - interval '9 days',
          now() - interval '8 days' from generate_series(1, $2::int) as n)
    insert into incident_member (warning_id, incident_id, joined_at, is_dark)
      select 'w' || n, 'i' || n, now(), false from generate_series(1, $2::int) as n`,
    [container, past],
  );
  await pool.query("delete from incident_stale");
  const { low } = await stage.addRules([container]);
  await stage.raise(low, [container]);
  await stage.follow();
  await pool.query("analyze incident; analyze incident_member; analyze warning");

  const viewer = { userId };
  const query = { state: "going_on" } as const;
  const nowMs = stage.clock.now();
  await db.transaction().execute(async (tx) => {
    const read = async () => {
      const { n } = await tx
        .selectFrom(
          sql<{ n: string }>`(select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n
            from pg_stat_xact_user_tables where relname = 'incident')`.as("read"),
        )
        .select("read.n")
        .executeTakeFirstOrThrow();
      return Number(n);
    };
    const before = await read();
    expect(await listIncidents(tx, viewer, query, { limit: 50, offset: 0 }, nowMs)).toHaveLength(1);
    expect(await countIncidents(tx, viewer, query, nowMs)).toBe(1);
    expect((await read()) - before).toBeLessThan(10);
    // And of what is over no more than a page, however much there is.
    expect(await listIncidents(tx, viewer, {}, { limit: 20, offset: 0 }, nowMs)).toHaveLength(20);
    const over = await listIncidents(tx, viewer, { state: "over" }, { limit: 20, offset: 20 }, nowMs);
    expect(over.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `i${index + 21}`));
    expect(await countIncidents(tx, viewer, { state: "over" }, nowMs, 100)).toBe(100);
    expect((await read()) - before).toBeLessThan(400);
    expect(await countIncidents(tx, viewer, { state: "resolved" }, nowMs)).toBe(past);
    expect((await read()) - before).toBeGreaterThanOrEqual(past);
  });
});
