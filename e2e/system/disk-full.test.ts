/** A disk that fills up under the portal, a real one in memory. */
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { auditPortal, nothingWrong } from "../ledger/auditor.ts";
import { canMountDisk, clearDisk, fillDisk, mountDisk } from "../ledger/small-disk.ts";
import { settle, startWitness } from "../ledger/witness.ts";
import { addAdministrator, registerMany, startPortal } from "./portal.ts";
import { freeFixedPort, postgresPid, temporaryFolder, until } from "./programs.ts";

const mib = 1024 * 1024;
const freeOn = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

test.skipIf(!canMountDisk)(
  "E3: a full disk stops ingest; a database that dies of it starts with the ballast's room; once there is space, nothing is lost (needs root for a tmpfs)",
  { timeout: 240_000 },
  async () => {
    const disk = mountDisk(340);
    const filler = join(disk, "filler");
    const folder = await temporaryFolder();
    const dataDir = await temporaryFolder({ inside: disk });
    const settings = {
      MQTT_PORT: String(await freeFixedPort()),
      DISK_MIN_FREE_MB: "60",
      DISK_BALLAST_MB: "48",
    };
    // What its database needs of the disk is to be as in production.
    const portal = await startPortal(dataDir, settings, { isPrepared: false });
    const ada = await addAdministrator(dataDir, portal.url);
    const registered = await registerMany(ada, "Full", 3);
    const witnesses = await Promise.all(
      registered.map((one, index) => startWitness(one, index, { url: portal.mqttUrl, folder })),
    );
    const acked = () => witnesses.reduce((sum, { ledger }) => sum + ledger.count, 0);
    const more = async (when: string) => {
      const before = acked();
      await until(`frames are acked ${when}`, () => acked() > before + 100);
    };
    const isReady = async () => (await fetch(`${portal.url}/ready`)).status === 200;
    const ballast = join(dataDir, "ballast");
    await more("at first");
    await until("the ballast is there", () => existsSync(ballast));

    const server = postgresPid(dataDir) as number;
    fillDisk(filler, () => freeOn(disk) <= 50 * mib);
    await until("the portal is not ready", async () => !(await isReady()));
    // Transactions that were under way when the disk filled up may still be acknowledged.
    let before = -1;
    let stillLooks = 0;
    await until("nothing is acked any more", () => {
      stillLooks = acked() === before ? stillLooks + 1 : 0;
      before = acked();
      return stillLooks >= 20 && witnesses.every(({ controller }) => controller.stats().inFlight > 0);
    });
    expect((await ada.call<{ data: unknown[] }>("getSites", {})).data).toHaveLength(3);
    expect(portal.output().match(/the disk is nearly full/g)).toHaveLength(1);
    expect(postgresPid(dataDir)).toBe(server);

    fillDisk(filler);
    process.kill(server, "SIGKILL");
    await until("the ballast is released", () => {
      if (existsSync(ballast)) fillDisk(filler);
      return !existsSync(ballast);
    });
    await until("another database runs", () => ![undefined, server].includes(postgresPid(dataDir)));
    await until("it is said why", () =>
      portal.output().includes("the ballast file was removed so that the database can start"),
    );
    expect(await isReady()).toBe(false);
    expect(acked()).toBe(before);

    clearDisk(filler);
    await more("with space again");
    expect(await isReady()).toBe(true);
    expect(portal.output().match(/the disk has room again/g)).toHaveLength(1);
    await until("the ballast is back", () => existsSync(ballast));
    await settle(witnesses, until);
    const books = witnesses.map(({ ledger, measured }) => ({ path: ledger.path, measured }));
    const verdict = await auditPortal(dataDir, books);
    expect(verdict).toMatchObject(nothingWrong);
    expect(verdict.frames).toBe(books.reduce((sum, { measured }) => sum + measured.size, 0));
  },
);
