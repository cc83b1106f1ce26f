import { once } from "node:events";
import { type Socket, connect } from "node:net";

import mqtt from "mqtt";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { readMqttCertificate } from "./mqtt-certificate.ts";
import { WebSocket } from "ws";

import { type Bench, startBench, testSecret, until } from "../features/ingest/telemetry.fixture.ts";
import { connectPacket, rawOverTcp, rawOverWebSocket } from "../testing/raw-mqtt.ts";
import { testAuthority, testCertificate } from "../testing/test-certificate.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await bench.addContainer("lodwar");
});
afterAll(() => bench.stop());

/** Another portal, with lower limits. */
async function openNarrow(about: {
  isTls?: boolean;
  connectTimeoutMs: number;
  waitingInAll?: number;
  trustedProxies?: readonly string[];
}): Promise<Bench> {
  const narrow = await startBench({
    ...(about.trustedProxies && { trustedProxies: about.trustedProxies }),
    ...(about.isTls && { tls: readMqttCertificate(testCertificate) }),
    limits: {
      connectTimeoutMs: about.connectTimeoutMs,
      waitingPerAddress: 3,
      waitingInAll: about.waitingInAll ?? 10,
    },
  });
  onTestFinished(() => narrow.stop());
  await narrow.addContainer("lodwar");
  return narrow;
}

async function silentSocket(
  port: number,
  localAddress = "127.0.0.1",
): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  socket.resume();
  const closed = once(socket, "close");
  await once(socket, "connect");
  return { socket, closed };
}

test.each([
  ["plain", false],
  ["TLS, in the middle of the handshake", true],
])("silent connections are closed, and only a limited number may wait meanwhile: %s", async (_, isTls) => {
  const { mqttPort } = await openNarrow({ isTls, connectTimeoutMs: 2_000 });
  const silent = await Promise.all([1, 2, 3].map(() => silentSocket(mqttPort)));
  // A connection too many is closed at once, while the others still wait.
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

test.skipIf(process.platform !== "linux")(
  "D10: silent connections are limited per address and in all, and a real controller still gets in (needs 127.0.0.2 and up)",
  async () => {
    const narrow = await openNarrow({ connectTimeoutMs: 6_000, waitingInAll: 5 });
    const { mqttPort } = narrow;
    const waiting = () => narrow.metrics()["mqtt_waiting"] ?? 0;
    const enter = async (address: string) => {
      const connection = await rawOverTcp(mqttPort, address);
      connection.send(connectPacket("lodwar", testSecret));
      return connection.next("connack").then(
        ({ returnCode }) => returnCode === 0,
        () => false,
      );
    };
    const one = await Promise.all(Array.from({ length: 200 }, () => silentSocket(mqttPort)));
    await until(() => one.filter(({ socket }) => !socket.closed).length === 3);
    expect(waiting()).toBe(3);
    expect(await enter("127.0.0.2")).toBe(true);

    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => silentSocket(mqttPort, `127.0.0.${10 + index}`)),
    );
    await until(() => many.filter(({ socket }) => !socket.closed).length === 2);
    expect(waiting()).toBe(5);
    expect(await enter("127.0.0.2")).toBe(false);
    // Full: a client that retries gets in as soon as the silent ones have timed out.
    await until(() => enter("127.0.0.2"));
    await Promise.all([...one, ...many].map(({ closed }) => closed));
    expect(waiting()).toBe(0);
  },
);

test("B12: the WebSocket is open only to the portal's own pages, and to none that stay silent", async () => {
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
  expect(await statusOf("/mqtt", ["mqtt"], "null")).toBe(403);
  expect(await statusOf("/other", ["mqtt"])).toBe(404);
  expect(await statusOf("/mqtt", ["chat"])).toBe(400);
  expect(await statusOf("/mqtt", ["mqtt"], "https://portal.example.org")).toBe(101);
  expect(await statusOf("/mqtt", ["mqtt"], `http://127.0.0.1:${bench.httpPort}`)).toBe(101);

  // The cookies of someone who is signed in, and nothing else.
  const session = await bench.addPerson("amina", "customer_staff");
  const cookie = `authToken=${session.toString("hex")}; userId=amina`;
  for (const login of [{}, { username: "amina" }]) {
    const connection = await rawOverWebSocket(bench.httpPort, { cookie });
    const { username: _, password: __, ...nobody } = connectPacket("portal-0123456789abcdef", "");
    connection.send({ ...nobody, ...login });
    expect((await connection.next("connack")).returnCode).toBe(5);
    await connection.closed;
  }

  const narrow = await openNarrow({ connectTimeoutMs: 1_000 });
  const silent = await rawOverWebSocket(narrow.httpPort);
  await silent.closed;
});

test("behind a trusted proxy silent sockets count for the client that opened them, and others get in", async () => {
  const narrow = await openNarrow({ connectTimeoutMs: 60_000, trustedProxies: ["127.0.0.1"] });
  const from = (address: string) => rawOverWebSocket(narrow.httpPort, { "x-forwarded-for": address });
  // Some proxies add the port of the client.
  const silent = await Promise.all([1, 2, 3].map((number) => from(`203.0.113.9:4000${number}`)));
  await (
    await from("203.0.113.9")
  ).closed;
  expect(narrow.metrics()["mqtt_waiting"]).toBe(3);
  const other = await from("203.0.113.10");
  other.send(connectPacket("portal-0123456789abcdef", "nobody"));
  // An answer, if only "unknown client": the connection itself was admitted.
  expect((await other.next("connack")).returnCode).toBe(5);
  for (const { stream } of silent) stream.destroy();
});
