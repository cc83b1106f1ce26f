import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { systemClock } from "../../core/clock.ts";
import { until } from "./telemetry.fixture.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { clearPastDays, saveContacts, savingStates } from "./telemetry.store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  for (const id of ["aba", "bor", "cairo"]) {
    await database.pool.query("insert into container (id, name, serial_number, secret_hash) values ($1, $1, $1, '')", [
      id,
    ]);
    await database.pool.query("insert into container_latest (container_id) values ($1)", [id]);
  }
});
afterAll(() => database.drop());

const rowsOf = (ids: readonly string[]) =>
  JSON.stringify(
    ids.map((container_id) => ({
      container_id,
      every_s: 10,
      energy_measured_s: 0,
      linked: true,
      devices: [],
      capabilities: [],
      alarms: [],
    })),
  );
const contactsOf = (ids: readonly string[]) =>
  ids.map((containerId) => ({ containerId, linked: true, lastContactMs: 1 })) as unknown as Parameters<
    typeof saveContacts
  >[1];

test.each([
  ["frames", () => savingStates(rowsOf(["cairo", "bor", "aba"])).execute(database.db)],
  ["contacts", () => saveContacts(database.db, contactsOf(["cairo", "bor", "aba"]))],
  ["days that are over", () => clearPastDays(database.db, systemClock.now())],
])(
  "whoever writes %s of several containers holds no later one while an earlier one is held by another",
  async (_, write) => {
    await database.pool.query("update container_latest set energy_day = '2020-01-01', solar_wh = 5");
    let written: Promise<unknown> | undefined;
    await database.db.transaction().execute(async (tx) => {
      await sql`select from container_latest where container_id = 'aba' for update`.execute(tx);
      written = write();
      await until(async () => {
        const { rows } = await database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length === 1;
      });
      const { rows } = await sql`select from container_latest where container_id in ('bor', 'cairo')
      for update skip locked`.execute(tx);
      expect(rows).toHaveLength(2);
    });
    await written;
  },
);
