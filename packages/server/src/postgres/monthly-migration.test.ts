import { expect, test } from "vitest";

import { findBrokenSeal, sealOf } from "../features/audit/audit-seals.ts";
import { linesBetween } from "../features/audit/audit-seals.store.ts";
import { olderDatabase } from "../testing/older-database.ts";

test("the migration puts audit, events and notifications of an older portal into months, unchanged and sealed as before", async () => {
  const { db, pool, migrate } = await olderDatabase("0035");
  await pool.query(`
    insert into container (id, name, serial_number, secret_hash) values ('c', 'c', 'c', '');
    insert into app_user (id, email) values ('ada', 'ada@example.org');
    insert into audit (at, action, result, before) values ('2024-12-31 23:59:59+00', 'one', 'ok', '{"b": 1, "a": [2]}'),
      ('2025-01-01 00:00:00+00', 'two', 'ok', null), ('2025-01-01 00:00:01+00', 'three', 'ok', null);
    insert into event (id, container_id, at, received_at, code, level, boot, seq)
      values ('e', 'c', '2001-01-01', '2025-02-03', 'door', 'info', 'b', 1);
    insert into notification (id, user_id, event_id, kind, created_at) values ('n', 'ada', 'e', 'event', '2025-02-03');`);
  const sealed = sealOf(undefined, await linesBetween(db, 0, 2));
  await pool.query("insert into audit_seal values (2, 2, now(), $1)", [sealed]);
  const everything = async () =>
    (
      await pool.query(`
        select to_jsonb(audit) - 'salt' as row from audit union all select to_jsonb(event) from event
        union all select to_jsonb(notification) - array['notified_at', 'incident_id'] from notification order by 1`)
    ).rows;
  const before = await everything();
  await migrate();
  expect(await everything()).toEqual(before);
  expect(await findBrokenSeal(db)).toBeUndefined();
  const { rows } = await pool.query("insert into audit (at, action, result) values (now(), 'four', 'ok') returning id");
  expect(rows).toEqual([{ id: 4 }]);
  const { rows: parts } = await pool.query<{ name: string }>(
    "select distinct tableoid::regclass::text as name from audit union select tableoid::regclass::text from event order by 1",
  );
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["audit_2024_12", "audit_2025_01", "event_2025_02"]),
  );
});
