import { packetLimitBytes } from "@offgrid/contract/core/constants";
import { ackTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import type { HistoryBatch } from "./drivers/driver.ts";
import type { AckedFrames } from "./link/sender.types.ts";
import type { Driver } from "./drivers/driver.ts";
import { fromPayload } from "./link/messages.ts";
import { controllerHarness, metrics, minutesAgo, nothing } from "./testing/controller-harness.ts";
import { until } from "./testing/test-broker.ts";

const harness = controllerHarness();

test("after an outage live frames go as data and older ones as history, newest first, five messages at a time", async () => {
  const wide = Array.from({ length: 512 }, (_, number) => `own.metric_${number}`);
  const driver: Driver = { ...nothing, metrics: wide.map((name) => ({ name })) };
  const oldest = minutesAgo(600);
  // Random values do not compress, so a message cannot hold many of these frames.
  const old = Array.from({ length: 400 }, (_, number) => ({
    atMs: oldest + number * 1000,
    values: wide.map(() => Math.random()),
  }));
  harness.leaveInSpool([...old, { atMs: minutesAgo(1), values: wide.map(() => 1) }], wide);
  harness.broker.answerWith(({ kind }) => (kind === "data" ? "ack" : "silent"));
  const controller = await harness.start({ driver, resendAfterMs: 60_000 });
  await until("history starts", () => controller.stats().inFlight === 5 && harness.broker.received.length === 6);
  expect(harness.broker.received[0]?.kind).toBe("data");
  const history = harness.broker.received.slice(1);
  expect(history.every(({ kind }) => kind === "hist")).toBe(true);
  const firsts = history.map(({ columns }) => columns.t[0] as number);
  expect(firsts).toEqual(firsts.toSorted((a, b) => b - a));
  expect(history[0]?.columns.t.at(-1)).toBe(oldest + 399 * 1000);
  const sizes = history.map(({ payload }) => JSON.stringify(fromPayload(payload)).length);
  expect(Math.max(...sizes)).toBeLessThan(packetLimitBytes);
  expect(history.every(({ payload }) => payload.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b])))).toBe(true);
  harness.broker.answerWith(() => "ack");
  history.forEach(({ columns }) => harness.tell(ackTopic, { boot: columns.boot, seqs: [columns.seq] }));
  await until("everything is stored", () => controller.stats().spooled === 0);
  expect(controller.stats().acked).toBe(401);
});

test("spooled history waits after a connection, live frames do not", async () => {
  harness.leaveInSpool([{ atMs: minutesAgo(60), values: [1, 2] }]);
  const controller = await harness.start({ backfillDelayMs: [600_000, 600_000] });
  await until("live frames are stored", () => controller.stats().acked >= 3);
  expect(harness.broker.received.every(({ kind }) => kind === "data")).toBe(true);
  expect(controller.stats().spooled).toBeGreaterThanOrEqual(1);
});

test("history is pulled only when there is room, and arrives in order to the last frame in spite of a lost connection", async () => {
  let pulled = 0;
  async function* days(): AsyncGenerator<HistoryBatch> {
    for (let day = 19; day >= 0; day--) {
      pulled++;
      const frames = Array.from({ length: 24 }, (_, hour) => ({
        atMs: Date.UTC(2024, 0, 1 + day, hour),
        values: [day, hour],
      }));
      yield { metrics, frames };
    }
  }
  harness.broker.answerWith(() => "silent");
  const acked: AckedFrames[] = [];
  const controller = await harness.start({ driver: nothing, onAcked: (some) => acked.push(some) });
  const progress: number[] = [];
  const done = controller.importHistory(days(), ({ acked: frames }) => progress.push(frames));
  await until("five messages are out", () => controller.stats().inFlight === 5);
  expect(pulled).toBeLessThanOrEqual(6);
  harness.broker.answerWith(() => "ack");
  harness.broker.cutAll();
  expect(await done).toEqual({ acked: 480, refused: 0 });
  expect(progress.at(-1)).toBe(480);
  expect(acked.every(({ from }) => from === "import")).toBe(true);
  const firsts = harness.broker.received
    .filter(({ kind }) => kind === "hist")
    .map(({ columns }) => columns.t[0] as number);
  const order = [...new Set(firsts)];
  expect(order).toEqual(order.toSorted((a, b) => b - a));
  expect(order).toHaveLength(20);
});

test("an import fails when the controller is stopped or its source fails", async () => {
  harness.broker.answerWith(() => "silent");
  const controller = await harness.start({ driver: nothing });
  const stopped = controller.importHistory([{ metrics, frames: [{ atMs: minutesAgo(60), values: [1, 2] }] }]);
  const outcome = expect(stopped).rejects.toThrow("stopped");
  await until("it is out", () => controller.stats().inFlight === 1);
  await controller.stop();
  await outcome;
  async function* broken(): AsyncGenerator<HistoryBatch> {
    yield { metrics, frames: [] };
    throw new Error("no such file");
  }
  const next = await harness.start({ driver: nothing });
  await expect(next.importHistory(broken())).rejects.toThrow("no such file");
});
