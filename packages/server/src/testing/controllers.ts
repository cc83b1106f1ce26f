import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";
import type { Controller, ControllerOptions } from "@offgrid/controller/controller.types";
import { onTestFinished } from "vitest";

import { thePortal } from "./cast.ts";

/** Of every container whose controller a test starts. */
export const secret = "a secret for tests";

/** Lets a controller with this secret connect as the container. */
export async function permitController(containerId: string): Promise<void> {
  const { database } = await thePortal();
  const secretHash = createHash("sha256").update(secret).digest();
  await database.pool.query("update container set secret_hash = $1 where id = $2", [secretHash, containerId]);
}

/**
 * What starts the real controller of a container on equipment of the test, each time with what it kept from the run before.
 * Whatever runs at the end of the test is stopped.
 */
export async function controllerOf(containerId: string) {
  await permitController(containerId);
  const { mqttPort } = await thePortal();
  const dataDir = mkdtempSync(join(tmpdir(), "controller-"));
  const running = new Set<Controller>();
  onTestFinished(async () => {
    await Promise.all([...running].map((controller) => controller.stop()));
    rmSync(dataDir, { recursive: true });
  });
  return async (options: Pick<ControllerOptions, "driver"> & Partial<ControllerOptions>): Promise<Controller> => {
    const controller = await startController({
      containerId,
      secret,
      url: `mqtt://127.0.0.1:${mqttPort}`,
      dataDir,
      everyMs: 500,
      batchMs: 0,
      reconnectAfterMs: 20,
      ...options,
    });
    running.add(controller);
    const stop = () => {
      running.delete(controller);
      return controller.stop();
    };
    return { ...controller, stop };
  };
}
