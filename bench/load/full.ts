import { setTimeout as wait } from "node:timers/promises";

import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { metrics } from "@offgrid/contract/telemetry/metrics";
import { ackTopic, birthTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import { quantile } from "../timing.ts";
import type { FullOrder, FullResult, Sender } from "./load.types.ts";
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

/** Frames begin this long ago and advance faster than the clock, but stay within the live window. */
const backMs = 8 * 60_000;
const frameStepMs = 10;
const connectionsAtOnce = 25;
const differentRows = 1_000;

interface Count {
  measuring: boolean;
  messages: number;
  allMessages: number;
  refused: number;
  ackTimesMs: number[];
}

/** Sends frames as fast as the portal acknowledges them. */
export async function fullLoad(order: FullOrder): Promise<FullResult> {
  const names = Object.keys(metrics).slice(0, order.valuesPerFrame);
  // Made once: the portal should carry the load, not this program.
  const rows = Array.from({ length: differentRows }, (_, row) =>
    JSON.stringify(names.map((_name, column) => ((row * 7 + column * 13) % 1000) / 10)),
  );
  const count: Count = { measuring: false, messages: 0, allMessages: 0, refused: 0, ackTimesMs: [] };
  const start = (container: Sender) => startSender(order, container, names, rows, count);
  const wires: Wire[] = [];
  for (let index = 0; index < order.containers.length; index += connectionsAtOnce)
    wires.push(...(await Promise.all(order.containers.slice(index, index + connectionsAtOnce).map(start))));
  await wait(order.warmUpS * 1000);
  count.measuring = true;
  const beganAt = performance.now();
  await wait(order.measuredS * 1000);
  count.measuring = false;
  const seconds = (performance.now() - beganAt) / 1000;
  for (const wire of wires) wire.cut();
  const cpu = process.cpuUsage();
  count.ackTimesMs.sort((one, other) => one - other);
  return {
    messages: count.messages,
    allMessages: count.allMessages,
    values: count.messages * order.framesPerMessage * names.length,
    seconds,
    ackP50Ms: quantile(count.ackTimesMs, 0.5),
    ackP95Ms: quantile(count.ackTimesMs, 0.95),
    refused: count.refused,
    cpuS: (cpu.user + cpu.system) / 1e6,
  };
}

/** Connects a container, announces its metrics as a controller does, and keeps its window full. */
async function startSender(
  order: FullOrder,
  { containerId, secret }: Sender,
  names: readonly string[],
  rows: readonly string[],
  count: Count,
): Promise<Wire> {
  const boot = Math.random().toString(36).slice(2, 10);
  const dataName = textOf(dataTopic.name({ containerId }));
  const sentAt = new Map<number, number>();
  let packetId = 0;
  let seq = 0;
  let frameAt = Date.now() - backMs;
  const nextId = () => (packetId = (packetId % 65_535) + 1);

  const sendOne = (): void => {
    let t = "";
    let v = "";
    for (let frame = 0; frame < order.framesPerMessage; frame++) {
      frameAt += frameStepMs;
      t += frame ? `,${frameAt}` : frameAt;
      v += (frame ? "," : "") + rows[((frameAt / frameStepMs) % differentRows) | 0];
    }
    sentAt.set(seq, performance.now());
    wire.send(publishPacket(nextId(), dataName, `{"boot":"${boot}","seq":${seq},"mv":1,"t":[${t}],"v":[${v}]}`));
    seq += 1;
  };
  const login = { clientId: containerId, username: containerId, password: secret, keepaliveS: 60 };
  let onSubscribed = (): void => undefined;
  const subscribed = new Promise<void>((resolve) => (onSubscribed = resolve));
  const wire = await openWire(order.mqttPort, login, (type, flags, body) => {
    if (type === packetType.suback) onSubscribed();
    if (type !== packetType.publish) return;
    const { id, payload } = readPublish(flags, body);
    if (id !== undefined) wire.send(pubackPacket(id));
    const ack = JSON.parse(payload.toString("latin1")) as AckMessage;
    if (!("boot" in ack) || ack.boot !== boot) return;
    if ("error" in ack && count.measuring) count.refused += 1;
    for (const acked of "seqs" in ack ? ack.seqs : [ack.seq]) {
      const began = sentAt.get(acked);
      if (began === undefined) continue;
      sentAt.delete(acked);
      count.allMessages += 1;
      if (count.measuring) {
        count.messages += 1;
        count.ackTimesMs.push(performance.now() - began);
      }
      sendOne();
    }
  });
  wire.send(subscribePacket(nextId(), ackTopic.name({ containerId })));
  await subscribed;
  const birth = { bd: 1, boot, ts: Date.now(), mv: 1, metrics: names.map((n) => ({ n })) };
  wire.send(publishPacket(nextId(), textOf(birthTopic.name({ containerId })), JSON.stringify(birth)));
  for (let index = 0; index < order.window; index++) sendOne();
  return wire;
}
