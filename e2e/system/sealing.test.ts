/** Days are sealed and opened while frames come in and the portal is killed: each acknowledged frame is stored once. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { startController } from "@offgrid/controller/controller";
import type { HistoryBatch } from "@offgrid/controller/drivers/driver";
import type { Database } from "@offgrid/server/core/db";
import { readSamples } from "@offgrid/server/history/tiers/samples.store";
import { expect, onTestFinished, test } from "vitest";

import { type PortalProcess, addAdministrator, databaseOf, startPortal, waitsForLock } from "./portal.ts";
import { freeFixedPort, temporaryFolder, until } from "./programs.ts";

const metrics = ["battery.voltage", "solar.power", "ledger.count", "ledger.fraction"];
const dayMs = 86_400_000;
const stepMs = 20_000;
const days = 3;
/** A fifteenth of a day, so that no message reaches into the next one. */
const framesPerMessage = 288;
/** Rows that a sealing writes, first and in the middle of its transaction. It is killed while it waits at one of them. */
const stops = [
  { statement: "insert into sealed_day", row: "(container_id, day, frames, times) values ($1, $2, 0, '')" },
  { statement: "insert into chunk", row: "(container_id, day, slot, data) values ($1, $2, 1, '')" },
] as const;
const firstMs = Date.UTC(2024, 1, 27);

function valuesAt(count: number): (number | null)[] {
  return [52 + (count % 97) / 100, count % 9 === 4 ? null : (count % 4_000) / 10, count, 1 / (count + 3)];
}

/** @param mayBegin Each day waits for it, so that frames still come after each kill, however fast the portal is. */
async function* history(mayBegin: (day: number) => Promise<void>): AsyncGenerator<HistoryBatch> {
  const all = (days * dayMs) / stepMs;
  for (let from = 0; from < all; from += framesPerMessage) {
    await mayBegin(Math.floor((from * stepMs) / dayMs));
    const frames = Array.from({ length: Math.min(framesPerMessage, all - from) }, (_, index) => ({
      atMs: firstMs + (from + index) * stepMs,
      values: valuesAt(from + index),
    }));
    yield { metrics, frames };
  }
}

/** Has the sealing of a day wait, by a row of its own that is not committed. @returns How to let it go on. */
async function holdSealing(
  { pool }: Database,
  { statement, row }: (typeof stops)[number],
  containerId: string,
  day: number,
): Promise<() => Promise<void>> {
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query(`${statement} ${row}`, [containerId, firstMs / dayMs + day]);
  return async () => {
    await holder.query("rollback");
    holder.release();
  };
}

/** The days that are not sealed, and the jobs that run or failed. */
async function whatIsOpen({ pool }: Database): Promise<string> {
  const { rows } = await pool.query(
    `select now(), (select json_agg(d) from rollup_dirty d) as days,
     (select json_agg(j) from job j where claim is not null or failure is not null) as jobs`,
  );
  return JSON.stringify(rows[0]);
}

test(
  "E1: kill -9 of the portal in the middle of sealing leaves every acknowledged frame stored once, in frames or sealed",
  { timeout: 600_000 },
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "portal");
    // Days are sealed as soon as possible, and opened by the next message.
    const env = { MQTT_PORT: String(await freeFixedPort()), SEAL_AFTER_S: "0" };
    let portal: PortalProcess = await startPortal(dataDir, env);
    const ada = await addAdministrator(dataDir, portal.url);
    const { data: registered } = await ada.call<{ data: { containerId: string; secret: string } }>(
      "registerNewContainer",
      { name: "Archive", serialNumber: "SEALED-1", zoneName: "UTC" },
    );
    const acked = new Map<number, readonly (number | null)[]>();
    const controller = await startController({
      ...registered,
      url: portal.mqttUrl,
      dataDir: join(folder, "controller"),
      driver: { metrics: [], devices: [], capabilities: [], read: async () => undefined, close: async () => {} },
      everyMs: 3_600_000,
      backfillDelayMs: [0, 100],
      reconnectAfterMs: 200,
      resendAfterMs: 2_000,
      spoolSync: false,
      onAcked: ({ frames }) => {
        for (const { atMs, values } of frames) acked.set(atMs, values);
      },
    });
    onTestFinished(() => controller.stop());
    const database = await databaseOf(dataDir);
    const sealedDays = async () => (await database.pool.query("select 1 from sealed_day")).rowCount ?? 0;
    let kills = 0;
    const imported = controller.importHistory(
      history(async (day) => {
        while (kills < day) await wait(20);
      }),
    );
    await until("the first day is sealed", async () => (await sealedDays()) > 0 && acked.size >= dayMs / stepMs);
    for (const stop of stops) {
      const goOn = await holdSealing(database, stop, registered.containerId, kills + 1);
      kills++;
      await until(`a sealing waits to ${stop.statement}`, () => waitsForLock(database, stop.statement));
      portal.child.kill("SIGKILL");
      await portal.ended;
      await goOn();
      portal = await startPortal(dataDir, env);
    }
    expect(await imported).toMatchObject({ refused: 0 });
    expect(acked.size).toBe((days * dayMs) / stepMs);

    const { db, pool } = database;
    const open = async () => {
      const { rows } = await pool.query<{ open: number; sealed: number; frames: number; both: number }>(
        `select (select count(*)::int from rollup_dirty) as open, (select count(*)::int from sealed_day) as sealed,
         (select count(*)::int from frame) as frames, (select count(*)::int from sealed_day s join rollup_dirty d
           on d.container_id = s.container_id and d.day = s.day) as both`,
      );
      expect(rows[0]?.both).toBe(0);
      return rows[0];
    };
    await until("all days are sealed", async () => (await open())?.open === 0).catch(async (error: Error) => {
      throw new Error(`${error.message}, since ${await whatIsOpen(database)}`, { cause: error });
    });
    expect(await open()).toEqual({ open: 0, sealed: days, frames: 0, both: 0 });
    const found = await readSamples(db, registered.containerId, metrics, { fromMs: 0, toMs: Date.now() });
    const wanted = [...acked].sort(([one], [other]) => one - other);
    expect(found.atMs).toEqual(wanted.map(([atMs]) => atMs));
    expect(found.columns).toEqual(metrics.map((_, index) => wanted.map(([, values]) => values[index])));
    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
  },
);
