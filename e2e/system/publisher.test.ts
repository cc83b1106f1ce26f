/**
 * A program that knows nothing but the written protocol: topics, names and formats are written out here, as its author
 * would have typed them.
 */
import { once } from "node:events";
import { createConnection } from "node:net";
import { join } from "node:path";

import { connectAsync, type MqttClient } from "mqtt";
import { expect, onTestFinished, test } from "vitest";

import {
  addAdministrator,
  type Caller,
  liveValues,
  rawPoints,
  register,
  type Registered,
  startPortal,
} from "./portal.ts";
import { temporaryFolder, until } from "./programs.ts";

interface Attempt {
  mqttUrl: string;
  intruder: Registered;
  victim: Registered;
}

async function connect(url: string, clientId: string, username: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(url, { clientId, username, password, protocolVersion: 4, reconnectPeriod: 0 });
  client.on("error", () => undefined);
  onTestFinished(() => client.endAsync(true));
  return client;
}
const connectAs = (url: string, { containerId, secret }: Registered) => connect(url, containerId, containerId, secret);

/** Publishes as the intruder and waits until the portal has closed the connection because of it. */
async function isThrownOut({ mqttUrl, intruder }: Attempt, topic: string, payload: string | Buffer): Promise<void> {
  const client = await connectAs(mqttUrl, intruder);
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  client.publish(topic, payload, { qos: 1 });
  await closed;
  expect(client.connected).toBe(false);
}

const bogus = () => JSON.stringify({ ts: Date.now(), values: { "battery.soc": 1, "solar.power": 1 } });
const refused = /Not authorized|Bad username or password|Identifier rejected/i;

/** What must not succeed. Each attempt is refused and its connection closed. */
const attempts: Record<string, (attempt: Attempt) => Promise<void>> = {
  "a wrong secret": async ({ mqttUrl, victim }) => {
    const { containerId, secret } = victim;
    const wrong = `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`;
    await expect(connect(mqttUrl, containerId, containerId, wrong)).rejects.toThrow(refused);
  },
  "another container's name with one's own secret": async ({ mqttUrl, intruder, victim }) => {
    await expect(connect(mqttUrl, victim.containerId, victim.containerId, intruder.secret)).rejects.toThrow(refused);
    await expect(connect(mqttUrl, victim.containerId, intruder.containerId, intruder.secret)).rejects.toThrow(refused);
  },
  "no name and no secret": async ({ mqttUrl }) => {
    await expect(connectAsync(mqttUrl, { protocolVersion: 4, reconnectPeriod: 0 })).rejects.toThrow(refused);
  },
  "another container's topic": (attempt) =>
    isThrownOut(attempt, `offgrid/1/${attempt.victim.containerId}/data`, bogus()),
  "a topic that only the portal writes": (attempt) =>
    isThrownOut(attempt, `offgrid/1/${attempt.victim.containerId}/cmd`, "{}"),
  "a wildcard subscription": async ({ mqttUrl, intruder, victim }) => {
    for (const topic of ["#", "offgrid/1/+/data", "offgrid/1/#", "$SYS/#", `offgrid/1/${victim.containerId}/ack`]) {
      const client = await connectAs(mqttUrl, intruder);
      const received: string[] = [];
      client.on("message", (from) => received.push(from));
      const granted = await client.subscribeAsync(topic, { qos: 1 }).then(
        (grants) => grants.filter(({ qos }) => qos < 128),
        () => [],
      );
      expect(granted).toEqual([]);
      await client.endAsync(true);
      expect(received).toEqual([]);
    }
  },
  "a packet of 1 MiB": (attempt) => {
    const padding = "x".repeat(1024 * 1024);
    const payload = JSON.stringify({ ts: Date.now(), values: { "battery.soc": 1 }, padding });
    return isThrownOut(attempt, `offgrid/1/${attempt.intruder.containerId}/data`, payload);
  },
  "bytes that are no MQTT": async ({ mqttUrl }) => {
    const { port } = new URL(mqttUrl);
    for (const bytes of [Buffer.from("GET / HTTP/1.1\r\n\r\n"), Buffer.alloc(64), Buffer.alloc(64, 0xff)]) {
      const socket = createConnection(Number(port), "127.0.0.1");
      socket.on("error", () => undefined);
      const closed = once(socket, "close");
      socket.resume().write(bytes);
      await closed;
    }
  },
};

test(
  "one message by the written protocol is stored and live; what the protocol forbids is refused and harms nobody",
  {
    timeout: 300_000,
  },
  async () => {
    const dataDir = join(await temporaryFolder(), "portal");
    const portal = await startPortal(dataDir);
    const { mqttUrl } = portal;
    const ada: Caller = await addAdministrator(dataDir, portal.url);
    const pump = await register(dataDir, "Water pump");
    const intruder = await register(dataDir, "Intruder");

    const client = await connectAs(mqttUrl, pump);
    const acks: unknown[] = [];
    client.on("message", (_, payload) => acks.push(JSON.parse(payload.toString("utf8"))));
    await client.subscribeAsync(`offgrid/1/${pump.containerId}/ack`, { qos: 1 });
    const sent: [ts: number, soc: number][] = [];
    const send = async (soc: number) => {
      const ts = Math.max(Date.now(), (sent.at(-1)?.[0] ?? 0) + 1);
      sent.push([ts, soc]);
      const message = { ts, values: { "battery.soc": soc, "solar.power": soc * 10 } };
      await client.publishAsync(`offgrid/1/${pump.containerId}/data`, JSON.stringify(message), { qos: 1 });
      await until("the portal has stored it", () =>
        acks.some((ack) => JSON.stringify(ack) === JSON.stringify({ ts: [ts] })),
      );
      const values = await liveValues(ada, pump.containerId);
      const at = new Date(ts).toISOString();
      expect(values).toEqual({ "battery.soc": { value: soc, at }, "solar.power": { value: soc * 10, at } });
    };
    await send(60);

    let soc = 60;
    for (const [name, attempt] of Object.entries(attempts)) {
      await attempt({ mqttUrl, intruder, victim: pump });
      // A publisher that keeps to the rules notices nothing, on a connection that was open all the time.
      await send(++soc);
      expect({ after: name, connected: client.connected }).toEqual({ after: name, connected: true });
      expect((await fetch(`${portal.url}/ready`)).status).toBe(200);
    }

    const [first, last] = [sent[0]?.[0] ?? 0, sent.at(-1)?.[0] ?? 0];
    const { t, series } = await rawPoints(ada, pump.containerId, ["battery.soc"], { from: first, to: last + 1 });
    expect(t.map((ts, index) => [ts, series[0]?.[index]])).toEqual(sent);
    expect(await liveValues(ada, intruder.containerId)).toEqual({});
    const metrics = await (await fetch(`${portal.url}/metrics`)).text();
    const figure = (name: string) => Number(new RegExp(`^\\S*${name} (\\d+)$`, "m").exec(metrics)?.[1]);
    expect(figure("mqtt_refused_logins_total")).toBeGreaterThanOrEqual(4);
    expect(figure("mqtt_refused_publishes_total")).toBeGreaterThanOrEqual(2);
    expect(figure("mqtt_refused_subscriptions_total")).toBeGreaterThanOrEqual(5);
    expect(figure("mqtt_refused_packets_total")).toBeGreaterThanOrEqual(1);
    // The intruder's own credential still works: only the message was wrong.
    const late = await connectAs(mqttUrl, intruder);
    expect(late.connected).toBe(true);

    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
    expect(portal.output()).not.toContain(pump.secret);
    expect(portal.output()).not.toContain(intruder.secret);
  },
);
