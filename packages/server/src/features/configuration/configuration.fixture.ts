import type { Configuration } from "@offgrid/contract/configuration/configuration.calls";
import type { ConfigState } from "@offgrid/contract/core/config-section";
import type { ControllerOptions } from "@offgrid/controller/controller.types";
import { vi } from "vitest";

import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { controllerOf } from "../../testing/controllers.ts";

/** Containers of tests, with real controllers that report a configuration. */

export const inTime = { timeout: 50_000 };
const nothing = { metrics: [], devices: [], capabilities: [], read: async () => undefined, close: async () => {} };

/** Someone with a container, and what starts its controller with what it kept from the run before. */
export async function withContainer(containerId: string) {
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  const portal = await thePortal();
  await portal.database.pool.query("update session set confirmed_at = now() where user_id = $1", [amina.userId]);
  const startOne = await controllerOf(containerId);
  const start = (options: Partial<ControllerOptions> = {}) =>
    startOne({ driver: nothing, everyMs: 10_000, ...options });
  return { amina, start, reaches: (state: ConfigState) => reaches(amina, containerId, state) };
}

async function reaches(person: Actor, containerId: string, state: ConfigState): Promise<Configuration> {
  const read = async () => (await person.call("getConfiguration", { containerId })).data;
  await vi.waitUntil(async () => (await read()).state === state, inTime);
  return read();
}
