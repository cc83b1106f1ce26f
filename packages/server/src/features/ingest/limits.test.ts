import { gzipSync } from "node:zlib";

import { packetLimitBytes } from "@offgrid/contract/core/constants";
import { ackTopic, birthTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import { type Ack, ackOf, benchOfFile, bornController, readFrames, readLatest } from "./telemetry.fixture.ts";

const bench = await benchOfFile();

const metricsOf = async (containerId: string) => {
  const rows = await bench.database.db
    .selectFrom("containerMetric")
    .select("name")
    .where("containerId", "=", containerId)
    .execute();
  return rows.length;
};
const reasonsOf = async (containerId: string) => {
  const rows = await bench.database.db
    .selectFrom("rejectedPart")
    .select("reason")
    .where("containerId", "=", containerId)
    .execute();
  return rows.map(({ reason }) => reason);
};

test("a gzip payload is taken like a plain one, up to the size of a plain one; one that becomes larger is refused by its number", async () => {
  await bench.addContainer("packed");
  const client = await bornController(bench, "packed");
  const topic = dataTopic.name({ containerId: "packed" });
  const message = (seq: number) => ({ boot: "b1", seq, mv: 1, t: [bench.now() + seq], v: [[71, 900]] });
  await client.send(topic, gzipSync(JSON.stringify(message(1))));
  expect(await ackOf(client, "packed", 1)).toEqual({ boot: "b1", seqs: [1] });
  const padded = (seq: number, length: number) => {
    const plain = JSON.stringify(message(seq));
    return gzipSync(plain.slice(0, -1) + " ".repeat(length - plain.length) + "}");
  };
  await client.send(topic, padded(2, packetLimitBytes));
  expect(await ackOf(client, "packed", 2)).toEqual({ boot: "b1", seqs: [2] });
  const tooLarge = padded(3, packetLimitBytes + 1);
  expect(tooLarge.length).toBeLessThan(1024);
  await client.send(topic, tooLarge);
  expect(await ackOf(client, "packed", 3)).toEqual({ boot: "b1", seq: 3, error: "schema", bad: [] });
  expect(await readFrames(bench, "packed")).toHaveLength(2);
  expect(await reasonsOf("packed")).toEqual(["schema"]);
});

test.each([
  ["half a message", '{"boot":"b1","seq":7,"mv":1,"t":[', { boot: "b1", seq: 7, error: "schema", bad: [] }],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00]), { ts: [], error: "schema" }],
  ["what only begins like gzip", Buffer.from([0x1f, 0x8b, 0x00, 0x01]), { ts: [], error: "schema" }],
  ["a simple message without values", '{"ts":1}', { ts: [], error: "schema" }],
])("%s is answered with a refusal", async (_, payload, answer) => {
  const id = "garbled";
  await bench.addContainer(id).catch(() => undefined);
  const client = await bench.controller(id);
  await client.mqtt.subscribeAsync(ackTopic.name({ containerId: id }), { qos: 1 });
  await client.send(dataTopic.name({ containerId: id }), payload);
  expect(await client.next<Ack>(ackTopic.name({ containerId: id }))).toEqual(answer);
  client.mqtt.end();
});

test("a container keeps 512 metrics; what goes beyond is refused by its column, the rest is stored", async () => {
  await bench.addContainer("greedy");
  const names = Array.from({ length: 600 }, (_, index) => `my.m${index}`);
  const client = await bornController(bench, "greedy", { metrics: names });
  const topic = dataTopic.name({ containerId: "greedy" });
  const t = bench.now();
  await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [t], v: [names.map((_, index) => index)] });
  const ack = await ackOf(client, "greedy", 1);
  expect(ack).toMatchObject({ error: "cap" });
  expect(ack.bad).toEqual(Array.from({ length: 88 }, (_, index) => [-1, 512 + index]));
  const [frame] = await readFrames(bench, "greedy");
  expect(frame?.v).toEqual(Array.from({ length: 512 }, (_, index) => index));
  expect(Object.keys((await readLatest(bench, "greedy"))?.liveValues ?? {})).toHaveLength(512);

  const many = Object.fromEntries(Array.from({ length: 511 }, (_, index) => [`other.m${index}`, index]));
  await client.send(topic, { ts: t + 1_000, values: { ...many, "my.m3": 33 } });
  expect(await client.next<Ack>(ackTopic.name({ containerId: "greedy" }))).toEqual({
    ts: [t + 1_000],
    error: "cap",
    // As many names as fit beside everything else that an ack may hold.
    bad: Object.keys(many)
      .slice(0, 500)
      .map((metric) => ({ metric })),
  });
  expect(await metricsOf("greedy")).toBe(512);
  expect((await readFrames(bench, "greedy"))[1]?.v.filter((value) => value !== null)).toEqual([33]);
});

test("a simple message with more metrics than a container may have is refused as a whole, before it is parsed", async () => {
  await bench.addContainer("bloated");
  const client = await bench.controller("bloated");
  const ack = ackTopic.name({ containerId: "bloated" });
  await client.mqtt.subscribeAsync(ack, { qos: 1 });
  const frame = (count: number, ts: number) => ({
    ts,
    values: Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index])),
  });
  const t = bench.now();
  await client.send(dataTopic.name({ containerId: "bloated" }), frame(513, t));
  expect(await client.next<Ack>(ack)).toEqual({ ts: [], error: "schema" });
  expect(await metricsOf("bloated")).toBe(0);
  await client.send(dataTopic.name({ containerId: "bloated" }), frame(512, t));
  expect(await client.next<Ack>(ack)).toEqual({ ts: [t] });
  expect(await metricsOf("bloated")).toBe(512);
});

test("a birth with more than 64 devices is not taken", async () => {
  await bench.addContainer("crowded");
  const client = await bornController(bench, "crowded");
  const devices = Array.from({ length: 65 }, (_, index) => ({ id: `d${index}`, type: "meter" }));
  const birth = { bd: 1, boot: "b2", ts: bench.now(), mv: 1, metrics: [], devices };
  await client.send(birthTopic.name({ containerId: "crowded" }), birth);
  expect(await client.next<Ack>(ackTopic.name({ containerId: "crowded" }))).toEqual({ ts: [], error: "schema" });
  await client.send(dataTopic.name({ containerId: "crowded" }), {
    boot: "b1",
    seq: 1,
    mv: 1,
    t: [bench.now()],
    v: [[1, 2]],
  });
  await ackOf(client, "crowded", 1);
  expect(await reasonsOf("crowded")).toEqual(["schema"]);
  expect(await readLatest(bench, "crowded")).toMatchObject({ boot: "b1", devices: [] });
});
