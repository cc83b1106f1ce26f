/** A frame that was acknowledged is in the database, whatever was killed and whenever. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { auditPortal, nothingWrong } from "../ledger/auditor.ts";
import { type Witness, history, settle, startWitness } from "../ledger/witness.ts";
import { addAdministrator, type Caller, type PortalProcess, type Registered, startPortal } from "./portal.ts";
import { freeFixedPort, isAlive, postgresPid, processesIn, temporaryFolder, until } from "./programs.ts";

const liveControllers = 5;
const historyFrames = 400_000;

/**
 * Kills when every controller has stored more and some wait for an answer, at the very moment at which the next
 * acknowledgement arrives: this catches a portal that acknowledges before it has stored.
 */
async function inMidIngest(witnesses: readonly Witness[], kill: () => void): Promise<void> {
  const before = witnesses.map(({ ledger }) => ledger.count);
  const isRunning = () => witnesses.every(({ ledger }, index) => ledger.count > (before[index] ?? 0) + 20);
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

/** A zone where it is noon, so that no local day ends during the test. */
function zoneOfNoon(): string {
  const hoursAhead = 12 - new Date().getUTCHours();
  return `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;
}

/** The day's energy as ingest summed it up in spite of everything, and as the stored frames give it. */
async function energyOfToday(ada: Caller, containerId: string): Promise<{ summed: number | null; fromFrames: number }> {
  const info = await ada.call<{ data: { energyToday: { solarWh: number | null } } }>("getContainerInfoV4", {
    containerId,
  });
  const today = { period: "today", groupBy: "day", containerIds: [containerId] };
  const { data } = await ada.call<{ data: { total: number } }>("getGeneration", today);
  return { summed: info.data.energyToday.solarWh, fromFrames: data.total };
}

test(
  "E1, F6: kill -9 of the portal and its database during ingest loses, doubles and changes no acknowledged frame",
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
      registered.map((one, member) =>
        startWitness(one, member, { url: portal.mqttUrl, folder: join(folder, "controllers") }),
      ),
    );
    const archive = witnesses[0] as Witness;
    let isHistoryOver = false;
    const imported = archive.controller.importHistory(
      history(0, archive.measured, { frames: historyFrames, isOver: () => isHistoryOver }),
    );
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
        const { data } = await ada.at(portal.url).call<{ data: { status: string }[] }>("getSitesV2");
        expect(data.map(({ status }) => status)).toEqual(names.map(() => "online"));
      }
      await until("the database runs", () => postgresPid(dataDir) !== undefined);
      noteDatabase();
    }

    await inMidIngest(witnesses, () => (isHistoryOver = true));
    expect(await imported).toMatchObject({ refused: 0 });
    await settle(witnesses, until);
    for (const { controller } of witnesses) {
      // The first connection and one for each time the portal went away: the controllers reconnected by themselves.
      expect(controller.stats().connections).toBeGreaterThanOrEqual(4);
      expect(controller.stats()).toMatchObject({ online: true, dropped: 0, damaged: 0, refused: 0, readErrors: 0 });
    }

    const books = witnesses.map(({ ledger, measured }) => ({ path: ledger.path, measured }));
    const verdict = await auditPortal(dataDir, books);
    expect(verdict).toMatchObject(nothingWrong);
    // Everything that was measured was acknowledged in the end, so the comparison covers all of it.
    expect(verdict.frames).toBe(witnesses.reduce((sum, { measured }) => sum + measured.size, 0));
    expect(verdict.summaries).toBeGreaterThan(0);

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
