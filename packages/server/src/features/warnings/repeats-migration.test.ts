import { expect, test } from "vitest";

import { olderDatabase } from "../../testing/older-database.ts";

test("rules of an older portal that count how often something happens go on doing so under its name of today", async () => {
  const { pool, migrate } = await olderDatabase("0165");
  await pool.query(`
    insert into app_user (id, email, role, setting) values ('u', 'u@example.org', 'user', '{}');
    insert into warning_rule (id, owner_id, rule, enabled, created_at, updated_at)
      select id, 'u', rule::jsonb, true, now(), now() from (values
        ('r1', '{"conditions": [{"type": "below", "threshold": 20}, {"type": "count", "threshold": 3}]}'),
        ('r2', '{"conditions": [{"type": "event", "threshold": 3}]}')) as r (id, rule);`);
  await migrate();
  const { rows } = await pool.query<{ types: string[] }>("select types from warning_rule order by id");
  expect(rows.map(({ types }) => types)).toEqual([["below", "repeats"], ["event"]]);
});
