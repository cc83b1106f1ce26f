/** Containers whose controllers are real ones, and releases for them; the test is their supervisor. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ContainerUpgrade, ReleaseManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { startController } from "@offgrid/controller/controller";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { makeKeys, makeRelease } from "@offgrid/controller/testing/releases";
import { type Supervised, Upgrader } from "@offgrid/controller/upgrades/upgrader";
import { onTestFinished, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { permitController, secret } from "../../testing/controllers.ts";

const keys = makeKeys();
/** Announces to nobody. */
export const silentBus = {
  announce: () => ({ add: () => {}, send: async () => {}, deliver: () => {}, inDoubt: () => {} }),
} as never;
export const inTime = { timeout: 50_000 };
let boss: Actor;

/** Starts the portal of the file, which takes releases. @returns Who may do everything. */
export async function startUpgrades(): Promise<Actor> {
  await thePortal({ config: { releaseKeys: [keys.publicKey] } });
  ({ boss } = await cast({ boss: { role: "super_admin" } }));
  return boss;
}

export function releaseOf(version: string, seq: number, changes: Partial<ReleaseManifest> = {}, by = keys): Buffer {
  return makeRelease(by, `// ${version}`, { version, seq, ...changes });
}
export const upload = (file: Buffer) =>
  boss.call("releaseUpload", { file: file.toString("base64"), notes: { en: "Reads faster.", fr: "Lit plus vite." } });

/** A person with a container, whose controller is a real one; the test is its supervisor. */
export async function withController(containerId: string, { charge = 80, isUpgradable = true } = {}) {
  const portal = await thePortal();
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  await permitController(containerId);
  const dir = mkdtempSync(join(tmpdir(), "upgrades-"));
  const state = { charge };
  const driver: Driver = {
    metrics: [{ name: "battery.soc" }],
    devices: [],
    capabilities: [],
    read: async () => [state.charge],
    close: async () => {},
  };
  const run = async (software: string, supervised: Supervised) => {
    const controller = await startController({
      ...{ containerId, secret, driver, software, isUpgradable, url: `mqtt://127.0.0.1:${portal.mqttPort}` },
      ...{ dataDir: join(dir, "data"), everyMs: 200, batchMs: 0, backfillDelayMs: [0, 0], reconnectAfterMs: 50 },
    });
    const installs: { id: string; file: string }[] = [];
    const upgrader = new Upgrader({
      dataDir: join(dir, "upgrade"),
      website: new URL(`http://127.0.0.1:${portal.port}/`),
      authorization: `Basic ${Buffer.from(`${containerId}:${secret}`).toString("base64")}`,
      portalNow: () => controller.portalNow(),
      now: Date.now,
      send: (report) => controller.reportFirmware(report),
      install: (id, file) => void installs.push({ id, file }),
      retryMs: 50,
      log: { info: () => {}, warn: () => {} },
    });
    controller.on("firmware", (release) => upgrader.receive(release));
    controller.on("online", () => upgrader.ready());
    controller.on("clock", () => upgrader.ready());
    upgrader.follow(supervised);
    const stop = async () => {
      await upgrader.stop();
      await controller.stop();
    };
    onTestFinished(stop);
    return { controller, upgrader, installs, stop };
  };
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const newest = async () => (await boss.call("containerUpgradeList", { containerId })).data[0];
  const reaches = (wanted: ContainerUpgrade["state"]) =>
    vi.waitUntil(async () => (await newest())?.state === wanted, inTime);
  return { amina, state, run, newest, reaches };
}
export const first: Supervised = { seq: 1, publicKeys: [keys.publicKey], outcome: null };
