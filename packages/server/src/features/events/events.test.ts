import { ackTopic, eventTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import { type Ack, ackOf, announce, benchOfFile, bornController, readEvents } from "../ingest/telemetry.fixture.ts";

const bench = await benchOfFile();

test("an event that is sent again under its number is one event, also after a restart of its controller", async () => {
  await bench.addContainer("again");
  const client = await bornController(bench, "again");
  const topic = eventTopic.name({ containerId: "again" });
  const event = { boot: "run1", seq: 0, ts: bench.now(), code: "door.opened", level: "info" };
  await client.send(topic, event);
  expect(await ackOf(client, "again", 0)).toEqual({ boot: "run1", seqs: [0] });
  await announce(bench, client, "again", { bd: 2 });
  await client.send(topic, event);
  expect(await ackOf(client, "again", 0)).toEqual({ boot: "run1", seqs: [0] });
  await client.send(topic, { ...event, boot: "run2", ts: event.ts + 1, code: "door.closed" });
  expect(await ackOf(client, "again", 0)).toEqual({ boot: "run2", seqs: [0] });
  expect(await readEvents(bench, "again")).toEqual(["info door.opened", "info door.closed"]);
});

test("an event from a program that names no run is recognised by its time", async () => {
  await bench.addContainer("plain");
  const client = await bench.controller("plain");
  const ack = ackTopic.name({ containerId: "plain" });
  await client.mqtt.subscribeAsync(ack, { qos: 1 });
  const ts = bench.now();
  for (const at of [ts, ts, ts + 1]) {
    const event = { seq: 0, ts: at, code: "door.opened", level: "info" };
    await client.send(eventTopic.name({ containerId: "plain" }), event);
    expect(await client.next<Ack>(ack)).toEqual({ ts: [at] });
  }
  expect(await readEvents(bench, "plain")).toHaveLength(2);
});

test("an event with an impossible time is stored under its time of arrival; a message that is not an event is refused with an answer", async () => {
  await bench.addContainer("odd");
  const client = await bornController(bench, "odd");
  const topic = eventTopic.name({ containerId: "odd" });
  const before = bench.now();
  await client.send(topic, { seq: 1, ts: 0, code: "smoke", level: "critical" });
  expect(await ackOf(client, "odd", 1)).toEqual({ boot: "b1", seqs: [1] });
  const stored = await bench.database.db
    .selectFrom("event")
    .select("at")
    .where("containerId", "=", "odd")
    .executeTakeFirstOrThrow();
  expect(stored.at.getTime()).toBeGreaterThanOrEqual(before);
  await client.send(topic, { boot: "b1", seq: 2, ts: before, code: "Not A Code", level: "info" });
  expect(await ackOf(client, "odd", 2)).toEqual({ boot: "b1", seq: 2, error: "schema", bad: [] });
});
