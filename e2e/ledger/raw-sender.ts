/** A container's side of the protocol, by hand: any message at any time, with a ledger of what was acknowledged. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { ackTopic, dataTopic, historyTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { connectAsync } from "mqtt";

import { atEnd } from "../system/ending.ts";
import type { Registered } from "../system/portal.ts";
import { type Frames, LedgerFile, type Values } from "./ledger-file.ts";
import { metrics } from "./witness.ts";

interface RawFrame {
  atMs: number;
  values: Values;
}

export interface RawSender extends Registered {
  measured: Frames;
  ledger: LedgerFile;
  /** Messages that the portal has not answered. */
  readonly waiting: number;
  /** Answers that named an error. */
  readonly refused: number;
  readonly isConnected: boolean;
  /**
   * Sends frames as one message; does not wait for anything.
   * @param paddingBytes Spaces that make the message larger.
   */
  send(kind: "data" | "hist", frames: readonly RawFrame[], paddingBytes?: number): void;
  /** Sends every unanswered message once more. */
  resend(): void;
  /** Sends everything that was ever sent once more, as a replayed capture would. */
  replay(): void;
}

const boot = "raw";

export async function startRawSender(
  { containerId, secret }: Registered,
  { url, folder }: { url: string; folder: string },
): Promise<RawSender> {
  mkdirSync(folder, { recursive: true });
  const ledger = new LedgerFile(join(folder, `${containerId}.ledger`), { containerId, metrics });
  const measured: Frames = new Map();
  const sent: { topic: string; payload: string; frames: readonly RawFrame[] }[] = [];
  const open = new Set<number>();
  let refused = 0;
  const client = await connectAsync(url, {
    clientId: containerId,
    username: containerId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  client.on("error", () => undefined);
  client.on("message", (_, payload) => {
    const ack = JSON.parse(payload.toString()) as AckMessage;
    if (!("boot" in ack)) return;
    if ("error" in ack) refused++;
    for (const seq of "seqs" in ack ? ack.seqs : [ack.seq]) {
      if (open.delete(seq) && "seqs" in ack) ledger.add(sent[seq]?.frames ?? []);
    }
  });
  await client.subscribeAsync(ackTopic.name({ containerId }), { qos: 1 });
  atEnd(async () => {
    await client.endAsync(true);
    ledger.close();
  });
  const publish = (seq: number) => {
    const message = sent[seq];
    if (message) client.publish(message.topic, message.payload, { qos: 1 }, () => undefined);
  };
  return {
    containerId,
    secret,
    measured,
    ledger,
    get waiting() {
      return open.size;
    },
    get refused() {
      return refused;
    },
    get isConnected() {
      return client.connected;
    },
    send: (kind, frames, paddingBytes = 0) => {
      const seq = sent.length;
      for (const { atMs, values } of frames) measured.set(atMs, values);
      const message = {
        boot,
        seq,
        m: metrics,
        t: frames.map(({ atMs }) => atMs),
        v: frames.map(({ values }) => values),
      };
      const topic = (kind === "data" ? dataTopic : historyTopic).name({ containerId });
      sent.push({ topic, payload: JSON.stringify(message) + " ".repeat(paddingBytes), frames });
      open.add(seq);
      publish(seq);
    },
    resend: () => {
      for (const seq of open) publish(seq);
    },
    replay: () => {
      for (const seq of sent.keys()) publish(seq);
    },
  };
}
