import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { systemClock } from "../../core/clock.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { Fleet } from "./fleet.ts";

test("a whole fleet that may have changed is read again with one query", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const { db, pool } = database;
  const ids = Array.from({ length: 300 }, (_, index) => `site-${index}`);
  const row = (id: string) => ({ id, name: id, serialNumber: id, zoneName: "UTC", secretHash: Buffer.alloc(0) });
  await db.insertInto("container").values(ids.map(row)).execute();
  const log = pino({ level: "silent" });
  const fleet = new Fleet(
    db,
    systemClock,
    log,
    (work) => db.transaction().execute(work),
    () => undefined,
  );
  await fleet.load();
  await db.updateTable("container").set({ zoneName: "Africa/Dakar" }).where("id", "=", "site-7").execute();
  await pool.query(
    `insert into forecast_setting (container_id, provider, capacity, tilt, azimuth, loss, reserve_soc)
     values ('site-6', 'auto', 0, 0, 0, 0, 35)`,
  );
  await db.deleteFrom("container").where("id", "in", ["site-8", "site-9"]).execute();
  let queries = 0;
  pool.on("acquire", () => void queries++);
  expect(await fleet.reread(ids)).toEqual(["site-8", "site-9"]);
  expect(queries).toBe(1);
  const states = new Map([...fleet.all()].map((state) => [state.containerId, state]));
  expect(states.size).toBe(298);
  expect(states.get("site-7")).toMatchObject({ zone: "Africa/Dakar", reserveSoc: null });
  expect(states.get("site-6")).toMatchObject({ zone: "UTC", reserveSoc: 35 });
});
