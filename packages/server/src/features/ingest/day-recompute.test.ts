import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { systemClock } from "../../core/clock.ts";
import { addContainer, write } from "../../history/rollups/rollups.fixture.ts";
import type { Write } from "../../postgres/role-lease.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { DayRecompute } from "./day-recompute.ts";
import { Fleet } from "./fleet.ts";

const noon = Date.UTC(2026, 5, 10, 12);

test("a container that cannot be read is named in the log and has its energy computed a little later", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const { db, pool } = database;
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  const inTransaction: Write = (work) => db.transaction().execute(work);
  const fleet = new Fleet(db, systemClock, log, inTransaction, () => undefined);
  const recompute = new DayRecompute(db, log, fleet, inTransaction);
  const id = await addContainer(database, ["solar.power"]);
  const atMs = Array.from({ length: 61 }, (_, minute) => noon - (60 - minute) * 60_000);
  await write(
    database,
    atMs.map((at) => ({ containerId: id, atMs: at, values: [600] })),
  );
  recompute.again(id);
  await pool.query("alter table container rename to container_away");
  await recompute.some(noon);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(id);
  await pool.query("alter table container_away rename to container");
  await recompute.some(noon + 10_000);
  const today = await db.selectFrom("containerLatest").select("solarWh").where("containerId", "=", id).execute();
  expect(today).toEqual([{ solarWh: 600 }]);
});

test("the first hours of a day count where the reading before it is six hours older", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  const log = pino({ level: "silent" });
  const inTransaction: Write = (work) => db.transaction().execute(work);
  const fleet = new Fleet(db, systemClock, log, inTransaction, () => undefined);
  const id = await addContainer(database, ["solar.power"]);
  const hours = [-41, -35, -29, -23, -17, -11, -5, 1, 7];
  await write(
    database,
    hours.map((hour) => ({ containerId: id, atMs: noon + (hour - 12) * 3_600_000, values: [600] })),
  );
  const recompute = new DayRecompute(db, log, fleet, inTransaction);
  recompute.again(id);
  await recompute.some(noon);
  const today = await db.selectFrom("containerLatest").select("solarWh").where("containerId", "=", id).execute();
  expect(today).toEqual([{ solarWh: 7 * 600 }]);
});

test.each([
  ["", []],
  [", which began to end with a faulty reading", [{ hour: -1, wh: 0 }]],
])(
  "a day begins after weeks of silence with its part of what the meter counted, even before what came is summarised%s",
  async (_, faulty) => {
    const database = await testDatabase();
    onTestFinished(() => database.drop());
    const { db } = database;
    const inTransaction: Write = (work) => db.transaction().execute(work);
    const log = pino({ level: "silent" });
    const fleet = new Fleet(db, systemClock, log, inTransaction, () => undefined);
    const id = await addContainer(database, ["solar.energy"]);
    const hours = [...Array.from({ length: 48 }, (_, place) => place - 25 * 24), 12, 13];
    await write(
      database,
      [...hours.map((hour) => ({ hour, wh: 100_000 + 50 * hour })), ...faulty].map(({ hour, wh }) => ({
        containerId: id,
        atMs: noon + (hour - 12) * 3_600_000,
        values: [wh],
      })),
    );
    const recompute = new DayRecompute(db, log, fleet, inTransaction);
    recompute.again(id);
    await recompute.some(noon + 3_600_000);
    const today = await db.selectFrom("containerLatest").select("solarWh").where("containerId", "=", id).execute();
    expect(today).toEqual([{ solarWh: expect.closeTo(13 * 50, 6) }]);
  },
);
