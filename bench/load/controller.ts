import type { AckMessage, CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import {
  ackTopic,
  birthTopic,
  commandResultTopic,
  commandTopic,
  dataTopic,
  historyTopic,
} from "@offgrid/contract/telemetry/telemetry.topics";

import type { Sender } from "./load.types.ts";
import {
  type Wire,
  openWire,
  packetType,
  pubackPacket,
  publishPacket,
  readPublish,
  subscribePacket,
  textOf,
} from "./mqtt-wire.ts";

/** The part of a controller that the portal sees. */
export interface RawController {
  /** Sends frames with the metrics of the birth. @returns the number to wait for. */
  send(topic: "data" | "history", t: readonly number[], v: readonly (readonly number[])[]): number;
  /** Resolves when the message of this number is stored. */
  acked(seq: number): Promise<void>;
  cut(): void;
}

/** What a controller does beyond sending values. */
export interface Abilities {
  /** What it answers to a command, in this order, at once. */
  answersTo?: (command: CommandMessage) => readonly CommandResultMessage[];
}

/** Connects and announces its metrics. @throws when it is refused. */
export async function openController(
  mqttPort: number,
  { containerId, secret }: Sender,
  names: readonly string[],
  { answersTo }: Abilities = {},
): Promise<RawController> {
  const boot = Math.random().toString(36).slice(2, 10);
  const topics = { data: textOf(dataTopic.name({ containerId })), history: textOf(historyTopic.name({ containerId })) };
  const done = new Set<number>();
  const waiting = new Map<number, () => void>();
  let packetId = 0;
  let seq = 0;
  const nextId = () => (packetId = (packetId % 65_535) + 1);
  let onSubscribed = (): void => undefined;
  const subscribed = new Promise<void>((resolve) => (onSubscribed = resolve));
  const login = { clientId: containerId, username: containerId, password: secret, keepaliveS: 60 };
  const wire: Wire = await openWire(mqttPort, login, (type, flags, body) => {
    if (type === packetType.suback) onSubscribed();
    if (type !== packetType.publish) return;
    const { id, payload } = readPublish(flags, body);
    if (id !== undefined) wire.send(pubackPacket(id));
    const message = JSON.parse(payload.toString("utf8")) as AckMessage | CommandMessage;
    if ("op" in message) {
      for (const result of answersTo?.(message) ?? [])
        wire.send(publishPacket(nextId(), textOf(commandResultTopic.name({ containerId })), JSON.stringify(result)));
      return;
    }
    const ack = message;
    if (!("seqs" in ack) || ack.boot !== boot) return;
    for (const stored of ack.seqs) {
      done.add(stored);
      waiting.get(stored)?.();
    }
  });
  if (answersTo) wire.send(subscribePacket(nextId(), commandTopic.name({ containerId })));
  wire.send(subscribePacket(nextId(), ackTopic.name({ containerId })));
  await subscribed;
  const birth = {
    bd: 1,
    boot,
    ts: Date.now(),
    mv: 1,
    every: 10,
    metrics: names.map((n) => ({ n })),
    ...(answersTo && { capabilities: ["relay"] }),
  };
  wire.send(publishPacket(nextId(), textOf(birthTopic.name({ containerId })), JSON.stringify(birth)));
  return {
    send: (topic, t, v) => {
      seq += 1;
      wire.send(publishPacket(nextId(), topics[topic], JSON.stringify({ boot, seq, mv: 1, t, v })));
      return seq;
    },
    acked: async (number) => {
      if (!done.has(number)) await new Promise<void>((resolve) => waiting.set(number, resolve));
    },
    cut: () => wire.cut(),
  };
}
