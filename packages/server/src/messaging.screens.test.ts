import { containerTopic, userTopic } from "@offgrid/contract/live/live.topics";
import { birthTopic, dataTopic, watchTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { generate, parser } from "mqtt-packet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import { type Bench, startBench, until } from "./features/telemetry/telemetry.fixture.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
  await bench.addContainer("lodwar");
});
afterAll(() => bench.stop());

test("a screen hears its own person and the containers that it may see, and says nothing", async () => {
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
  const { password } = bench.messaging.live.issueCredential({ userId: "chloe", sessionHash: session });
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
  bench.messaging.live.endSession(session);
  bench.messaging.live.notify("dora", { command: "newEventUpdate", data: { content: "too late" } });
  bench.messaging.live.notify("emil", { command: "newEventUpdate", data: { content: "in time" } });
  await screen.closed();
  expect(await staying.next(userTopic.name({ userId: "emil" }))).toMatchObject({ data: { content: "in time" } });
  expect(screen.messages).toEqual([]);
});

test("a screen is closed when its session is gone from the database, its container taken away, or its credential over", async () => {
  const gone = await bench.addPerson("fatou", "admin");
  const unassigned = await bench.addPerson("gita", "customer_staff");
  const expired = await bench.addPerson("hans", "admin");
  const renewed = await bench.addPerson("ines", "admin");
  await bench.addContainer("thies", { users: ["gita"] });
  const screens = await Promise.all([bench.screen("fatou", gone), bench.screen("gita", unassigned)]);
  await screens[1]?.mqtt.subscribeAsync(containerTopic.name({ containerId: "thies" }));
  await bench.database.db.deleteFrom("session").where("userId", "=", "fatou").execute();
  await bench.database.db.deleteFrom("containerUser").where("userId", "=", "gita").execute();
  await Promise.all(screens.map((screen) => screen.closed()));
  const [short, long] = await Promise.all([bench.screen("hans", expired), bench.screen("ines", renewed)]);
  bench.skip(10 * 60_000);
  bench.messaging.live.issueCredential({ userId: "ines", sessionHash: renewed });
  bench.skip(6 * 60_000);
  await short.closed();
  expect(long.mqtt.connected).toBe(true);
});

test("a controller is asked to send at once while someone looks, also after it comes back", async () => {
  await bench.addContainer("watched");
  const first = await bench.controller("watched");
  await first.mqtt.subscribeAsync(watchTopic.name({ containerId: "watched" }), { qos: 1 });
  const until = bench.messaging.live.watch("watched");
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
  bench.messaging.live.disconnectController("watched");
  await second.closed();
});

test("a frozen screen is skipped, others hear everything; awake again it is told to take a fresh snapshot", async () => {
  const session = await bench.addPerson("kofi", "admin");
  const topic = userTopic.name({ userId: "kofi" });
  const healthy = await bench.screen("kofi", session);
  await healthy.mqtt.subscribeAsync(topic);
  const { password } = bench.messaging.live.issueCredential({ userId: "kofi", sessionHash: session });
  const frozen = new WebSocket(`ws://127.0.0.1:${bench.httpPort}/mqtt`, ["mqtt"]);
  const packets = parser();
  let isToldToResync = false;
  packets.on("packet", (packet) => {
    if (packet.cmd === "connack") {
      frozen.send(generate({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic, qos: 0 }] }));
    } else if (packet.cmd === "suback") {
      frozen.pause();
    } else if (packet.cmd === "publish") {
      isToldToResync ||= packet.payload.toString().includes("resync");
    }
  });
  frozen.on("message", (bytes: Buffer) => packets.parse(bytes));
  frozen.on("open", () => {
    const about = { protocolId: "MQTT", protocolVersion: 4, clean: true, keepalive: 60 } as const;
    const login = { clientId: "portal-fedcba9876543210", username: "kofi", password: Buffer.from(password) };
    frozen.send(generate({ cmd: "connect", ...about, ...login }));
  });
  await until(() => frozen.isPaused);
  for (let count = 0; count < 200; count++) {
    bench.messaging.live.notify("kofi", { command: "newEventUpdate", data: { content: "x".repeat(100_000), count } });
    await healthy.next<{ data?: { count: number } }>(topic, (message) => message.data?.count === count);
  }
  expect(bench.messaging.metrics()).toMatchObject({ mqtt_lagging: 1, mqtt_slow_readers_total: 1 });
  frozen.resume();
  await until(() => isToldToResync);
  frozen.terminate();
});
