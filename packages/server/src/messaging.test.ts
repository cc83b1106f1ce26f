import { createServer } from "node:http";
import { connect, type Socket } from "node:net";

import { containerTopic } from "@offgrid/contract/live/live.topics";
import { ackTopic, dataTopic, stateTopic, commandTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import fc from "fast-check";
import { generate } from "mqtt-packet";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import {
  type Bench,
  type TestClient,
  downTopicsOf,
  startBench,
  testSecret,
} from "./features/telemetry/telemetry.fixture.ts";
import { startMessaging } from "./messaging.ts";

let bench: Bench;
let witness: TestClient;
let seq = 0;

beforeAll(async () => {
  bench = await startBench();
  await bench.addContainer("witness");
  await bench.addContainer("lodwar");
  witness = await bench.controller("witness");
  await witness.mqtt.subscribeAsync(downTopicsOf("witness"), { qos: 1 });
});
afterAll(() => bench.stop());

/** The rest lives: another controller is still stored and answered. */
async function witnessIsServed(): Promise<void> {
  seq++;
  await witness.send(dataTopic.name({ containerId: "witness" }), {
    boot: "w",
    seq,
    m: ["battery.soc"],
    t: [bench.now()],
    v: [[seq]],
  });
  await witness.next<{ seqs?: number[] }>(
    ackTopic.name({ containerId: "witness" }),
    (ack) => ack.seqs?.includes(seq) === true,
  );
}

async function rawSocket(): Promise<Socket> {
  const socket = connect(bench.messaging.mqttPort, "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.destroyed ? resolve() : socket.once("close", () => resolve())));

function connectPacket(id: string, keepalive = 60): Buffer {
  return generate({
    cmd: "connect",
    clientId: id,
    username: id,
    password: Buffer.from(testSecret),
    protocolId: "MQTT",
    protocolVersion: 4,
    clean: true,
    keepalive,
  });
}

async function framesOf(id: string): Promise<number> {
  const rows = await bench.database.db.selectFrom("frame").select("at").where("containerId", "=", id).execute();
  return rows.length;
}

test.each([
  ["a wrong secret", "lodwar", { password: "wrong" }],
  ["the id of another container", "lodwar", { username: "witness" }],
  ["the client id of another container", "witness", { username: "lodwar" }],
  ["a container that is not there", "nowhere", {}],
  ["an id that is a path", "../etc", {}],
  ["an id of a prototype", "constructor", {}],
])("%s does not get in", async (_, id, options) => {
  await expect(bench.controller(id, options)).rejects.toThrow(/not authorized/i);
  await witnessIsServed();
});

test.each([
  "#",
  "+/+/+/cmd",
  "$SYS/#",
  "$share/g/#",
  "offgrid/1/witness/ack",
  "offgrid/1/lodwar/data",
  "ui/container/lodwar",
])("a controller cannot subscribe to %s", async (filter) => {
  const client = await bench.controller("lodwar");
  // The client turns a refusal (128) into an error.
  await expect(client.mqtt.subscribeAsync(filter, { qos: 1 })).rejects.toThrow();
  client.mqtt.end();
});

test("ten refused subscriptions close the connection", async () => {
  const client = await bench.controller("lodwar");
  for (let time = 0; time < 10; time++) await client.mqtt.subscribeAsync("#").catch(() => undefined);
  await client.closed();
});

test.each([
  ["a topic of another container", dataTopic.name({ containerId: "witness" }), false],
  ["a down topic", commandTopic.name({ containerId: "lodwar" }), false],
  ["a system topic", "$SYS/x", false],
  ["a live topic", containerTopic.name({ containerId: "lodwar" }), false],
  ["retained data", dataTopic.name({ containerId: "lodwar" }), true],
])("publishing on %s closes the connection and stores nothing", async (_, topic, retain) => {
  const before = await framesOf("witness");
  const client = await bench.controller("lodwar");
  client.mqtt.publish(topic, JSON.stringify({ ts: bench.now(), values: { "battery.soc": 1 } }), { qos: 1, retain });
  await client.closed();
  expect(await framesOf("lodwar")).toBe(0);
  expect(await framesOf("witness")).toBe(before);
  await witnessIsServed();
});

test("a will on a foreign topic is refused", async () => {
  const will = {
    topic: stateTopic.name({ containerId: "witness" }),
    payload: Buffer.from("{}"),
    qos: 1 as const,
    retain: false,
  };
  await expect(bench.controller("lodwar", { will })).rejects.toThrow();
});

test("quality 2 closes the connection", async () => {
  const client = await bench.controller("lodwar");
  client.mqtt.publish(dataTopic.name({ containerId: "lodwar" }), "{}", { qos: 2 });
  await client.closed();
});

test.each([0, 61, 600])("a controller with a keepalive of %i s does not get in", async (keepalive) => {
  await expect(bench.controller("lodwar", { keepalive })).rejects.toThrow();
});

test("a packet of 1 MiB ends its connection, not the portal", async () => {
  const refused = bench.messaging.metrics()["mqtt_refused_packets_total"] ?? 0;
  const client = await bench.controller("lodwar");
  client.mqtt.publish(dataTopic.name({ containerId: "lodwar" }), Buffer.alloc(1024 * 1024), { qos: 1 });
  await client.closed();
  expect(bench.messaging.metrics()["mqtt_refused_packets_total"]).toBeGreaterThan(refused);
  await witnessIsServed();
});

test("a first packet of more than 4 KiB is refused", async () => {
  const socket = await rawSocket();
  socket.write(
    generate({
      cmd: "connect",
      clientId: "x".repeat(5_000),
      protocolId: "MQTT",
      protocolVersion: 4,
      clean: true,
      keepalive: 60,
    }),
  );
  await closed(socket);
});

test("random and mutated bytes end their connection at most", async () => {
  const packets = [
    connectPacket("lodwar"),
    generate({
      cmd: "publish",
      topic: dataTopic.name({ containerId: "lodwar" }),
      payload: Buffer.from('{"ts":1}'),
      qos: 1,
      messageId: 1,
      retain: false,
      dup: false,
    }),
    generate({
      cmd: "subscribe",
      messageId: 2,
      subscriptions: [{ topic: commandTopic.name({ containerId: "lodwar" }), qos: 1 }],
    }),
    generate({ cmd: "unsubscribe", messageId: 3, unsubscriptions: ["#"] }),
    generate({ cmd: "pingreq" }),
    generate({ cmd: "puback", messageId: 9 }),
    generate({ cmd: "pubrel", messageId: 9 }),
    generate({ cmd: "disconnect" }),
  ];
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 300 }),
    fc.tuple(fc.constantFrom(...packets), fc.nat(), fc.nat(255)).map(([packet, place, byte]) => {
      const mutated = Uint8Array.from(packet);
      mutated[place % mutated.length] = byte;
      return mutated;
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), fc.boolean(), async (parts, isConnected) => {
      // Slowly enough for the limit of connections a minute.
      bench.skip(5_000);
      const socket = await rawSocket();
      if (isConnected) socket.write(connectPacket("lodwar"));
      for (const part of parts) socket.write(part);
      socket.end();
      await closed(socket);
    }),
    { numRuns: 100, seed: 20 },
  );
  await witnessIsServed();
});

test("C12: connections that end while their secret is looked up leave nothing behind", async () => {
  await bench.addContainer("hasty");
  for (let time = 0; time < 20; time++) {
    bench.skip(5_000);
    const socket = await rawSocket();
    socket.end(connectPacket("hasty"));
    await closed(socket);
  }
  await witnessIsServed();
  const isKnown = () => bench.messaging.metrics()["mqtt_controllers"];
  await expect.poll(isKnown, { timeout: 10_000 }).toBe(1);
});

test("a second device under one id is paced: fifteen connections a minute, then five minutes without", async () => {
  await bench.addContainer("flapping");
  for (let time = 0; time < 15; time++) (await bench.controller("flapping")).mqtt.end();
  await expect(bench.controller("flapping")).rejects.toThrow(/not authorized/i);
  bench.skip(4 * 60_000);
  await expect(bench.controller("flapping")).rejects.toThrow(/not authorized/i);
  bench.skip(2 * 60_000);
  (await bench.controller("flapping")).mqtt.end();
});

test("a page of another origin, a wrong path and a missing subprotocol do not get a WebSocket", async () => {
  const statusOf = (path: string, protocols: string[], origin?: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(
        `ws://127.0.0.1:${bench.httpPort}${path}`,
        protocols,
        origin === undefined ? {} : { origin },
      );
      socket.on("open", () => {
        resolve(101);
        socket.terminate();
      });
      socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
      socket.on("error", () => {});
    });
  expect(await statusOf("/mqtt", ["mqtt"], "https://evil.example")).toBe(403);
  expect(await statusOf("/other", ["mqtt"])).toBe(404);
  expect(await statusOf("/mqtt", ["chat"])).toBe(400);
  expect(await statusOf("/mqtt", ["mqtt"], "https://portal.example.org")).toBe(101);
  expect(await statusOf("/mqtt", ["mqtt"], `http://127.0.0.1:${bench.httpPort}`)).toBe(101);
});

test("a taken MQTT port is one clear sentence", async () => {
  const config = { mqttPort: bench.messaging.mqttPort, mqttHost: "127.0.0.1", publicUrl: undefined };
  const again = startMessaging({
    config,
    db: bench.database.db,
    clock: { now: bench.now },
    log: pino({ level: "silent" }),
    server: createServer(),
  });
  await expect(again).rejects.toThrow(
    /^The MQTT port 127\.0\.0\.1:\d+ is taken by another program; set MQTT_PORT to a free one\.$/,
  );
});
