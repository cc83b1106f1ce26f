import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";

import { systemClock } from "../../core/clock.ts";
import { RoleLease } from "../../postgres/role-lease.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { hasSettled } from "./judged.store.ts";

test("silence counts only while a process takes frames in, and has for a while", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const options = { database, clock: systemClock, log: pino({ level: "silent" }), role: "ingest" };
  const lease = new RoleLease({ ...options, onTaken: () => undefined, onLost: () => undefined });
  onTestFinished(() => lease.stop());
  await lease.start();
  const laterMs = Date.now() + 3_600_000;
  expect([await hasSettled(database.db, Date.now()), await hasSettled(database.db, laterMs)]).toEqual([false, true]);
  // The row says nothing of its end.
  await lease.stop();
  await vi.waitUntil(async () => !(await hasSettled(database.db, laterMs)));
});
