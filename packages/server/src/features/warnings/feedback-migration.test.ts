import { expect, test } from "vitest";

import { olderDatabase } from "../../testing/older-database.ts";

test("what people said of an incident of an older portal stands with its warnings, unless they said something of those", async () => {
  const { pool, migrate } = await olderDatabase("0155");
  await pool.query(`
    insert into container (id, name, serial_number, secret_hash) values ('c', 'c', 'c', '');
    insert into incident (id, state, cause, cause_key, severity, began_at, gather_until)
      values ('i', 'open', 'container', 'c', 'warning', now(), now());
    insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at, feedback)
      select id, 'c', 'Rule', 'Charge low', '', false, 'warning', now(), feedback
      from (values ('w1', null), ('w2', 'useful'), ('w3', 'noise')) as w (id, feedback);
    insert into incident_member (warning_id, incident_id, joined_at, is_dark, feedback)
      values ('w1', 'i', now(), false, 'expected'), ('w2', 'i', now(), false, 'expected'), ('w3', 'i', now(), false, null);`);
  await migrate();
  const { rows } = await pool.query<{ said: string }>("select id || ' ' || feedback as said from warning order by id");
  expect(rows.map(({ said }) => said)).toEqual(["w1 expected", "w2 useful", "w3 noise"]);
});
