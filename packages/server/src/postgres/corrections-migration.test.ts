import { expect, test } from "vitest";

import { dayMs } from "../history/quarter-hours.ts";
import { CorrectedSince, undoReplacement } from "../history/tiers/undo-replacement.store.ts";
import { olderDatabase } from "../testing/older-database.ts";

const start = Date.UTC(2026, 5, 1);
const at = (hour: number) => new Date(start + hour * 3_600_000).toISOString();
const by = { userId: "ada", nowMs: start + 5 * dayMs };

/** Corrections of a portal before they had an order: 1, then 2 over it, 3 that an import had undone by 4, 5 of nothing. */
const older = `
  insert into container (id, name, serial_number, secret_hash) values ('c', 'c', 'c', '');
  insert into container_metric (container_id, slot, name) values ('c', 1, 'solar.power'), ('c', 2, 'load.power');
  create table frame_2026_06 partition of frame for values from ('2026-06-01') to ('2026-07-01');
  insert into frame (container_id, at, received_at, v) values ('c', '${at(0)}', now(), '{3,7}'), ('c', '${at(30)}', now(), '{4,8}');
  insert into replacement (container_id, made_at, user_id, from_at, to_at) values
    ('c', '${at(50)}', 'ada', '${at(0)}', '${at(48)}'), ('c', '${at(51)}', 'ada', '${at(0)}', '${at(24)}'),
    ('c', '${at(52)}', 'ada', '${at(30)}', '${at(31)}'), ('c', '${at(53)}', 'ada', '${at(30)}', '${at(31)}'),
    ('c', '${at(54)}', 'ada', '${at(0)}', '${at(1)}');
  insert into replaced_reading (replacement_id, slot, day, at, value) values
    (1, 1, ${start / dayMs}, '{${at(0)}}', '{1}'), (1, 2, ${start / dayMs}, '{${at(0)}}', '{6}'),
    (1, 1, ${start / dayMs + 1}, '{${at(30)}}', '{2}'),
    (2, 1, ${start / dayMs}, '{${at(0)}}', '{2}'),
    (3, 2, ${start / dayMs + 1}, '{${at(30)}}', '{8}'), (4, 2, ${start / dayMs + 1}, '{${at(30)}}', '{9}');
  insert into data_import (container_id, user_id, name, kind, made_at, finished_at, state, lines, replaced, replacement_id)
    values ('c', 'ada', 'a.csv', 'csv', '${at(52)}', '${at(53)}', 'undone', 1, 1, 3);`;

test("corrections of an older portal are undone in their order after the migration", async () => {
  const { db, pool, migrate } = await olderDatabase("0054");
  await pool.query(older);
  await migrate();
  const { rows } = await pool.query(
    "select id::integer, slots, undoes::integer, undone_at is not null as is_over from replacement order by id",
  );
  expect(rows).toEqual([
    { id: 1, slots: [1, 2], undoes: null, is_over: false },
    { id: 2, slots: [1], undoes: null, is_over: false },
    { id: 3, slots: [2], undoes: null, is_over: false },
    { id: 4, slots: [2], undoes: 3, is_over: true },
    { id: 5, slots: [], undoes: null, is_over: false },
  ]);
  const { rows: places } = await pool.query<{ id: number }>(
    "select replacement_id::integer as id from replaced_reading order by place",
  );
  expect(places.map(({ id }) => id)).toEqual([1, 1, 1, 2, 3, 4]);

  const valuesOf = async () =>
    (await pool.query<{ v: number[] }>("select v from frame order by at")).rows.map(({ v }) => v);
  await expect(undoReplacement(db, 1, by)).rejects.toThrow(CorrectedSince);
  expect(await undoReplacement(db, 3, by)).toMatchObject({ id: 4, readings: 0 });
  expect(await undoReplacement(db, 2, by)).toMatchObject({ readings: 1 });
  expect(await undoReplacement(db, 1, by)).toMatchObject({ readings: 3 });
  expect(await valuesOf()).toEqual([
    [1, 6],
    [2, 8],
  ]);
  // What is replaced from now on comes after all of that.
  const { rows: latest } = await pool.query(
    "select min(place)::integer as place from replaced_reading where replacement_id > 5",
  );
  expect(latest).toEqual([{ place: 7 }]);
});
