import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { connectAsync } from "mqtt";
import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import type { Bus } from "../bus/bus.ts";
import { MemoryBus } from "../bus/memory.bus.ts";
import { PostgresBus } from "../bus/postgres.bus.ts";
import { systemClock } from "../core/clock.ts";
import { subscribeIngest } from "../features/ingest/ingest.subscriptions.ts";
import type { IngestSide } from "../features/ingest/ingest-side.ts";
import { until } from "../features/ingest/telemetry.fixture.ts";
import { RoleLease } from "../postgres/role-lease.ts";
import { statementsOf } from "../testing/statements.ts";
import { testDatabase } from "../testing/test-database.ts";
import { BrokerPart } from "./broker.part.ts";
import { IngestPart } from "./ingest.part.ts";
import { IngestStatus } from "./ingest-status.part.ts";

const silent = pino({ level: "silent" });

/** A bus, and ingest's subscriptions to it. */
function on(bus: Bus) {
  return { bus, subscribe: (side: IngestSide) => subscribeIngest(bus, side, silent) };
}

/** Ends the connection of a role and lets it come back only after `restore`. */
async function cutOff(address: Parameters<typeof adminOf>[0], role: string): Promise<{ restore(): Promise<void> }> {
  const admin = await adminOf(address);
  const allow = (isAllowed: boolean) =>
    admin.query(`alter database ${address.database} allow_connections ${isAllowed}`);
  await allow(false);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = $2",
    [address.database, `offgrid-portal role ${role}`],
  );
  return { restore: async () => void (await allow(true)) };
}

async function adminOf(address: { host: string; port: number; user: string; password: string; database: string }) {
  const admin = new pg.Client({ ...address, database: "postgres" });
  await admin.connect();
  onTestFinished(() => admin.end());
  return admin;
}

test("a process that could not start ingest, and meanwhile lost the connection that holds its role, ingests as soon as it can", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const before = new RoleLease({
    database,
    clock: systemClock,
    log: silent,
    role: "ingest",
    onTaken: () => undefined,
    onLost: () => undefined,
  });
  await before.start();
  onTestFinished(() => before.stop());
  // Another program has the port of controllers.
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const config = { mqttPort: (other.address() as AddressInfo).port, mqttHost: "127.0.0.1", publicUrl: undefined };
  const broker = new BrokerPart({ config, clock: systemClock, log: silent, server: undefined });
  await broker.start();
  onTestFinished(() => broker.stop());
  let failures = 0;
  const log = pino({ level: "error" }, { write: () => void failures++ });
  const options = { clock: systemClock, log, hasRoom: () => true, retention: undefined };
  const ingest = new IngestPart({ ...options, broker, ...on(new MemoryBus(silent)), database });
  await ingest.start();
  onTestFinished(() => ingest.stop());
  expect([ingest.isStandby(), ingest.isReady()]).toEqual([true, true]);

  await before.stop();
  await until(() => failures > 0);
  expect([ingest.isStandby(), ingest.isReady()]).toEqual([false, false]);
  const { restore } = await cutOff(database.address, "ingest");
  const failuresBefore = failures;
  await until(() => failures > failuresBefore + 1);
  other.close();
  await restore();
  await until(() => ingest.metrics()["ingest_active"] === 1 && broker.mqttPort !== undefined);
  expect([ingest.isStandby(), ingest.isReady()]).toEqual([false, true]);
  // Nobody else had the role meanwhile: it is the same term.
  expect((await database.pool.query("select term::int from role_lease where role = 'ingest'")).rows).toEqual([
    { term: 2 },
  ]);
});

test("background work in another process yields while ingest is behind", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const openBus = async () => {
    const bus = new PostgresBus(database, silent);
    await bus.start();
    onTestFinished(() => bus.stop());
    return bus;
  };
  const status = new IngestStatus({ bus: await openBus(), db: database.db, clock: systemClock, log: silent });
  await status.start();
  onTestFinished(() => status.stop());
  const config = { mqttPort: 0, mqttHost: "127.0.0.1", publicUrl: undefined };
  const broker = new BrokerPart({ config, clock: systemClock, log: silent, server: undefined });
  await broker.start();
  onTestFinished(() => broker.stop());
  let hasRoom = false;
  const ingest = new IngestPart({
    broker,
    ...on(await openBus()),
    database,
    clock: systemClock,
    log: silent,
    hasRoom: () => hasRoom,
    retention: undefined,
  });
  await ingest.start();
  onTestFinished(() => ingest.stop());

  const secretHash = createHash("sha256").update("rain and shine").digest();
  const container = { id: "thies", name: "Thies", serialNumber: "1", zoneName: "UTC", secretHash };
  await database.db.insertInto("container").values(container).execute();
  const login = { clientId: "thies", username: "thies", password: "rain and shine", protocolVersion: 4 } as const;
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.mqttPort}`, login);
  onTestFinished(() => client.endAsync(true));
  const topic = dataTopic.name({ containerId: "thies" });
  expect(status.isBehind).toBe(false);
  // The disk is full: what comes in waits.
  const fromMs = Date.now() - 200_000;
  for (let n = 0; n < 150; n++) client.publish(topic, JSON.stringify({ ts: fromMs + n, values: { a: n } }), { qos: 1 });
  await until(() => status.isBehind);
  hasRoom = true;
  await until(() => !status.isBehind);
});

test("what a commit of ingest tells other processes takes no statement of its own", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const bus = new PostgresBus(database, silent);
  await bus.start();
  onTestFinished(() => bus.stop());
  const there = new PostgresBus(database, silent);
  await there.start();
  onTestFinished(() => there.stop());
  const received: string[] = [];
  there.subscribe("framesCommitted", ({ containerIds }) => void received.push(...containerIds));
  const config = { mqttPort: 0, mqttHost: "127.0.0.1", publicUrl: undefined };
  const broker = new BrokerPart({ config, clock: systemClock, log: silent, server: undefined });
  await broker.start();
  onTestFinished(() => broker.stop());
  const statements = statementsOf(database.pool);
  const options = { clock: systemClock, log: silent, hasRoom: () => true, retention: undefined };
  const ingest = new IngestPart({ ...options, broker, ...on(bus), database });
  await ingest.start();
  onTestFinished(() => ingest.stop());
  const secretHash = createHash("sha256").update("rain and shine").digest();
  const container = { id: "thies", name: "Thies", serialNumber: "1", zoneName: "UTC", secretHash };
  await database.db.insertInto("container").values(container).execute();
  const login = { clientId: "thies", username: "thies", password: "rain and shine", protocolVersion: 4 } as const;
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.mqttPort}`, login);
  onTestFinished(() => client.endAsync(true));
  const topic = dataTopic.name({ containerId: "thies" });
  client.publish(topic, JSON.stringify({ ts: Date.now(), values: { a: 1 } }), { qos: 1 });
  await until(() => received.length > 0);
  const notifies = statements.filter((text) => text.includes("pg_notify"));
  expect(notifies).toEqual([expect.stringContaining("insert into container_latest")]);
});
