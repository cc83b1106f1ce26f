import { once } from "node:events";
import { createServer } from "node:http";
import { type Socket, connect } from "node:net";

import mqtt from "mqtt";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { WaitingRoom } from "./core/broker-doors.ts";
import { readMqttCertificate } from "./core/mqtt-certificate.ts";
import { type Bench, startBench, testSecret } from "./features/telemetry/telemetry.fixture.ts";
import { type Messaging, startMessaging } from "./messaging.ts";
import { testAuthority, testCertificate } from "./testing/test-certificate.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await bench.addContainer("lodwar");
});
afterAll(() => bench.stop());

async function openMessaging(about: { isTls: boolean; connectTimeoutMs: number }): Promise<Messaging> {
  const messaging = await startMessaging({
    config: { mqttPort: 0, mqttHost: "127.0.0.1", publicUrl: undefined },
    db: bench.database.db,
    clock: { now: bench.now },
    log: pino({ level: "silent" }),
    server: createServer(),
    ...(about.isTls && { tls: readMqttCertificate(testCertificate).context }),
    broker: { connectTimeoutMs: about.connectTimeoutMs, room: new WaitingRoom(3, 10) },
  });
  onTestFinished(() => messaging.stop());
  return messaging;
}

async function silentSocket(port: number): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.resume();
  const closed = once(socket, "close");
  await once(socket, "connect");
  return { socket, closed };
}

test.each([
  ["plain", false],
  ["TLS, in the middle of the handshake", true],
])("who stays silent is closed, and only so many may wait meanwhile: %s", async (_, isTls) => {
  const { mqttPort } = await openMessaging({ isTls, connectTimeoutMs: 2_000 });
  const silent = await Promise.all([1, 2, 3].map(() => silentSocket(mqttPort)));
  // One too many is closed at once, while the others still wait.
  const fourth = await silentSocket(mqttPort);
  await fourth.closed;
  expect(silent.map(({ socket }) => socket.closed)).toEqual([false, false, false]);
  await Promise.all(silent.map(({ closed }) => closed));
  const client = mqtt.connect(`${isTls ? "mqtts" : "mqtt"}://127.0.0.1:${mqttPort}`, {
    clientId: "lodwar",
    username: "lodwar",
    password: testSecret,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ca: testAuthority,
  });
  onTestFinished(() => void client.end(true));
  await new Promise<void>((resolve, reject) => client.once("connect", () => resolve()).once("error", reject));
});
