import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { MemoryBus } from "../bus/memory.bus.ts";
import { testClock } from "../testing/test-clock.ts";
import { testDatabase } from "../testing/test-database.ts";
import { IngestStatus } from "./ingest-status.part.ts";
import { until } from "../features/ingest/telemetry.fixture.ts";

const log = pino({ level: "silent" });

test("since when ingest runs is read again when the news of a change may have been missed", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const clock = testClock(5_000);
  const bus = new MemoryBus(log);
  const status = new IngestStatus({ bus, db: database.db, clock, log });
  await status.start();
  onTestFinished(() => status.stop());
  expect(status.startedAtMs).toBe(5_000);
  bus.publish("ingestStarted", { atMs: 6_000 });
  expect(status.startedAtMs).toBe(6_000);
  const lease = { role: "ingest", term: 2, since: new Date(7_000), holder: "another" };
  await database.db.insertInto("roleLease").values(lease).execute();
  bus.missed();
  await until(() => status.startedAtMs === 7_000);
});

test("work that gives way to ingest goes on when ingest died before it could say that it is done", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const clock = testClock(5_000);
  const bus = new MemoryBus(log);
  const status = new IngestStatus({ bus, db: database.db, clock, log });
  await status.start();
  onTestFinished(() => status.stop());
  bus.publish("ingestBehind", { forMs: 10_000 });
  expect(status.isBehind).toBe(true);
  clock.advance(10_000);
  expect(status.isBehind).toBe(false);
});
