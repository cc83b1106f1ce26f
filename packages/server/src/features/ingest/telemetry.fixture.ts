import { createHash, randomBytes } from "node:crypto";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SecureContext } from "node:tls";

import { ackTopic, birthTopic, stateTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { topics } from "@offgrid/contract/topics";
import type { IClientOptions, MqttClient } from "mqtt";
import { pino } from "pino";

import { type BrokerLimits, brokerLimits } from "../../broker/broker-limits.ts";
import { quarterMs } from "../../history/quarter-hours.ts";
import { Proxies } from "../../http/proxies.ts";
import { MemoryBus } from "../../bus/memory.bus.ts";
import type { Bus } from "../../bus/bus.ts";
import { BrokerPart } from "../../parts/broker.part.ts";
import { IngestPart } from "../../parts/ingest.part.ts";
import { LivePart } from "../../parts/live.part.ts";
import { Parts } from "../../parts/part.ts";
import type { LiveSide } from "../live/live-side.ts";
import { subscribeLive } from "../live/live.subscriptions.ts";
import { notifyAtOnce } from "../notifications/fan-out.ts";
import { subscribeIngest } from "./ingest.subscriptions.ts";
import { atFileEnd } from "../../testing/file-end.ts";
import { openClient, type TestClient } from "../../testing/test-client.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";

/** Broker, ingest and live side on a real database, with a clock that tests may move. For tests only. */
export interface Bench {
  database: TestDatabase;
  bus: Bus;
  readonly live: LiveSide;
  readonly mqttPort: number;
  metrics(): Record<string, number>;
  isReady(): boolean;
  /** Epoch ms; runs on by itself, and jumps with `skip`. */
  now(): number;
  skip(ms: number): void;
  httpPort: number;
  addContainer(id: string, about?: { zoneName?: string; users?: string[] }): Promise<void>;
  /** @returns the hash of a session of that person. */
  addPerson(id: string, role: string): Promise<Buffer>;
  controller(id: string, options?: IClientOptions): Promise<TestClient>;
  screen(userId: string, sessionHash: Buffer, options?: IClientOptions): Promise<TestClient>;
  /** Starts the parts again on the same database, as after a restart of the portal. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The secret of every container of a bench. */
export const testSecret = "a secret for tests";

interface BenchOptions {
  limits?: Partial<BrokerLimits>;
  /** Of controllers; left out: any free one. */
  mqttPort?: number;
  tls?: { readonly context: SecureContext };
  /** Whose word on the address of a caller is believed. */
  trustedProxies?: readonly string[];
}

export async function startBench({
  limits,
  mqttPort = 0,
  tls,
  trustedProxies = [],
}: BenchOptions = {}): Promise<Bench> {
  const database = await testDatabase();
  // Some seconds into a quarter hour, so that its end, when the portal adds readings of its own, comes only by `skip`.
  let shiftMs = 10_000 - (Date.now() % quarterMs);
  const now = () => Date.now() + shiftMs;
  const clock = { now };
  const log = pino({ level: process.env["TEST_LOG"] ?? "silent" });
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const httpPort = (server.address() as AddressInfo).port;
  const config = { mqttPort, mqttHost: "127.0.0.1", publicUrl: "https://portal.example.org" };
  const bus = new MemoryBus(log);
  const proxies = new Proxies(trustedProxies, log);
  const { db } = database;
  const start = async () => {
    const startedAtMs = now();
    const broker = new BrokerPart({
      config,
      clock,
      log,
      server,
      tls,
      limits: { ...brokerLimits, ...limits },
      addressOf: (request) => proxies.addressOf(request),
    });
    const live = new LivePart({
      broker,
      bus,
      db,
      clock,
      log,
      ingestStartedAtMs: () => startedAtMs,
      subscribe: (side) => {
        const ends = [subscribeLive(bus, side), notifyAtOnce({ bus, db, clock, log })];
        return async () => void (await Promise.all(ends.map(async (end) => end())));
      },
    });
    const hasRoom = () => true;
    const ingest = new IngestPart({
      broker,
      bus,
      database,
      clock,
      log,
      hasRoom,
      retention: undefined,
      subscribe: (side) => subscribeIngest(bus, side, log),
    });
    const parts = new Parts(log);
    try {
      for (const part of [broker, live, ingest]) await parts.start(part);
    } catch (error) {
      await parts.stop();
      throw error;
    }
    return { parts, broker, live };
  };
  const stopServer = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  let running = await start().catch(async (error: unknown) => {
    await stopServer();
    await database.drop();
    throw error;
  });
  const clients: MqttClient[] = [];
  const bench: Bench = {
    database,
    bus,
    get live() {
      return running.live.side;
    },
    get mqttPort() {
      return running.broker.mqttPort ?? 0;
    },
    metrics: () => running.parts.metrics(),
    isReady: () => running.parts.unready().length === 0,
    now,
    skip: (ms) => {
      shiftMs += ms;
    },
    httpPort,
    addContainer: async (id, { zoneName = "UTC", users = [] } = {}) => {
      const secretHash = createHash("sha256").update(testSecret).digest();
      await database.db
        .insertInto("container")
        .values({ id, name: `The ${id}`, serialNumber: id, zoneName, secretHash })
        .execute();
      for (const userId of users)
        await database.db.insertInto("containerUser").values({ containerId: id, userId }).execute();
    },
    addPerson: async (id, role) => {
      const tokenHash = randomBytes(32);
      const at = new Date(now());
      await database.db
        .insertInto("appUser")
        .values({ id, email: `${id}@example.org`, role, setting: "{}" })
        .execute();
      await database.db
        .insertInto("session")
        .values({ tokenHash, userId: id, createdAt: at, lastUsedAt: at, expiresAt: new Date(now() + 86_400_000) })
        .execute();
      return tokenHash;
    },
    controller: (id, options = {}) =>
      openClient(clients, `mqtt://127.0.0.1:${bench.mqttPort}`, {
        clientId: id,
        username: id,
        password: testSecret,
        ...options,
      }),
    screen: async (userId, sessionHash, options = {}) =>
      openClient(clients, `ws://127.0.0.1:${httpPort}/mqtt`, {
        clientId: `portal-${randomBytes(8).toString("hex")}`,
        username: userId,
        password: options.password ?? (await bench.live.issueCredential(sessionHash)).password,
        ...options,
      }),
    restart: async () => {
      await running.parts.stop();
      running = await start();
    },
    stop: async () => {
      for (const client of clients) client.end(true);
      await running.parts.stop();
      await stopServer();
      await database.drop();
    },
  };
  return bench;
}

/** A bench for all tests of a file, stopped after the last. */
export async function benchOfFile(): Promise<Bench> {
  const bench = await startBench();
  atFileEnd(() => bench.stop());
  return bench;
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Every down topic of a container. */
export function downTopicsOf(containerId: string): string[] {
  return topics
    .filter((topic) => topic.subscribe === "controller")
    .map((topic) => topic.name({ containerId } as Record<string, string> as never));
}

/** What a controller says about itself; left out: a first connection with state of charge and solar power, each 10 s. */
export interface Announcement {
  bd?: number;
  metrics?: string[];
  every?: number;
  /** What its clock shows; left out: the bench's time. */
  ts?: number;
}

export type Ack = {
  boot: string;
  seqs?: number[];
  seq?: number;
  error?: string;
  bad?: [number, number][];
  conflicts?: number;
  ts?: number[];
};

/** A controller that listens and has announced two metrics. */
export async function bornController(bench: Bench, id: string, about: Announcement = {}): Promise<TestClient> {
  const client = await bench.controller(id, {
    will: {
      topic: stateTopic.name({ containerId: id }),
      payload: Buffer.from(JSON.stringify({ online: false, bd: about.bd ?? 1 })),
      qos: 1,
      retain: true,
    },
  });
  await client.mqtt.subscribeAsync(downTopicsOf(id), { qos: 1 });
  await announce(bench, client, id, about);
  await client.next(timeTopic.name({ containerId: id }));
  return client;
}

export async function announce(
  bench: Bench,
  client: TestClient,
  id: string,
  { bd = 1, metrics = ["battery.soc", "solar.power"], every = 10, ts = bench.now() }: Announcement = {},
): Promise<void> {
  await client.send(
    stateTopic.name({ containerId: id }),
    { online: true, bd, boot: "b1", ts, software: "1.4.2" },
    { retain: true },
  );
  await client.send(birthTopic.name({ containerId: id }), {
    bd,
    boot: "b1",
    ts,
    mv: 1,
    every,
    metrics: metrics.map((n) => ({ n })),
  });
}

export function ackOf(client: TestClient, id: string, seq: number): Promise<Ack> {
  return client.next<Ack>(
    ackTopic.name({ containerId: id }),
    (ack) => ack.seq === seq || ack.seqs?.includes(seq) === true,
  );
}

export async function readFrames(bench: Bench, id: string) {
  return bench.database.db
    .selectFrom("frame")
    .select(["at", "v"])
    .where("containerId", "=", id)
    .orderBy("at")
    .execute();
}

export async function readLatest(bench: Bench, id: string) {
  return bench.database.db.selectFrom("containerLatest").selectAll().where("containerId", "=", id).executeTakeFirst();
}

/** What is known to be wrong with a container's data; undefined: nothing ever was. */
export async function readQuality(bench: Bench, id: string) {
  return bench.database.db.selectFrom("containerQuality").selectAll().where("containerId", "=", id).executeTakeFirst();
}

/** Level and code of a container's events, oldest first. */
export async function readEvents(bench: Bench, id: string): Promise<string[]> {
  const rows = await bench.database.db
    .selectFrom("event")
    .select(["code", "level"])
    .where("containerId", "=", id)
    .orderBy("at")
    .execute();
  return rows.map(({ code, level }) => `${level} ${code}`);
}
