import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";

import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { birthTopic, dataTopic, watchTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { sessionKey } from "../../calls/session.ts";
import { brokerLimits } from "../../broker/broker-limits.ts";
import { findLatest } from "./live.store.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type Bench, startBench, until } from "../ingest/telemetry.fixture.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await bench.addContainer("lodwar");
});
afterAll(() => bench.stop());

test("a screen receives messages for its own person and the containers that they see, and can publish nothing", async () => {
  const session = await bench.addPerson("amina", "customer_staff");
  await bench.addPerson("brigitte", "customer_staff");
  await bench.addContainer("kisumu", { users: ["amina"] });
  const screen = await bench.screen("amina", session);
  await screen.mqtt.subscribeAsync([
    userTopic.name({ userId: "amina" }),
    containerTopic.name({ containerId: "kisumu" }),
  ]);
  for (const foreign of [
    userTopic.name({ userId: "brigitte" }),
    containerTopic.name({ containerId: "lodwar" }),
    containerTopic.name({ containerId: "none" }),
    "#",
    "ui/user/+",
    dataTopic.name({ containerId: "kisumu" }),
  ]) {
    await expect(screen.mqtt.subscribeAsync(foreign)).rejects.toThrow();
  }
  const controller = await bench.controller("kisumu");
  const ts = bench.now();
  await controller.send(dataTopic.name({ containerId: "kisumu" }), { ts, values: { "battery.soc": 71 } });
  const live = await screen.next<{ ts: number; values: object }>(
    containerTopic.name({ containerId: "kisumu" }),
    (message) => message.ts === ts,
  );
  expect(live).toMatchObject({ v: 1, values: { "battery.soc": 71 }, status: "online" });
  expect(await screen.next(userTopic.name({ userId: "amina" }))).toEqual({ containerId: "kisumu", status: "online" });
  screen.mqtt.publish(userTopic.name({ userId: "amina" }), "{}");
  await screen.closed();
});

test("a screen needs a live credential of its own person, a client id of the right form, and the WebSocket", async () => {
  const session = await bench.addPerson("chloe", "admin");
  const { password } = await bench.live.issueCredential(session);
  await expect(bench.screen("amina", session, { password })).rejects.toThrow();
  await expect(bench.screen("chloe", session, { password: "wrong" })).rejects.toThrow();
  await expect(bench.screen("chloe", session, { password, clientId: "portal-short" })).rejects.toThrow();
  await expect(
    bench.controller("x", { clientId: "portal-0123456789abcdef", username: "chloe", password }),
  ).rejects.toThrow();
  const will = {
    topic: userTopic.name({ userId: "chloe" }),
    payload: Buffer.from("{}"),
    qos: 0 as const,
    retain: false,
  };
  await expect(bench.screen("chloe", session, { password, will })).rejects.toThrow();
  const screen = await bench.screen("chloe", session, { password });
  await screen.mqtt.subscribeAsync(containerTopic.name({ containerId: "lodwar" }));
});

test("the end of a session closes its screens before the call returns; others stay", async () => {
  const session = await bench.addPerson("dora", "admin");
  const other = await bench.addPerson("emil", "admin");
  const screen = await bench.screen("dora", session);
  const staying = await bench.screen("emil", other);
  await screen.mqtt.subscribeAsync(userTopic.name({ userId: "dora" }));
  await staying.mqtt.subscribeAsync(userTopic.name({ userId: "emil" }));
  bench.bus.publish("sessionEnded", { sessionKeys: [sessionKey(session)] });
  bench.live.send("dora", { command: "newEventUpdate", data: { content: "too late" } });
  bench.live.send("emil", { command: "newEventUpdate", data: { content: "in time" } });
  await screen.closed();
  expect(await staying.next(userTopic.name({ userId: "emil" }))).toMatchObject({ data: { content: "in time" } });
  expect(screen.messages).toEqual([]);
});

test("a screen is closed when its session is deleted from the database, its container taken away, or its credential expired", async () => {
  const gone = await bench.addPerson("fatou", "admin");
  const unassigned = await bench.addPerson("gita", "customer_staff");
  const expired = await bench.addPerson("hans", "admin");
  const renewed = await bench.addPerson("ines", "admin");
  await bench.addContainer("thies", { users: ["gita"] });
  const screens = await Promise.all([bench.screen("fatou", gone), bench.screen("gita", unassigned)]);
  await screens[1]?.mqtt.subscribeAsync(containerTopic.name({ containerId: "thies" }));
  await bench.database.db.deleteFrom("session").where("userId", "=", "fatou").execute();
  await bench.database.db.deleteFrom("containerUser").where("userId", "=", "gita").execute();
  // Nobody announced it: it is found within a minute.
  bench.skip(61_000);
  await Promise.all(screens.map((screen) => screen.closed()));
  const [short, long] = await Promise.all([bench.screen("hans", expired), bench.screen("ines", renewed)]);
  bench.skip(10 * 60_000);
  await bench.live.issueCredential(renewed);
  bench.skip(6 * 60_000);
  await short.closed();
  expect(long.mqtt.connected).toBe(true);
});

test("a controller is asked to send at once while someone looks, also after it comes back", async () => {
  await bench.addContainer("watched");
  const first = await bench.controller("watched");
  await first.mqtt.subscribeAsync(watchTopic.name({ containerId: "watched" }), { qos: 1 });
  const until = await bench.live.watch("watched");
  expect(await first.next(watchTopic.name({ containerId: "watched" }))).toEqual({ until: until.getTime() });
  first.mqtt.end();
  const second = await bench.controller("watched");
  await second.mqtt.subscribeAsync(watchTopic.name({ containerId: "watched" }), { qos: 1 });
  await second.send(birthTopic.name({ containerId: "watched" }), {
    bd: 2,
    boot: "b",
    ts: bench.now(),
    mv: 1,
    metrics: [],
  });
  expect(await second.next(watchTopic.name({ containerId: "watched" }))).toEqual({ until: until.getTime() });
  bench.bus.publish("controllerRevoked", { containerId: "watched" });
  await second.closed();
});

/** A screen in a process of its own, which the system can stop; it prints each message that it receives as a line. */
const screenProgram = `
import mqtt from "mqtt";
const { url, topics, ...login } = JSON.parse(process.argv[1]);
const screen = mqtt.connect(url, { protocolVersion: 4, keepalive: 70, reconnectPeriod: 0, ...login });
screen.on("message", (topic, payload) => console.log(JSON.stringify({ topic, value: JSON.parse(payload) })));
screen.on("close", () => process.exit(0));
await new Promise((resolve) => screen.once("connect", resolve));
await screen.subscribeAsync(topics);
console.log(JSON.stringify({ topic: "ready" }));
`;

async function screenProcess(userId: string, session: Buffer, topics: string[]) {
  const { password } = await bench.live.issueCredential(session);
  const login = { clientId: `portal-${randomBytes(8).toString("hex")}`, username: userId, password };
  const about = JSON.stringify({ url: `ws://127.0.0.1:${bench.httpPort}/mqtt`, topics, ...login });
  const child = spawn(process.execPath, ["--input-type=module", "-e", screenProgram, about], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const received: { topic: string; value?: unknown }[] = [];
  createInterface(child.stdout).on("line", (line) => received.push(JSON.parse(line) as (typeof received)[number]));
  await until(() => received.length > 0);
  return { child, received };
}

/** Sends a person much more than a connection buffers; someone who reads receives all of it, in order. */
async function flood(userId: string, reader: TestClient): Promise<void> {
  const topic = userTopic.name({ userId });
  const data = { content: "x".repeat(100_000) };
  for (let count = 0; count < 200; count++) {
    bench.live.send(userId, { command: "newEventUpdate", data: { ...data, count } });
    await reader.next<{ data?: { count: number } }>(topic, (message) => message.data?.count === count);
  }
}

test("E6: a frozen screen is skipped while others receive everything; when it wakes up it is asked to take a fresh snapshot", async () => {
  const session = await bench.addPerson("kofi", "admin");
  const topic = userTopic.name({ userId: "kofi" });
  const liveTopic = containerTopic.name({ containerId: "lodwar" });
  const healthy = await bench.screen("kofi", session);
  await healthy.mqtt.subscribeAsync([topic, liveTopic]);
  const { child, received } = await screenProcess("kofi", session, [topic, liveTopic]);
  const controller = await bench.controller("lodwar");
  const measure = async (soc: number) => {
    await controller.send(dataTopic.name({ containerId: "lodwar" }), {
      ts: bench.now(),
      values: { "battery.soc": soc },
    });
    await healthy.next<{ values: object }>(liveTopic, ({ values }) => "battery.soc" in values);
  };
  const receivedSocs = () =>
    received.flatMap(
      ({ value }) => (value as { values?: Record<string, number> } | undefined)?.values?.["battery.soc"] ?? [],
    );
  await measure(70);
  await until(() => receivedSocs().includes(70));

  child.kill("SIGSTOP");
  await flood("kofi", healthy);
  await measure(71);
  expect(bench.metrics()).toMatchObject({ mqtt_lagging: 1, mqtt_slow_readers_total: 1 });
  const isResync = ({ value }: (typeof received)[number]) =>
    (value as { command?: string } | undefined)?.command === "resync";
  expect(received.some(isResync)).toBe(false);

  child.kill("SIGCONT");
  await until(() => received.some(isResync));
  // What it missed is in the snapshot that it requests now, and it receives what comes from here on.
  expect(receivedSocs()).toEqual([70]);
  expect((await findLatest(bench.database.db, "lodwar")).liveValues?.["battery.soc"]?.[0]).toBe(71);
  await measure(72);
  await until(() => receivedSocs().includes(72));
  expect(bench.metrics()).toMatchObject({ mqtt_lagging: 0 });

  // The next test counts screens.
  const open = bench.metrics()["mqtt_screens"] ?? 0;
  child.kill("SIGKILL");
  await until(() => bench.metrics()["mqtt_screens"] === open - 1);
});

test("E6: a screen that stays frozen uses no more of the portal's memory than its limit, and is closed after a while", async () => {
  const session = await bench.addPerson("lena", "admin");
  const topic = userTopic.name({ userId: "lena" });
  const healthy = await bench.screen("lena", session);
  await healthy.mqtt.subscribeAsync(topic);
  const lagging = () => bench.metrics()["mqtt_lagging"];
  const { child } = await screenProcess("lena", session, [topic]);
  child.kill("SIGSTOP");
  await flood("lena", healthy);
  // The message that exceeded the limit was still accepted whole.
  expect(bench.metrics()["mqtt_unsent_bytes"]).toBeLessThan(brokerLimits.unsentBytes + 2 * 100_000);
  expect(lagging()).toBe(1);
  bench.skip(brokerLimits.longestLagMs + 1_000);
  await until(() => lagging() === 0);
  expect(healthy.mqtt.connected).toBe(true);
});

test("a session that ends while its screen asks for a credential is refused as one that is over", async () => {
  const session = await bench.addPerson("leaving", "customer_staff");
  await bench.live.issueCredential(session);
  await bench.database.db.deleteFrom("session").where("tokenHash", "=", session).execute();
  await expect(bench.live.issueCredential(session)).rejects.toMatchObject({ code: "signed_out" });
});
