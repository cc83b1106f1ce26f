/** A program of its own that sends frames as fast as the portal acknowledges them; ordered and answering by IPC. */
import { once } from "node:events";

import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { metrics } from "@offgrid/contract/telemetry/metrics";
import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { connectAsync, type MqttClient } from "mqtt";

import { quantile } from "../timing.ts";
import type { LoadOrder, LoadResult } from "./load.types.ts";

/** Frames begin this long ago and advance faster than the clock, so that each stays within the live window. */
const backMs = 8 * 60_000;
const frameStepMs = 10;
const connectionsAtOnce = 25;

interface Count {
  measuring: boolean;
  messages: number;
  refused: number;
  ackTimesMs: number[];
}

const [order] = (await once(process, "message")) as [LoadOrder];
const names = Object.keys(metrics).slice(0, order.valuesPerFrame);
const count: Count = { measuring: false, messages: 0, refused: 0, ackTimesMs: [] };

const clients: MqttClient[] = [];
for (let index = 0; index < order.containers.length; index += connectionsAtOnce) {
  const some = order.containers.slice(index, index + connectionsAtOnce);
  clients.push(...(await Promise.all(some.map((container) => startSender(container.containerId, container.secret)))));
}
await wait(order.warmUpS);
count.measuring = true;
const beganAt = performance.now();
await wait(order.measuredS);
count.measuring = false;
const seconds = (performance.now() - beganAt) / 1000;
count.ackTimesMs.sort((one, other) => one - other);
const result: LoadResult = {
  messages: count.messages,
  values: count.messages * order.framesPerMessage * names.length,
  seconds,
  ackP50Ms: quantile(count.ackTimesMs, 0.5),
  ackP95Ms: quantile(count.ackTimesMs, 0.95),
  refused: count.refused,
};
await Promise.all(clients.map((client) => client.endAsync(true)));
process.send?.(result, () => process.disconnect());

/** Connects a container and keeps its window full. */
async function startSender(containerId: string, secret: string): Promise<MqttClient> {
  const client = await connectAsync(order.mqttUrl, {
    clientId: containerId,
    username: containerId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 60_000,
  });
  const boot = Math.random().toString(36).slice(2, 10);
  const sentAt = new Map<number, number>();
  let seq = 0;
  let frameAt = Date.now() - backMs;

  const sendOne = (): void => {
    const t = Array.from({ length: order.framesPerMessage }, () => (frameAt += frameStepMs));
    const v = t.map((at) => names.map((_, column) => ((at / frameStepMs + column) % 1000) / 10));
    sentAt.set(seq, performance.now());
    client.publish(dataTopic.name({ containerId }), JSON.stringify({ boot, seq, m: names, t, v }), { qos: 1 });
    seq += 1;
  };
  client.on("message", (_, payload) => {
    const ack = JSON.parse(payload.toString("utf8")) as AckMessage;
    if (!("boot" in ack) || ack.boot !== boot) return;
    if ("error" in ack && count.measuring) count.refused += 1;
    for (const acked of "seqs" in ack ? ack.seqs : [ack.seq]) {
      const began = sentAt.get(acked);
      if (began === undefined) continue;
      sentAt.delete(acked);
      if (count.measuring) {
        count.messages += 1;
        count.ackTimesMs.push(performance.now() - began);
      }
      sendOne();
    }
  });
  await client.subscribeAsync(ackTopic.name({ containerId }), { qos: 1 });
  for (let index = 0; index < order.window; index++) sendOne();
  return client;
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
