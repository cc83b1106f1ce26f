/** A frame that was acknowledged is in the database, whatever was killed at which moment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";
import type { Controller, HistoryBatch } from "@offgrid/controller/controller.types";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { openDatabase } from "@offgrid/server/core/db";
import { findEmbeddedPostgres } from "@offgrid/server/core/embedded-postgres";
import { openLog } from "@offgrid/server/core/log";
import { expect, onTestFinished, test } from "vitest";

import { addAdministrator, type Caller, type PortalProcess, type Registered, startPortal } from "./portal.ts";
import { freeFixedPort, isAlive, postgresPid, processesIn, temporaryFolder, until } from "./programs.ts";

const metrics = ["battery.soc", "battery.power", "solar.power", "load.power", "ledger.count", "ledger.fraction"];
const liveControllers = 5;
const historyFrames = 400_000;

type Values = readonly (number | null)[];
/** Instant, epoch ms -> values. */
type Ledger = Map<number, Values>;

/** One controller with what it measured and what the portal has acknowledged of that. */
interface Witness extends Registered {
  controller: Controller;
  measured: Ledger;
  acked: Ledger;
  stopMeasuring(): void;
  /** Called when something was acknowledged, after it stands in the ledger. */
  onAck(): void;
}

/** Values by a rule, each frame with others, some readings missing. */
function valuesAt(member: number, count: number): (number | null)[] {
  return [
    (count * 7 + member) % 101,
    -1500.25 + (count % 3000),
    count % 9 === 4 ? null : (count % 1000) * 1.1,
    Math.sqrt(count + member),
    count,
    count % 5 === 0 ? null : 1 / (count + 3),
  ];
}

function equipment(member: number, measured: Ledger): { driver: Driver; stop(): void } {
  let count = 0;
  let isStopped = false;
  const driver: Driver = {
    metrics: metrics.map((name) => ({ name })),
    devices: [],
    capabilities: [],
    read: async (atMs) => {
      if (isStopped) return undefined;
      const values = valuesAt(member, count++);
      measured.set(atMs, values);
      return values;
    },
    close: async () => {},
  };
  return { driver, stop: () => void (isStopped = true) };
}

async function startWitness(registered: Registered, member: number, url: string, folder: string): Promise<Witness> {
  const measured: Ledger = new Map();
  const acked: Ledger = new Map();
  const { driver, stop } = equipment(member, measured);
  const listener = { onAck: () => {} };
  const controller = await startController({
    containerId: registered.containerId,
    secret: registered.secret,
    url,
    dataDir: join(folder, registered.containerId),
    driver,
    everyMs: 50,
    batchMs: 200,
    backfillDelayMs: [0, 500],
    reconnectAfterMs: 200,
    resendAfterMs: 2_000,
    spoolSync: false,
    onAcked: ({ frames }) => {
      for (const { atMs, values } of frames) acked.set(atMs, values);
      listener.onAck();
    },
  });
  onTestFinished(() => controller.stop());
  return Object.assign(listener, { ...registered, controller, measured, acked, stopMeasuring: stop });
}

/** A history that has no end within this test, in steps of a minute from 2021 on. */
function* history(measured: Ledger, isOver: () => boolean): Generator<HistoryBatch> {
  let count = 0;
  while (!isOver() && count < historyFrames) {
    const frames = Array.from({ length: 500 }, () => {
      const frame = { atMs: Date.UTC(2021, 0, 1) + count * 60_000, values: valuesAt(0, count) };
      count++;
      measured.set(frame.atMs, frame.values);
      return frame;
    });
    yield { metrics, frames };
  }
}

/**
 * Kills when every controller has stored more and some wait for an answer, at the very moment at which the next
 * acknowledgement arrives: whoever acknowledges before it has stored is caught at that.
 */
async function inMidIngest(witnesses: readonly Witness[], kill: () => void): Promise<void> {
  const before = witnesses.map(({ acked }) => acked.size);
  const isRunning = () => witnesses.every(({ acked }, index) => acked.size > (before[index] ?? 0) + 20);
  await until("every controller has stored more", isRunning);
  let isDone = false;
  for (const witness of witnesses) {
    witness.onAck = () => {
      if (isDone || !witnesses.some(({ controller }) => controller.stats().inFlight > 0)) return;
      isDone = true;
      kill();
    };
  }
  await until("an acknowledgement arrives while others are due", () => isDone);
}

async function storedFrames(dataDir: string, containerId: string): Promise<{ rows: number; frames: Ledger }> {
  const address = await findEmbeddedPostgres(dataDir, openLog("silent"));
  if (!address) throw new Error("The database does not run.");
  const { pool, close } = openDatabase(address, openLog("silent"), 1);
  try {
    const slots = await pool.query<{ name: string; slot: number }>(
      "select name, slot from container_metric where container_id = $1",
      [containerId],
    );
    const slotOf = new Map(slots.rows.map(({ name, slot }) => [name, slot]));
    const places = metrics.map((name) => (slotOf.get(name) ?? Number.NaN) - 1);
    // But for what the portal itself measures at the last millisecond of each quarter hour.
    const { rows } = await pool.query<{ ms: number; v: (number | null)[] }>(
      `select round(date_part('epoch', at) * 1000)::float8 as ms, v from frame
       where container_id = $1 and round(date_part('epoch', at) * 1000)::bigint % 900000 <> 899999`,
      [containerId],
    );
    return {
      rows: rows.length,
      frames: new Map(rows.map(({ ms, v }) => [ms, places.map((place) => v[place] ?? null)])),
    };
  } finally {
    await close();
  }
}

/** A zone in which it is noon, so that no local day ends during the test. */
function zoneOfNoon(): string {
  const hoursAhead = 12 - new Date().getUTCHours();
  return `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;
}

/** The day's energy as ingest summed it up through all that happened, and as the stored frames give it. */
async function energyOfToday(ada: Caller, containerId: string): Promise<{ summed: number | null; fromFrames: number }> {
  const info = await ada.call<{ data: { energyToday: { solarWh: number | null } } }>("getContainerInfoV4", {
    containerId,
  });
  const today = { period: "today", groupBy: "day", containerIds: [containerId] };
  const { data } = await ada.call<{ data: { total: number } }>("getGeneration", today);
  return { summed: info.data.energyToday.solarWh, fromFrames: data.total };
}

const areEqual = (one: Values, other: Values) => one.every((value, index) => Object.is(value, other[index]));

test(
  "kill -9 of the portal and of its database in mid-ingest loses no acknowledged frame",
  { timeout: 600_000 },
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "portal");
    const env = { MQTT_PORT: String(await freeFixedPort()) };
    let portal: PortalProcess = await startPortal(dataDir, env);
    const names = ["Archive", ...Array.from({ length: liveControllers }, (_, index) => `Witness ${index + 1}`)];
    const ada = await addAdministrator(dataDir, portal.url);
    const registered: Registered[] = [];
    for (const [index, name] of names.entries()) {
      const input = { name, serialNumber: `LEDGER-${index}`, zoneName: zoneOfNoon() };
      registered.push((await ada.call<{ data: Registered }>("registerNewContainer", input)).data);
    }
    const witnesses = await Promise.all(
      registered.map((one, member) => startWitness(one, member, portal.mqttUrl, join(folder, "controllers"))),
    );
    const archive = witnesses[0] as Witness;
    let isHistoryOver = false;
    const imported = archive.controller.importHistory(history(archive.measured, () => isHistoryOver));
    const databases = new Set<number>();
    const noteDatabase = () => databases.add(postgresPid(dataDir) ?? 0);
    noteDatabase();

    for (const victims of ["portal", "portal and database", "database", "portal"] as const) {
      await inMidIngest(witnesses, () => {
        const server = postgresPid(dataDir) as number;
        if (victims.includes("portal")) portal.child.kill("SIGKILL");
        if (victims.includes("database")) process.kill(server, "SIGKILL");
      });
      if (victims.includes("portal")) {
        await portal.ended;
        portal = await startPortal(dataDir, env);
      }
      await until("the database runs", () => postgresPid(dataDir) !== undefined);
      noteDatabase();
    }

    await inMidIngest(witnesses, () => (isHistoryOver = true));
    for (const { stopMeasuring } of witnesses) stopMeasuring();
    expect(await imported).toMatchObject({ refused: 0 });
    for (const { controller } of witnesses) {
      await until("nothing waits on the controller", () => controller.flush(1_000));
      // The first connection and one for each time the portal went away: nobody helped.
      expect(controller.stats().connections).toBeGreaterThanOrEqual(4);
      expect(controller.stats()).toMatchObject({ online: true, dropped: 0, damaged: 0, refused: 0, readErrors: 0 });
    }

    for (const { containerId, measured, acked } of witnesses) {
      const { rows, frames } = await storedFrames(dataDir, containerId);
      const lost = [...acked.keys()].filter((atMs) => !frames.has(atMs)).length;
      const different = [...acked].filter(([atMs, values]) => !areEqual(values, frames.get(atMs) ?? values)).length;
      const neverMeasured = [...frames.keys()].filter((atMs) => !measured.has(atMs)).length;
      const doubled = rows - frames.size;
      expect({ containerId, lost, doubled, different, neverMeasured }).toEqual({
        containerId,
        lost: 0,
        doubled: 0,
        different: 0,
        neverMeasured: 0,
      });
      // All that was measured was acknowledged in the end, so nothing was compared with nothing.
      expect(acked.size).toBe(measured.size);
      expect(rows).toBe(measured.size);
    }

    const caller = ada.at(portal.url);
    for (const { containerId } of witnesses) {
      const { summed, fromFrames } = await energyOfToday(caller, containerId);
      expect(fromFrames).toBeGreaterThan(0);
      expect(summed).toBeCloseTo(fromFrames, 6);
    }

    for (const { controller } of witnesses) await controller.stop();
    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
    await until("no process is left", () => processesIn(dataDir).length === 0);
    for (const pid of databases) await until("its database is gone", () => !isAlive(pid));
    expect(() => readFileSync(join(dataDir, "postgres/data/postmaster.pid"))).toThrow("ENOENT");
  },
);
