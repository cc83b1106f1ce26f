import { ackTopic, dataTopic, historyTopic, rebirthTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import {
  type Ack,
  type Announcement,
  ackOf,
  announce,
  benchOfFile,
  bornController,
  downTopicsOf,
  readFrames,
  readLatest,
  until,
} from "./telemetry.fixture.ts";

const bench = await benchOfFile();

const born = (id: string, about?: Announcement) => bornController(bench, id, about);
const latestOf = (id: string) => readLatest(bench, id);
const framesOf = (id: string) => readFrames(bench, id);

test("a frame is stored, acknowledged, and becomes the latest value", async () => {
  await bench.addContainer("kisumu");
  const client = await born("kisumu");
  const t = bench.now();
  await client.send(dataTopic.name({ containerId: "kisumu" }), {
    boot: "b1",
    seq: 1,
    mv: 1,
    t: [t - 10_000, t],
    v: [
      [80, 1500],
      [81.2, null],
    ],
  });
  expect(await ackOf(client, "kisumu", 1)).toEqual({ boot: "b1", seqs: [1] });
  expect((await framesOf("kisumu")).map(({ v }) => v)).toEqual([
    [80, 1500],
    [81.2, null],
  ]);
  expect(await latestOf("kisumu")).toMatchObject({
    soc: 81.2,
    solarPower: 1500,
    linked: true,
    everyS: 10,
    software: "1.4.2",
  });
});

test("nothing is acknowledged before it is committed", async () => {
  await bench.addContainer("held");
  const client = await born("held");
  const blocker = await bench.database.pool.connect();
  const t = bench.now();
  try {
    await blocker.query("begin");
    await blocker.query("lock table frame in share mode");
    await client.send(dataTopic.name({ containerId: "held" }), { boot: "b1", seq: 1, mv: 1, t: [t], v: [[50, 1]] });
    await until(async () => {
      const { rows } = await bench.database.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into frame%'",
      );
      return rows.length > 0;
    });
    expect(client.messages.filter(({ topic }) => topic === ackTopic.name({ containerId: "held" }))).toEqual([]);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  expect(await ackOf(client, "held", 1)).toEqual({ boot: "b1", seqs: [1] });
  expect(await framesOf("held")).toHaveLength(1);
});

test("ingest goes on by itself after its connections to the database were cut", async () => {
  await bench.addContainer("cut");
  const client = await born("cut");
  const blocker = await bench.database.pool.connect();
  await blocker.query("begin");
  await blocker.query("lock table frame in share mode");
  const t = bench.now();
  await client.send(dataTopic.name({ containerId: "cut" }), { boot: "b1", seq: 1, mv: 1, t: [t], v: [[50, 1]] });
  await until(async () => {
    const { rows } = await bench.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into frame%'",
    );
    return rows.length > 0;
  });
  await until(() => (bench.metrics()["ingest_retries_total"] ?? 0) > 0);
  await blocker.query("rollback");
  blocker.release();
  expect(await ackOf(client, "cut", 1)).toEqual({ boot: "b1", seqs: [1] });
  expect(await framesOf("cut")).toHaveLength(1);
});

test("a message sent twice is stored once and acknowledged twice", async () => {
  await bench.addContainer("twice");
  const client = await born("twice");
  const t = bench.now();
  const message = {
    boot: "b1",
    seq: 7,
    mv: 1,
    t: [t, t + 1000],
    v: [
      [1, 2],
      [3, 4],
    ],
  };
  await client.send(dataTopic.name({ containerId: "twice" }), message);
  expect(await ackOf(client, "twice", 7)).toEqual({ boot: "b1", seqs: [7] });
  await client.send(dataTopic.name({ containerId: "twice" }), message);
  expect(await ackOf(client, "twice", 7)).toEqual({ boot: "b1", seqs: [7] });
  expect(await framesOf("twice")).toHaveLength(2);
});

test("bad cells are named, good ones stored", async () => {
  await bench.addContainer("cells");
  const client = await born("cells");
  const t = bench.now();
  const text = `{"boot":"b1","seq":1,"mv":1,"t":[${t},${t + 1000},"x",${t + 2000}],"v":[[1e999,5],[true,-0],[1,2],[1]]}`;
  await client.send(dataTopic.name({ containerId: "cells" }), text);
  const ack = await ackOf(client, "cells", 1);
  expect(ack).toMatchObject({ error: "points", seq: 1 });
  expect(ack.bad?.sort()).toEqual([
    [0, 0],
    [1, 0],
    [2, -1],
    [3, -1],
  ]);
  expect((await framesOf("cells")).map(({ v }) => v)).toEqual([
    [null, 5],
    [null, 0],
  ]);
});

test("impossible times are quarantined and counted; a malformed message is refused", async () => {
  await bench.addContainer("times");
  const client = await born("times");
  const t = bench.now();
  const day = 86_400_000;
  await client.send(dataTopic.name({ containerId: "times" }), {
    boot: "b1",
    seq: 1,
    mv: 1,
    t: [0, t + 2 * day, t],
    v: [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  });
  expect(await ackOf(client, "times", 1)).toEqual({
    boot: "b1",
    seq: 1,
    error: "time",
    bad: [
      [0, -1],
      [1, -1],
    ],
  });
  expect(await framesOf("times")).toHaveLength(1);
  await client.send(dataTopic.name({ containerId: "times" }), { boot: "b1", seq: 2, mv: 1, t: "never" });
  expect(await ackOf(client, "times", 2)).toMatchObject({ error: "schema" });
  const rejected = await bench.database.db
    .selectFrom("rejectedPart")
    .select("reason")
    .where("containerId", "=", "times")
    .execute();
  expect(rejected.map(({ reason }) => reason).sort()).toEqual(["schema", "time"]);
});

test("late frames are stored and move no live value", async () => {
  await bench.addContainer("late");
  const client = await born("late");
  const t = bench.now();
  await client.send(dataTopic.name({ containerId: "late" }), { boot: "b1", seq: 1, mv: 1, t: [t], v: [[50, 1]] });
  await client.send(historyTopic.name({ containerId: "late" }), {
    boot: "b1",
    seq: 2,
    mv: 1,
    t: [t + 1000],
    v: [[77, 7]],
  });
  await client.send(dataTopic.name({ containerId: "late" }), {
    boot: "b1",
    seq: 3,
    mv: 1,
    t: [t - 11 * 60_000],
    v: [[88, 8]],
  });
  await ackOf(client, "late", 3);
  expect(await latestOf("late")).toMatchObject({ soc: 50, solarPower: 1 });
  expect(await framesOf("late")).toHaveLength(3);
});

test("a metric that no live frame has brought is last known from late ones, with its own age", async () => {
  await bench.addContainer("silent-sensor");
  const client = await born("silent-sensor");
  const t = bench.now();
  const topic = { containerId: "silent-sensor" };
  const hour = 3_600_000;
  await client.send(historyTopic.name(topic), { boot: "b1", seq: 0, mv: 1, t: [t - 18 * hour], v: [[59, 9]] });
  await client.send(dataTopic.name(topic), { boot: "b1", seq: 1, mv: 1, t: [t], v: [[null, 1]] });
  // The newest day of a history may come first.
  for (const [seq, atMs, soc] of [
    [2, t - 20 * hour, 61],
    [3, t - 44 * hour, 80],
    [4, t - 19 * hour, 60],
  ] as const) {
    await client.send(historyTopic.name(topic), { boot: "b1", seq, mv: 1, t: [atMs], v: [[soc, 9]] });
  }
  await ackOf(client, "silent-sensor", 4);
  await expect
    .poll(async () => (await latestOf("silent-sensor"))?.liveValues)
    .toEqual({ "battery.soc": [59, t - 18 * hour], "solar.power": [1, t] });
});

test("a simple publisher needs nothing but one message", async () => {
  await bench.addContainer("simple");
  const client = await bench.controller("simple");
  await client.mqtt.subscribeAsync(ackTopic.name({ containerId: "simple" }), { qos: 1 });
  const ts = bench.now();
  await client.send(dataTopic.name({ containerId: "simple" }), {
    ts,
    values: { "battery.soc": 64, "my.own.metric": 3 },
  });
  expect(await client.next<Ack>(ackTopic.name({ containerId: "simple" }))).toEqual({ ts: [ts] });
  expect(await latestOf("simple")).toMatchObject({ soc: 64, linked: true });
  await client.send(dataTopic.name({ containerId: "simple" }), [
    { ts: ts - 1000, values: { "battery.soc": 63 } },
    { ts: "now", values: {} },
  ]);
  expect(await client.next<Ack>(ackTopic.name({ containerId: "simple" }))).toEqual({
    ts: [ts - 1000],
    error: "points",
    bad: [{ frame: 1 }],
  });
  // What is wrong is named by the number of its frame and its metric, and so is what differs from what is stored.
  await client.send(dataTopic.name({ containerId: "simple" }), [
    { ts: ts - 2000, values: { "battery.soc": 62 } },
    { ts, values: { "battery.soc": 60, "my.own.metric": "three", "Not A Name": 1 } },
  ]);
  expect(await client.next<Ack>(ackTopic.name({ containerId: "simple" }))).toEqual({
    ts: [ts - 2000, ts],
    error: "points",
    bad: [{ metric: "Not A Name" }, { frame: 1, metric: "my.own.metric" }],
    conflicts: 1,
    conflictsAt: [ts],
  });
});

test("columns of an unknown list ask for a birth, and what an earlier run announced is known after a restart", async () => {
  await bench.addContainer("lists");
  const client = await bench.controller("lists");
  await client.mqtt.subscribeAsync(downTopicsOf("lists"), { qos: 1 });
  const topic = dataTopic.name({ containerId: "lists" });
  const t = bench.now();
  await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [t], v: [[1, 2]] });
  await client.next(rebirthTopic.name({ containerId: "lists" }));
  await announce(bench, client, "lists");
  await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [t], v: [[1, 2]] });
  expect(await ackOf(client, "lists", 1)).toEqual({ boot: "b1", seqs: [1] });
  await bench.restart();
  const again = await bench.controller("lists");
  await again.mqtt.subscribeAsync(downTopicsOf("lists"), { qos: 1 });
  await again.send(topic, { boot: "b1", seq: 2, mv: 1, t: [t + 1000], v: [[3, 4]] });
  expect(await ackOf(again, "lists", 2)).toEqual({ boot: "b1", seqs: [2] });
});

test("a hole in the numbers that does not fill asks for a birth", async () => {
  await bench.addContainer("hole");
  const client = await born("hole");
  const topic = dataTopic.name({ containerId: "hole" });
  const send = (seq: number) => client.send(topic, { boot: "b1", seq, mv: 1, t: [bench.now()], v: [[1, 2]] });
  await send(1);
  await send(3);
  await ackOf(client, "hole", 3);
  bench.skip(6_000);
  expect(await client.next(rebirthTopic.name({ containerId: "hole" }))).toEqual({ reason: "gap" });
});

test("a birth is asked for once a minute at most, however many holes there are", async () => {
  for (const id of ["holes", "sweeps"]) await bench.addContainer(id);
  const client = await born("holes");
  const witness = await born("sweeps");
  const send = async (to: typeof client, id: string, seq: number) => {
    await to.send(dataTopic.name({ containerId: id }), { boot: "b1", seq, mv: 1, t: [bench.now()], v: [[1, 2]] });
    await ackOf(to, id, seq);
  };
  const asked = rebirthTopic.name({ containerId: "holes" });
  await send(client, "holes", 1);
  await send(client, "holes", 3);
  await send(witness, "sweeps", 1);
  bench.skip(6_000);
  await client.next(asked);
  await send(client, "holes", 5);
  await send(witness, "sweeps", 3);
  bench.skip(6_000);
  // Every hole is looked at together with that of the witness.
  await witness.next(rebirthTopic.name({ containerId: "sweeps" }));
  await send(client, "holes", 6);
  expect(client.messages.filter(({ topic }) => topic === asked)).toEqual([]);
  await send(client, "holes", 8);
  bench.skip(60_000);
  await client.next(asked);
});

test("a live frame is live, however long the message before it has waited for the database", async () => {
  await bench.addContainer("waiting");
  await bench.addContainer("behind");
  const [waiting, behind] = [await born("waiting"), await born("behind")];
  const blocker = await bench.database.pool.connect();
  try {
    await blocker.query("begin");
    await blocker.query("lock table container_metric in share mode");
    const unknown = { boot: "b1", seq: 1, m: ["load.power"], t: [bench.now()], v: [[1]] };
    await waiting.send(dataTopic.name({ containerId: "waiting" }), unknown);
    await until(async () => {
      const { rows } = await bench.database.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%container_metric%' and pid <> pg_backend_pid()",
      );
      return rows.length > 0;
    });
    bench.skip(3 * 60_000);
    const frame = { boot: "b1", seq: 1, mv: 1, t: [bench.now()], v: [[40, 1]] };
    await behind.send(dataTopic.name({ containerId: "behind" }), frame);
    await until(() => (bench.metrics()["ingest_queue_messages"] ?? 0) > 0);
  } finally {
    await blocker.query("rollback");
    blocker.release();
  }
  await ackOf(behind, "behind", 1);
  expect(await latestOf("behind")).toMatchObject({ soc: 40 });
});
