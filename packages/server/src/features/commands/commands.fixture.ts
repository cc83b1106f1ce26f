import { createHash, randomBytes } from "node:crypto";

import type { Command } from "@offgrid/contract/commands/commands.schema";
import { type EventNews, UserMessage } from "@offgrid/contract/live/live.schema";
import type {
  BirthMessage,
  CommandMessage,
  CommandResultMessage,
  EventMessage,
} from "@offgrid/contract/telemetry/telemetry.schema";
import {
  birthTopic,
  commandResultTopic,
  commandTopic,
  dataTopic,
  eventTopic,
  stateTopic,
} from "@offgrid/contract/telemetry/telemetry.topics";
import mqtt from "mqtt";
import { onTestFinished, vi } from "vitest";

import type { Actor } from "../../testing/cast.ts";
import type { TestPortal } from "../../testing/test-portal.ts";

/** A controller that does what a test says: two relays, both open at first, and a street light. For tests only. */
export interface ScriptedController {
  /** Everything that it was sent. */
  commands: CommandMessage[];
  /** Resolves when it has received so many commands. */
  received(count: number): Promise<CommandMessage>;
  /** Resolves when the portal has acknowledged the answer. */
  answer(result: Omit<CommandResultMessage, "ts">): Promise<void>;
  sendRaw(payload: string): Promise<void>;
  /** Sends where its relays are now, and the level of its street light. */
  measure(values: readonly [relay1: number, relay2: number, light1?: number]): Promise<void>;
  /** Announces itself as another run. */
  reboot(boot: string): Promise<void>;
  /** Reports something, of now unless it says another time; resolves when the broker has it. */
  report(event: Omit<EventMessage, "boot" | "seq" | "ts"> & { ts?: number }): Promise<void>;
  /** Says good-bye and ends the connection. */
  leave(): Promise<void>;
}

const secret = "a secret for tests";

/** The commands and warnings that a person's screen is sent, each as it was then, and what it is to fetch again. */
export async function screenOf(
  portal: TestPortal,
  person: Actor,
): Promise<{ commands: Command[]; warnings: EventNews[]; outdated: string[] }> {
  const { topic, url, username, password } = await person.call("registerLiveNotification", {});
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${portal.port}${url}`, {
    clientId: `portal-${randomBytes(8).toString("hex")}`,
    username,
    password,
    reconnectPeriod: 0,
  });
  onTestFinished(() => client.endAsync(true));
  const commands: Command[] = [];
  const warnings: EventNews[] = [];
  const outdated: string[] = [];
  client.on("message", (_, payload) => {
    const message = UserMessage.parse(JSON.parse(payload.toString()));
    if ("command" in message && message.command === "commandChanged") commands.push(message.data);
    if ("command" in message && message.command === "warningEvent") warnings.push(message.data);
    if ("command" in message && message.command.endsWith("Changed")) outdated.push(message.command);
  });
  await client.subscribeAsync(topic);
  return { commands, warnings, outdated };
}

/** Connects to the portal; resolves when the portal says that it is online and has relays. */
export async function scriptedController(
  portal: TestPortal,
  containerId: string,
  viewer: Actor,
  critical: BirthMessage["critical"] = {},
): Promise<ScriptedController> {
  const secretHash = createHash("sha256").update(secret).digest();
  await portal.database.pool.query("update container set secret_hash = $1 where id = $2", [secretHash, containerId]);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, {
    clientId: containerId,
    username: containerId,
    password: secret,
    reconnectPeriod: 0,
  });
  const commands: CommandMessage[] = [];
  let events = 0;
  let frames = 1;
  client.on("message", (_, payload) => commands.push(JSON.parse(payload.toString()) as CommandMessage));
  await client.subscribeAsync(commandTopic.name({ containerId }), { qos: 1 });
  const send = (topic: string, value: unknown) => client.publishAsync(topic, JSON.stringify(value), { qos: 1 });
  const ts = Date.now();
  const metrics = [
    ...["relay.1.on", "relay.2.on"].map((n) => ({ n, u: "state", kind: "state" })),
    { n: "street_light.1.level", u: "%", kind: "gauge" },
  ];
  await send(stateTopic.name({ containerId }), { online: true, bd: 1, boot: "b1", ts });
  await send(birthTopic.name({ containerId }), {
    bd: 1,
    boot: "b1",
    ts,
    mv: 1,
    metrics,
    devices: [],
    capabilities: ["relay", "street_light"],
    critical,
  });
  await send(dataTopic.name({ containerId }), { boot: "b1", seq: 1, mv: 1, t: [ts], v: [[0, 0, null]] });
  await vi.waitUntil(
    async () => {
      const { data } = await viewer.call("outputList", { containerId });
      const { data: info } = await viewer.call("getContainerInfo", { containerId });
      return info.isOnline && data.length === 2 && data.every(({ on }) => on === false);
    },
    { timeout: 45_000 },
  );
  return {
    commands,
    received: async (count) => {
      await vi.waitUntil(() => commands.length >= count, { timeout: 45_000 });
      return commands[count - 1] as CommandMessage;
    },
    answer: async (result) => {
      await send(commandResultTopic.name({ containerId }), { ts: Date.now(), ...result });
    },
    report: async (event) => {
      await send(eventTopic.name({ containerId }), { boot: "b1.events", seq: events++, ts: Date.now(), ...event });
    },
    sendRaw: async (payload) => {
      await client.publishAsync(commandResultTopic.name({ containerId }), payload, { qos: 1 });
    },
    measure: async ([relay1, relay2, light1]) => {
      const data = { boot: "b1", seq: ++frames, mv: 1, t: [Date.now()], v: [[relay1, relay2, light1 ?? null]] };
      await send(dataTopic.name({ containerId }), data);
    },
    reboot: async (boot) => {
      await send(stateTopic.name({ containerId }), { online: true, bd: 2, boot, ts: Date.now() });
    },
    leave: async () => {
      await send(stateTopic.name({ containerId }), { online: false, bd: 1, boot: "b1" });
      await client.endAsync();
    },
  };
}
