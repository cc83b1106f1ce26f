import { ackTopic, rebirthTopic, timeTopic, watchTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { AckedFrames } from "./link/sender.types.ts";
import { controllerHarness, metrics, nothing } from "./testing/controller-harness.ts";
import { until } from "./testing/test-broker.ts";

const harness = controllerHarness();
const rows = () =>
  harness.broker.received.flatMap(({ columns }) => columns.t.map((atMs, row) => ({ atMs, v: columns.v[row] })));

test("a controller announces itself before it sends anything else, and its state is retained", async () => {
  await harness.start({ software: "1.4.2" });
  await until("data arrives", () => harness.broker.received.length > 0);
  const [birth] = harness.broker.births;
  expect(birth).toMatchObject({
    bd: 1,
    devices: [{ id: "inv1", type: "inverter" }],
    capabilities: ["relay", "works"],
    every: 0.05,
  });
  expect(birth?.metrics[0]).toMatchObject({ n: "battery.soc", u: "percent", kind: "gauge" });
  expect(harness.broker.states[0]).toMatchObject({
    retain: true,
    payload: { online: true, bd: 1, boot: birth?.boot, software: "1.4.2" },
  });
  expect(harness.broker.received[0]?.columns).toMatchObject({ boot: birth?.boot, mv: birth?.mv });
});

test("frames leave the spool when the portal acknowledges them, at instants of the clock", async () => {
  const acked: AckedFrames[] = [];
  const controller = await harness.start({ onAcked: (some) => acked.push(some) });
  await until("five frames are acknowledged", () => controller.stats().acked >= 5);
  const frames = acked.flatMap((some) => some.frames);
  expect(frames.every((frame) => frame.atMs % 50 === 0)).toBe(true);
  expect(new Set(frames.map((frame) => frame.atMs)).size).toBe(frames.length);
  expect(acked[0]).toMatchObject({ from: "live", metrics });
  expect(frames.map((frame) => frame.values[0])).toEqual(frames.map((_, number) => number));
});

test("a message that is not acknowledged is sent again under the same number", async () => {
  harness.leaveInSpool([{ atMs: Date.now(), values: [1, 2] }]);
  harness.broker.answerWith(() => "silent");
  const controller = await harness.start({ driver: nothing });
  await until("it is sent three times", () => harness.broker.received.length >= 3);
  expect(new Set(harness.broker.received.map(({ columns }) => columns.seq)).size).toBe(1);
  expect(controller.stats()).toMatchObject({ spooled: 1, inFlight: 1, acked: 0 });
  harness.broker.answerWith(() => "ack");
  await until("the spool is empty", () => controller.stats().spooled === 0);
});

test("frames that the broker took but the portal did not acknowledge survive a restart and are sent again", async () => {
  harness.leaveInSpool([{ atMs: Date.now(), values: [1, 2] }]);
  harness.broker.answerWith(() => "silent");
  const first = await harness.start({ driver: nothing });
  await until("it is sent", () => harness.broker.received.length > 0);
  await first.stop();
  harness.broker.answerWith(() => "ack");
  const second = await harness.start({ driver: nothing });
  await until("it is acknowledged", () => second.stats().acked === 1);
  expect(second.stats().spooled).toBe(0);
  expect(new Set(harness.broker.births.map(({ boot }) => boot)).size).toBe(2);
  expect(harness.broker.births.map(({ bd }) => bd)).toEqual([1, 2]);
});

test("a file of the spool that cannot be read is named in the log and counted", async () => {
  harness.leaveInSpool([{ atMs: Date.now(), values: [1, 2] }]);
  const file = join(harness.dir, "spool", "000000000000.seg");
  writeFileSync(file, Buffer.alloc(2_000));
  const warnings: object[] = [];
  const log = { info: () => {}, warn: (details: object) => void warnings.push(details) };
  const controller = await harness.start({ driver: nothing, log });
  expect(controller.stats()).toMatchObject({ spooled: 0, setAside: 1 });
  expect(warnings).toContainEqual({ containerId: controller.containerId, file: `${file}.damaged` });
});

test("at most 32 messages are unanswered", async () => {
  harness.broker.answerWith(() => "silent");
  const controller = await harness.start({ everyMs: 10, resendAfterMs: 60_000 });
  await until("the window is full and frames wait", () => controller.stats().spooled > 60);
  expect(controller.stats().inFlight).toBe(32);
  expect(new Set(harness.broker.received.map(({ columns }) => columns.seq)).size).toBeLessThanOrEqual(32);
});

test("a refused message goes to the dead letters and is never sent again", async () => {
  harness.leaveInSpool([{ atMs: Date.now(), values: [1, 2] }]);
  harness.broker.answerWith(() => ({ error: "schema" }));
  // Only a second sending after the answer counts.
  const controller = await harness.start({ driver: nothing, resendAfterMs: 60_000 });
  await until("it is refused", () => controller.stats().refused === 1);
  expect(controller.stats()).toMatchObject({ spooled: 0, inFlight: 0, acked: 0 });
  const letter = JSON.parse(readFileSync(join(harness.dir, "dead-letters.jsonl"), "utf8")) as unknown;
  expect(letter).toMatchObject({ error: "schema", values: { "battery.soc": 1, "solar.power": 2 } });
  await controller.stop();
  const again = await harness.start({ driver: nothing });
  await until("it is online again", () => again.stats().online);
  expect(harness.broker.received).toHaveLength(1);
});

test("the rest of a message with one refused cell is stored", async () => {
  const now = Date.now();
  harness.leaveInSpool([1, 2, 3].map((number) => ({ atMs: now + number, values: [number, number * 10] })));
  harness.broker.answerWith(() => ({
    error: "points",
    bad: [
      [1, 0],
      [2, -1],
    ],
  }));
  const acked: AckedFrames[] = [];
  const controller = await harness.start({ driver: nothing, onAcked: (some) => acked.push(some) });
  await until("it is answered", () => controller.stats().acked === 2);
  expect(acked.flatMap((some) => some.frames.map((frame) => frame.values))).toEqual([
    [1, 10],
    [null, 20],
  ]);
  const letters = readFileSync(join(harness.dir, "dead-letters.jsonl"), "utf8").trim().split("\n");
  expect(letters.map((line) => (JSON.parse(line) as { values: unknown }).values)).toEqual([
    { "battery.soc": 2 },
    { "battery.soc": 3, "solar.power": 30 },
  ]);
  expect(controller.stats()).toMatchObject({ spooled: 0, refused: 1 });
});

test("when the portal has lost the list of metrics, the frames are sent with their names and a new birth", async () => {
  harness.leaveInSpool([{ atMs: Date.now(), values: [1, 2] }]);
  harness.broker.answerWith(({ columns }) => (columns.m ? "ack" : { error: "metrics" }));
  const controller = await harness.start({ driver: nothing });
  await until("it is acknowledged", () => controller.stats().acked === 1);
  expect(harness.broker.received.at(-1)?.columns.m).toEqual(metrics);
  await until("a second birth", () => harness.broker.births.length >= 2);
});

test("the portal may ask for a birth at any time", async () => {
  await harness.start();
  // Before the first reading a birth has no values.
  await until("the first frame", () => harness.broker.received.length > 0);
  harness.tell(rebirthTopic, {});
  await until("a second birth", () => harness.broker.births.length >= 2);
  expect(harness.broker.births[1]?.metrics[0]?.v).toEqual(expect.any(Number));
});

test("frames go in batches while nobody watches, and each at once while someone does", async () => {
  // Nothing is sent twice here, however slow the machine is.
  const controller = await harness.start({ batchMs: 600_000, resendAfterMs: 60_000 });
  await until("online", () => controller.stats().online);
  await until("frames wait", () => controller.stats().spooled - controller.stats().inFlight >= 10);
  const before = harness.broker.received.length;
  expect(before).toBe(1);
  harness.tell(watchTopic, { until: Date.now() + 60_000 });
  await until("single frames arrive", () => harness.broker.received.slice(before + 1).length >= 3);
  expect(harness.broker.received.slice(before + 1).every(({ columns }) => columns.t.length === 1)).toBe(true);
  const times = rows().map(({ atMs }) => atMs);
  expect(new Set(times).size).toBe(times.length);
});

test("a lost connection is made again, with a new birth number, and the old one's will is published", async () => {
  const controller = await harness.start();
  await until("frames are stored", () => controller.stats().acked >= 2);
  harness.broker.cutAll();
  await until("a second connection", () => harness.broker.births.length >= 2);
  await until("the will of the first", () =>
    harness.broker.states.some(({ payload }) => payload["online"] === false && payload["bd"] === 1),
  );
  const acked = controller.stats().acked;
  await until("frames are stored again", () => controller.stats().acked > acked + 2);
  expect(harness.broker.births.map(({ bd }) => bd)).toEqual([1, 2]);
});

test("while the link is paused the connection is closed, reading goes on and nothing is lost", async () => {
  const acked: AckedFrames[] = [];
  const controller = await harness.start({ onAcked: (some) => acked.push(some) });
  await until("frames are stored", () => controller.stats().acked >= 2);
  controller.pauseLink();
  await until("the broker has no connection", () => harness.broker.connected() === 0);
  await until("frames are spooled", () => controller.stats().spooled >= 5);
  expect(controller.stats().online).toBe(false);
  controller.resumeLink();
  await until("the spool has gone", () => controller.stats().online && controller.stats().acked >= 10);
  const counts = acked.flatMap((some) => some.frames.map((frame) => frame.values[0] as number));
  expect([...new Set(counts)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: Math.max(...counts) + 1 }, (_, n) => n),
  );
});

test("a controller that stops says so, and its will is not published", async () => {
  const controller = await harness.start();
  await until("online", () => controller.stats().online);
  await controller.stop();
  expect(harness.broker.states.map(({ payload }) => payload["online"])).toEqual([true, false]);
});

test("a message that is not JSON does no harm", async () => {
  const controller = await harness.start();
  await until("online", () => controller.stats().online);
  harness.tell(ackTopic, "nonsense");
  harness.tell(timeTopic, { now: Date.now() + 5_000 });
  await until("the clock is known", () => controller.stats().clockOffsetMs !== undefined);
  expect(Math.abs((controller.stats().clockOffsetMs ?? 0) - 5_000)).toBeLessThan(5_000);
  expect(controller.stats().online).toBe(true);
});

const keptEvents = () => JSON.parse(readFileSync(join(harness.dir, "events.json"), "utf8")) as unknown[];

test("an event waits on disk until the portal has stored it, and is sent again under the same number", async () => {
  harness.broker.answerEventsWith("silent");
  const controller = await harness.start({ driver: nothing });
  controller.sendEvent("door.opened", "info", "door.1", { by: "key" });
  await until("it is sent three times", () => harness.broker.events.length >= 3);
  const [first, ...again] = harness.broker.events;
  expect(first).toMatchObject({ code: "door.opened", level: "info", device: "door.1", data: { by: "key" } });
  for (const event of again) expect(event).toEqual(first);
  expect(keptEvents()).toEqual([first]);
  expect(controller.stats()).toMatchObject({ events: 1, inFlight: 1 });
  expect(await controller.flush(100)).toBe(false);
  harness.broker.answerEventsWith("ack");
  expect(await controller.flush(20_000)).toBe(true);
  expect(keptEvents()).toEqual([]);
  expect(controller.stats().inFlight).toBe(0);
  expect(() => controller.sendEvent("Not A Code", "info")).toThrow();
});

test("an event keeps its number through a restart, and new events get others", async () => {
  harness.broker.answerEventsWith("silent");
  const first = await harness.start({ driver: nothing });
  first.sendEvent("door.opened", "info");
  await until("the broker has taken it", () => harness.broker.events.length > 0);
  await first.stop();
  const second = await harness.start({ driver: nothing });
  second.sendEvent("door.closed", "info");
  const names = () => new Set(harness.broker.events.map(({ boot, seq, code }) => `${boot} ${seq} ${code}`));
  await until("both are sent", () => names().size === 2);
  harness.broker.answerEventsWith("ack");
  await until("nothing is kept", () => second.stats().events === 0);
  expect(names().size).toBe(2);
  expect(new Set(harness.broker.events.map(({ boot }) => boot)).size).toBe(2);
});

test("an event that the portal refuses goes to the dead letters and is never sent again", async () => {
  harness.broker.answerEventsWith({ error: "schema" });
  const controller = await harness.start({ driver: nothing });
  controller.sendEvent("door.opened", "info");
  await until("it is refused", () => harness.broker.events.length > 0 && controller.stats().events === 0);
  const letter = JSON.parse(readFileSync(join(harness.dir, "dead-letters.jsonl"), "utf8")) as unknown;
  expect(letter).toMatchObject({ error: "schema", event: { code: "door.opened" } });
  await controller.stop();
  // Before the first refusal came it may have been sent again.
  const sent = harness.broker.events.length;
  const again = await harness.start({ driver: nothing });
  await until("it is online again", () => again.stats().online);
  expect(harness.broker.events).toHaveLength(sent);
});

test("many events are sent a few at a time and leave room for frames", async () => {
  harness.broker.answerEventsWith("silent");
  const controller = await harness.start({ resendAfterMs: 60_000 });
  for (let number = 0; number < 50; number++) controller.sendEvent("door.opened", "info", `door.${number}`);
  await until("frames are stored beside them", () => controller.stats().acked >= 5);
  expect(harness.broker.events).toHaveLength(8);
  harness.broker.answerEventsWith("ack");
  harness.broker.cutAll();
  await until("all are stored", () => controller.stats().events === 0);
  const stored = new Set(harness.broker.events.map(({ device }) => device));
  expect(stored.size).toBe(50);
});

test("an event from a time without a link arrives after a restart", async () => {
  const first = await harness.start();
  first.pauseLink();
  first.sendEvent("door.opened", "info");
  expect(keptEvents()).toHaveLength(1);
  await first.stop();
  const second = await harness.start();
  await until("the event", () => harness.broker.events.length > 0);
  expect(harness.broker.events.map(({ code }) => code)).toEqual(["door.opened"]);
  expect(second.stats().online).toBe(true);
});

test("a controller with a wrong secret cannot connect and goes on reading", async () => {
  const controller = await harness.start({ secret: "wrong" });
  await until("frames are spooled", () => controller.stats().spooled >= 5);
  expect(controller.stats()).toMatchObject({ online: false, connections: 0 });
  expect(harness.broker.births).toEqual([]);
});

test("impossible metrics are named before anything starts", async () => {
  await expect(harness.start({ driver: { ...nothing, metrics: [{ name: "Battery SOC" }] } })).rejects.toThrow(
    '"Battery SOC"',
  );
  await expect(harness.start({ driver: { ...nothing, metrics: [{ name: "a.b" }, { name: "a.b" }] } })).rejects.toThrow(
    "twice",
  );
});
