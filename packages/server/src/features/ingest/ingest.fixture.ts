import { earliestFrameMs } from "@offgrid/contract/core/constants";
import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { type Logger, pino } from "pino";
import { onTestFinished } from "vitest";

import { MemoryBus } from "../../bus/memory.bus.ts";
import type { Database } from "../../core/db.ts";
import type { Write } from "../../postgres/role-lease.ts";
import { testClock } from "../../testing/test-clock.ts";
import { Fleet } from "./fleet.ts";
import { Ingest } from "./ingest.ts";
import { until } from "./telemetry.fixture.ts";

/** For tests: the real ingest without a broker before it, ended after the test. */
export function startIngest(
  { db }: Pick<Database, "db">,
  nowMs: number,
  {
    keptFromMs = () => earliestFrameMs,
    log = pino({ level: "silent" }),
  }: { keptFromMs?: () => number; log?: Logger } = {},
) {
  const clock = testClock(nowMs);
  const acks: { topic: string; ack: AckMessage }[] = [];
  const write: Write = (work) => db.transaction().execute(work);
  const fleet = new Fleet(db, clock, log, write, () => {});
  const output = {
    publish: (topic: string, message: unknown) => void acks.push({ topic, ack: message as AckMessage }),
    born: () => {},
  };
  const ingest = new Ingest({
    db,
    clock,
    log,
    fleet,
    write,
    bus: new MemoryBus(log),
    output,
    keptFromMs,
    mayStore: () => true,
    isWatched: () => false,
  });
  ingest.start();
  onTestFinished(() => ingest.stop());
  let seq = 0;
  /** Sends a message as a controller does. @returns what it is answered. */
  const send = async (containerId: string, t: readonly number[]) => {
    const message = { boot: "b1", seq: ++seq, m: ["solar.power"], t, v: t.map((at) => [at % 1_000]) };
    await ingest.queue.put({
      containerId,
      topic: dataTopic.name({ containerId }),
      payload: Buffer.from(JSON.stringify(message)),
      isWill: false,
      arrivedMs: performance.now(),
    });
    const answers = () =>
      acks.filter(
        ({ topic, ack }) =>
          topic === ackTopic.name({ containerId }) &&
          "boot" in ack &&
          ("seqs" in ack ? ack.seqs.includes(message.seq) : ack.seq === message.seq),
      );
    await until(() => answers().length > 0);
    return answers()[0]?.ack;
  };
  return { ingest, send };
}
