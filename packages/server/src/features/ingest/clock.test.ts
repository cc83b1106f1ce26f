import type { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { containerTopic } from "@offgrid/contract/live/live.topics";
import { ackTopic, dataTopic, historyTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { describe, expect, test } from "vitest";

import {
  type Ack,
  ackOf,
  announce,
  benchOfFile,
  bornController,
  readEvents,
  readFrames,
  readLatest,
  readQuality,
} from "./telemetry.fixture.ts";

const bench = await benchOfFile();

const year = 365 * 86_400_000;
const hour = 3_600_000;

describe("D6: a controller with a wrong clock moves no live value and is marked, until its frames are live again", () => {
  test.each([
    ["ten years ahead", "ahead-years", (now: number) => now + 10 * year, "time", 10 * year],
    ["ten years behind", "behind-years", (now: number) => now - 10 * year, "time", -10 * year],
    ["at 1970", "epoch", () => 0, "time", undefined],
    ["an hour ahead", "ahead-hour", (now: number) => now + hour, undefined, hour],
    ["an hour behind", "behind-hour", (now: number) => now - hour, undefined, -hour],
  ])("%s", async (_, id, clock, error, offsetMs) => {
    await bench.addContainer(id);
    const client = await bornController(bench, id);
    const topic = dataTopic.name({ containerId: id });
    const now = bench.now();
    await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [now], v: [[50, 1]] });
    await ackOf(client, id, 1);
    expect(await readQuality(bench, id)).toBeUndefined();

    // It starts again with that clock, as a controller does: state, birth, frames.
    await announce(bench, client, id, { bd: 2, ts: clock(now) });
    const frames = [clock(now), clock(now) + 1_000];
    await client.send(topic, {
      boot: "b1",
      seq: 2,
      mv: 1,
      t: frames,
      v: [
        [99, 9],
        [98, 8],
      ],
    });
    const ack = await ackOf(client, id, 2);
    expect(ack).toEqual(
      error
        ? {
            boot: "b1",
            seq: 2,
            error,
            bad: [
              [0, -1],
              [1, -1],
            ],
          }
        : { boot: "b1", seqs: [2] },
    );
    expect(await readFrames(bench, id)).toHaveLength(error ? 1 : 3);
    const marked = await readQuality(bench, id);
    expect(((marked?.clockOffsetS ?? 0) * 1_000 - (offsetMs ?? -now)) / hour).toBeCloseTo(0, 1);
    expect(marked).toMatchObject({ quarantined: error ? 2 : 0 });
    expect(await readEvents(bench, id)).toEqual(["warning clock.off"]);
    expect(await readLatest(bench, id)).toMatchObject({ at: new Date(now), soc: 50, solarPower: 1 });

    // A late frame does not prove that the clock is right.
    await client.send(historyTopic.name({ containerId: id }), {
      boot: "b1",
      seq: 3,
      mv: 1,
      t: [now - 5_000],
      v: [[1, 1]],
    });
    await ackOf(client, id, 3);
    expect((await readQuality(bench, id))?.clockOffsetS).toBe(marked?.clockOffsetS);
    await client.send(topic, { boot: "b1", seq: 4, mv: 1, t: [bench.now()], v: [[51, 2]] });
    await ackOf(client, id, 4);
    expect(await readQuality(bench, id)).toMatchObject({ clockOffsetS: null, clockSince: null });
    expect(await readLatest(bench, id)).toMatchObject({ soc: 51 });
    expect(await readEvents(bench, id)).toEqual(["warning clock.off"]);
  });
});

test("the clock of a program that announces nothing is seen by its frames", async () => {
  await bench.addContainer("plain");
  const client = await bench.controller("plain");
  const ack = ackTopic.name({ containerId: "plain" });
  await client.mqtt.subscribeAsync(ack, { qos: 1 });
  // Seconds where milliseconds are meant give a time in 1970.
  const seconds = Math.round(bench.now() / 1_000);
  await client.send(dataTopic.name({ containerId: "plain" }), { ts: seconds, values: { "battery.soc": 50 } });
  expect(await client.next<Ack>(ack)).toEqual({ ts: [], error: "time", bad: [{ frame: 0 }] });
  expect((await readQuality(bench, "plain"))?.clockOffsetS).toBeLessThan(-50 * 365 * 86_400);
  // History may be older than the portal accepts, and says nothing about the clock.
  await bench.addContainer("old");
  const other = await bornController(bench, "old");
  await other.send(historyTopic.name({ containerId: "old" }), { boot: "b1", seq: 1, mv: 1, t: [seconds], v: [[1, 2]] });
  expect(await ackOf(other, "old", 1)).toMatchObject({ error: "time" });
  expect(await readQuality(bench, "old")).toMatchObject({ clockOffsetS: null, quarantined: 1 });
});

test("a clock that is a quarter of an hour slow is seen without a birth, and readings that only waited are not taken for one", async () => {
  const quarterHour = 15 * 60_000;
  for (const id of ["slow", "waited"]) await bench.addContainer(id);
  const send = async (id: string, client: Awaited<ReturnType<typeof bench.controller>>, ts: number) => {
    await client.send(dataTopic.name({ containerId: id }), { ts, values: { "battery.soc": 50 } });
    await client.next<Ack>(ackTopic.name({ containerId: id }), (ack) => ack.ts?.includes(ts) === true);
  };
  const slow = await bench.controller("slow");
  const waited = await bench.controller("waited");
  for (const [id, client] of [
    ["slow", slow],
    ["waited", waited],
  ] as const)
    await client.mqtt.subscribeAsync(ackTopic.name({ containerId: id }), { qos: 1 });
  await send("slow", slow, bench.now() - quarterHour);
  expect((await readQuality(bench, "slow"))?.clockOffsetS ?? null).toBeNull();
  // A backlog of a minute's distance goes out at once.
  const backlog = bench.now() - 2 * quarterHour;
  for (let minute = 0; minute < 15; minute++) await send("waited", waited, backlog + minute * 60_000);
  expect((await readQuality(bench, "waited"))?.clockOffsetS ?? null).toBeNull();
  bench.skip(60_000);
  await send("slow", slow, bench.now() - quarterHour);
  expect((await readQuality(bench, "slow"))?.clockOffsetS).toBeCloseTo(-900, -1);
  expect(await readEvents(bench, "slow")).toEqual(["warning clock.off"]);
  await send("slow", slow, bench.now());
  expect((await readQuality(bench, "slow"))?.clockOffsetS).toBeNull();
});

test("a wrong clock is still known after a restart of the portal, and people are notified once a day", async () => {
  await bench.addContainer("drift");
  const first = await bornController(bench, "drift");
  const topic = dataTopic.name({ containerId: "drift" });
  let seq = 0;
  const send = async (client: typeof first, aheadMs: number) => {
    seq++;
    await client.send(topic, { boot: "b1", seq, mv: 1, t: [bench.now() + aheadMs], v: [[seq, 1]] });
    await ackOf(client, "drift", seq);
  };
  await send(first, hour);
  const since = (await readQuality(bench, "drift"))?.clockSince;
  await bench.restart();
  const second = await bornController(bench, "drift", { bd: 2 });
  await send(second, hour + 5_000);
  expect(await readQuality(bench, "drift")).toMatchObject({ clockSince: since });
  await send(second, 0);
  await send(second, hour);
  expect(await readEvents(bench, "drift")).toEqual(["warning clock.off"]);
  await send(second, 0);
  bench.skip(25 * hour);
  await send(second, hour);
  expect(await readEvents(bench, "drift")).toEqual(["warning clock.off", "warning clock.off"]);
});

test("a screen learns at once that a clock is wrong, and that it is right again", async () => {
  const session = await bench.addPerson("amina", "customer_staff");
  await bench.addContainer("watched", { users: ["amina"] });
  const client = await bornController(bench, "watched");
  const screen = await bench.screen("amina", session);
  const topic = containerTopic.name({ containerId: "watched" });
  await screen.mqtt.subscribeAsync(topic);
  const send = (seq: number, aheadMs: number) =>
    client.send(dataTopic.name({ containerId: "watched" }), {
      boot: "b1",
      seq,
      mv: 1,
      t: [bench.now() + aheadMs],
      v: [[seq, 1]],
    });
  await send(1, hour);
  const off = await screen.next<ContainerMessage>(topic);
  expect(off).toMatchObject({ ts: 0, values: {} });
  expect(off.clockOffsetS).toBeCloseTo(3_600, -1);
  await send(2, 0);
  const right = await screen.next<ContainerMessage>(topic, ({ ts }) => ts > 0);
  expect(right.clockOffsetS).toBeUndefined();
});
