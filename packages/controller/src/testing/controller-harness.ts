import type { Topic } from "@offgrid/contract/core/topic";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

import { startController } from "../controller.ts";
import type { Controller, ControllerOptions } from "../controller.types.ts";
import type { Driver, Frame } from "../drivers/driver.ts";
import { Spool } from "../spool/spool.ts";
import { startTestBroker, type TestBroker } from "./test-broker.ts";

export const secret = "a-secret-for-tests";
export const containerId = "kisumu-01";
export const metrics = ["battery.soc", "solar.power"];

/** Counts up, so that every frame is different. */
function counter(): Driver {
  let count = 0;
  return {
    metrics: metrics.map((name) => ({ name })),
    devices: [{ id: "inv1", type: "inverter" }],
    capabilities: ["relay"],
    read: async () => [count++, null],
    close: async () => {},
  };
}

/** Equipment that never has a frame. */
export const nothing: Driver = { ...counter(), read: async () => undefined };

/** A broker and a data folder for each test of a file, and controllers that are stopped after it. */
export function controllerHarness() {
  let dir = "";
  let broker: TestBroker | undefined;
  let controllers: Controller[] = [];

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "controller-"));
    broker = await startTestBroker(secret);
  });
  afterEach(async () => {
    await Promise.all(controllers.map((controller) => controller.stop()));
    controllers = [];
    await broker?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const running = (): TestBroker => {
    if (!broker) throw new Error("The broker runs only within a test.");
    return broker;
  };

  return {
    get broker() {
      return running();
    },
    get dir() {
      return dir;
    },
    /** Starts a controller with short times. */
    start: async (options: Partial<ControllerOptions> = {}): Promise<Controller> => {
      const controller = await startController({
        containerId,
        secret,
        url: running().url,
        dataDir: dir,
        driver: counter(),
        everyMs: 50,
        batchMs: 0,
        backfillDelayMs: [0, 0],
        resendAfterMs: 100,
        reconnectAfterMs: 20,
        ...options,
      });
      controllers.push(controller);
      return controller;
    },
    /** Puts frames into the controller's spool as an earlier run would have. */
    leaveInSpool: (frames: readonly Frame[], names: readonly string[] = metrics): void => {
      const spool = new Spool({ dir: join(dir, "spool"), metrics: names, isSynced: false });
      frames.forEach((frame) => spool.append(frame));
      spool.close();
    },
    /** Sends a message of the portal to the controller. */
    tell: <Path extends string>(topic: Topic<Path>, message: unknown): void =>
      running().send(topic, containerId, message),
  };
}

export function minutesAgo(minutes: number): number {
  return Date.now() - minutes * 60_000;
}
