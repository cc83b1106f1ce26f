import {
  ackTopic,
  birthTopic,
  configReportTopic,
  dataTopic,
  eventTopic,
  historyTopic,
  stateTopic,
} from "@offgrid/contract/telemetry/telemetry.topics";
import { ConfigReportMessage } from "@offgrid/contract/configuration/configuration.schema";
import { BirthMessage, EventMessage, FrameColumns } from "@offgrid/contract/telemetry/telemetry.schema";
import type { Topic } from "@offgrid/contract/core/topic";
import { Aedes } from "aedes";
import { createServer, type AddressInfo, type Socket } from "node:net";

import { fromPayload } from "../link/messages.ts";

export interface Received {
  kind: "data" | "hist";
  columns: FrameColumns;
  payload: Buffer;
}

/** How the test's portal answers a message: "ack", "silent", or a refusal. */
export type Answer =
  | "ack"
  | "silent"
  | { conflicts: number; conflictsAt: number[] }
  | { error: string; bad?: [number, number][] };

/**
 * A real MQTT broker with as little of a portal as the link's tests need: it keeps what it receives and answers as set.
 */
export async function startTestBroker(secret: string) {
  const broker = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    broker.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const received: Received[] = [];
  const births: BirthMessage[] = [];
  const events: EventMessage[] = [];
  const states: { payload: Record<string, unknown>; retain: boolean }[] = [];
  const configs: ConfigReportMessage[] = [];
  const others: { topic: string; payload: unknown }[] = [];
  let answer: (message: Received) => Answer = () => "ack";
  let answerToEvents: Answer = "ack";

  broker.authenticate = (_client, _username, password, done) => done(null, password?.toString() === secret);

  function send<Path extends string>(topic: Topic<Path>, containerId: string, message: unknown): void {
    const name = topic.name({ containerId } as Parameters<typeof topic.name>[0]);
    const packet = { cmd: "publish", topic: name, payload: JSON.stringify(message), qos: 1, retain: false, dup: false };
    broker.publish(packet as Parameters<typeof broker.publish>[0], () => {});
  }

  broker.on("publish", (packet, client) => {
    if (packet.topic.startsWith("$SYS")) return;
    const payload = Buffer.from(packet.payload);
    const message = fromPayload(payload);
    const containerId = client?.id ?? packet.topic.split("/")[2] ?? "";
    if (stateTopic.match(packet.topic)) {
      states.push({ payload: message as Record<string, unknown>, retain: packet.retain });
      return;
    }
    if (!client) return;
    const reply = (to: { boot: string; seq: number }, answer: Answer) => {
      if (answer === "ack") send(ackTopic, containerId, { boot: to.boot, seqs: [to.seq] });
      else if (answer !== "silent" && "conflicts" in answer)
        send(ackTopic, containerId, { boot: to.boot, seqs: [to.seq], ...answer });
      else if (answer !== "silent") send(ackTopic, containerId, { ...to, ...answer });
    };
    if (birthTopic.match(packet.topic)) births.push(BirthMessage.parse(message));
    else if (configReportTopic.match(packet.topic)) configs.push(ConfigReportMessage.parse(message));
    else if (eventTopic.match(packet.topic)) {
      const event = EventMessage.required({ boot: true }).parse(message);
      events.push(event);
      reply({ boot: event.boot, seq: event.seq }, answerToEvents);
    } else if (dataTopic.match(packet.topic) ?? historyTopic.match(packet.topic)) {
      const kind = dataTopic.match(packet.topic) ? "data" : "hist";
      const one: Received = { kind, columns: FrameColumns.parse(message), payload };
      received.push(one);
      const { boot, seq } = one.columns;
      reply({ boot, seq }, answer(one));
    } else others.push({ topic: packet.topic, payload: message });
  });

  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    births,
    events,
    states,
    configs,
    others,
    send,
    answerWith: (next: (message: Received) => Answer) => {
      answer = next;
    },
    answerEventsWith: (next: Answer) => {
      answerToEvents = next;
    },
    /** Cuts every connection, as a broken network link does. */
    cutAll: () => sockets.forEach((socket) => socket.destroy()),
    connected: () => sockets.size,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type TestBroker = Awaited<ReturnType<typeof startTestBroker>>;

/** Waits for a condition; fails with the sentence after 50 s. */
export async function until(sentence: string, isTrue: () => boolean): Promise<void> {
  const endMs = performance.now() + 50_000;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`Never happened: ${sentence}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
