import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import { ackOf, benchOfFile, bornController } from "../ingest/telemetry.fixture.ts";
import { deleteRemoved, endOldSecrets, keptRemovedMs } from "./container-settings.job.ts";
import * as settings from "./container-settings.store.ts";

const bench = await benchOfFile();
const { db, pool } = bench.database;
const tools = { bus: bench.bus, db, clock: { now: () => bench.now() }, isBusy: () => false };
const count = async (table: string, id: string) =>
  Number((await pool.query(`select count(*) from ${table} where container_id = $1`, [id])).rows[0].count);

test("a controller that still uses the secret before loses its connection when the day is over", async () => {
  await bench.addContainer("rotated");
  await settings.replaceSecret(db, "rotated", Buffer.alloc(32, 1), {
    until: new Date(bench.now() + 60_000),
    nowMs: bench.now(),
  });
  const client = await bornController(bench, "rotated");
  await endOldSecrets(tools);
  expect(client.mqtt.connected).toBe(true);
  bench.skip(61_000);
  await endOldSecrets(tools);
  await client.closed();
  const { rows } = await pool.query("select previous_secret_hash from container where id = 'rotated'");
  expect(rows).toEqual([{ previous_secret_hash: null }]);
});

test("a removed container keeps its history for 30 days, and is then deleted with all of it", async () => {
  await bench.addContainer("gone");
  await bench.addContainer("stays");
  for (const id of ["gone", "stays"]) {
    const client = await bornController(bench, id);
    const frame = { boot: "b1", seq: 1, mv: 1, t: [bench.now()], v: [[50, 800]] };
    await client.send(dataTopic.name({ containerId: id }), frame);
    await ackOf(client, id, 1);
  }
  await db.transaction().execute((tx) => settings.remove(tx, "gone", bench.now()));
  await deleteRemoved({ ...tools, clock: { now: () => bench.now() + keptRemovedMs - 60_000 } });
  expect(await count("frame", "gone")).toBeGreaterThan(0);
  await deleteRemoved({ ...tools, clock: { now: () => bench.now() + keptRemovedMs + 60_000 } });
  for (const table of ["frame", "rollup_dirty", "rollup_revision", "rollup_change", "container_latest", "event"]) {
    expect([table, await count(table, "gone")]).toEqual([table, 0]);
  }
  expect((await pool.query("select id from container where id in ('gone', 'stays')")).rows).toEqual([{ id: "stays" }]);
  expect(await count("frame", "stays")).toBeGreaterThan(0);
});
