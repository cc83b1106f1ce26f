import { vi } from "vitest";

import type { Database } from "../core/db.ts";

/** Resolves when people have been notified of all events that were stored. */
export async function peopleNotified({ pool }: Pick<Database, "pool">): Promise<void> {
  await vi.waitUntil(async () => (await pool.query("select from event_fan_out limit 1")).rowCount === 0, {
    timeout: 20_000,
  });
}
