import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import type { ConfigState } from "@offgrid/contract/core/config-section";
import { startController } from "@offgrid/controller/controller";
import type { Controller, ControllerOptions } from "@offgrid/controller/controller.types";
import { onTestFinished, vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";

/** Containers of tests, with real controllers that report a configuration. */

export const inTime = { timeout: 50_000 };
export const secret = "a secret for tests";

async function permit(containerId: string): Promise<void> {
  const { database } = await thePortal();
  const secretHash = createHash("sha256").update(secret).digest();
  await database.pool.query("update container set secret_hash = $1 where id = $2", [secretHash, containerId]);
}

/** Someone with a container, and what starts its controller with what it kept from the run before. */
export async function withContainer(containerId: string) {
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  await permit(containerId);
  const portal = await thePortal();
  await portal.database.pool.query("update session set confirmed_at = now() where user_id = $1", [amina.userId]);
  const dataDir = mkdtempSync(join(tmpdir(), "configured-"));
  const running = new Set<Controller>();
  onTestFinished(async () => {
    await Promise.all([...running].map((controller) => controller.stop()));
    rmSync(dataDir, { recursive: true });
  });
  const start = async (options: Partial<ControllerOptions> = {}) => {
    const controller = await startController({
      containerId,
      secret,
      url: `mqtt://127.0.0.1:${portal.mqttPort}`,
      dataDir,
      driver: { metrics: [], devices: [], capabilities: [], read: async () => undefined, close: async () => {} },
      everyMs: 10_000,
      reconnectAfterMs: 20,
      ...options,
    });
    running.add(controller);
    return {
      stop: () => {
        running.delete(controller);
        return controller.stop();
      },
    };
  };
  return { amina, start, reaches: (state: ConfigState) => reaches(amina, containerId, state) };
}

async function reaches(person: Actor, containerId: string, state: ConfigState): Promise<Configuration> {
  const read = async () => (await person.call("getConfiguration", { containerId })).data;
  await vi.waitUntil(async () => (await read()).state === state, inTime);
  return read();
}
