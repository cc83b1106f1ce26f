import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import { quarterMs, quarterOf } from "../../history/quarter-hours.ts";
import { ackOf, benchOfFile, bornController, readFrames, readLatest, until } from "../ingest/telemetry.fixture.ts";

const bench = await benchOfFile();

const countOf = (id: string) =>
  bench.database.db.selectFrom("containerTraffic").selectAll().where("containerId", "=", id).executeTakeFirst();

async function slotsOf(id: string): Promise<Record<string, number>> {
  const rows = await bench.database.db
    .selectFrom("containerMetric")
    .select(["name", "slot"])
    .where("containerId", "=", id)
    .execute();
  return Object.fromEntries(rows.map(({ name, slot }) => [name, slot - 1]));
}

/** Moves the clock to the second before the next quarter hour, and past its end. */
async function passQuarter(): Promise<number> {
  const endMs = (quarterOf(bench.now()) + 1) * quarterMs;
  bench.skip(endMs - bench.now());
  return endMs - 1;
}

/** Readings of the two counters, oldest first. */
async function readingsOf(id: string) {
  const slots = await slotsOf(id);
  const frames = await readFrames(bench, id);
  return frames
    .map(({ at, v }) => ({ at: at.getTime(), rx: v[slots["network.rx"] ?? -1], tx: v[slots["network.tx"] ?? -1] }))
    .filter(({ tx }) => tx !== null && tx !== undefined);
}

test("at the end of a quarter hour the bytes become readings that are no sign of life and keep growing across a restart", async () => {
  await bench.addContainer("lodwar");
  const client = await bornController(bench, "lodwar");
  const t = bench.now();
  await client.send(dataTopic.name({ containerId: "lodwar" }), { boot: "b1", seq: 1, mv: 1, t: [t], v: [[70, 900]] });
  await ackOf(client, "lodwar", 1);
  client.mqtt.end();
  await client.closed();
  const before = await readLatest(bench, "lodwar");
  const received = client.messages.length;

  const first = await passQuarter();
  await until(async () => (await readingsOf("lodwar")).length === 1);
  const [reading] = await readingsOf("lodwar");
  const count = await countOf("lodwar");
  expect(reading).toEqual({ at: first, rx: count?.downBytes, tx: count?.upBytes });
  expect(reading?.tx).toBeGreaterThan(300);
  expect(count?.countedAt.getTime()).toBe(first);
  // Nothing came from the controller, and nothing looks as if it had.
  const after = await readLatest(bench, "lodwar");
  expect({ at: after?.at, values: after?.liveValues, seen: after?.lastContactAt }).toEqual({
    at: new Date(t),
    values: before?.liveValues,
    seen: before?.lastContactAt,
  });
  expect(Object.keys(before?.liveValues ?? {})).toEqual(["battery.soc", "solar.power"]);
  expect(client.messages).toHaveLength(received);

  await bench.restart();
  await bornController(bench, "lodwar", { bd: 2 });
  const second = await passQuarter();
  await until(async () => (await readingsOf("lodwar")).length === 2);
  const [, grown] = await readingsOf("lodwar");
  expect(grown?.at).toBe(second);
  expect(grown?.rx).toBeGreaterThan(reading?.rx ?? 0);
  expect(grown?.tx).toBeGreaterThan(reading?.tx ?? 0);
  expect(bench.metrics()).toMatchObject({ ingest_conflicts_total: 0, ingest_rejected_total: 0 });
});

test("what a controller counts itself under the same names is ignored, and its other values are stored", async () => {
  await bench.addContainer("counting");
  const client = await bornController(bench, "counting", { metrics: ["network.rx", "network.tx", "battery.soc"] });
  const topic = dataTopic.name({ containerId: "counting" });
  const t = bench.now();
  await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [t], v: [[1, 2, 71]] });
  expect(await ackOf(client, "counting", 1)).toEqual({ boot: "b1", seqs: [1] });
  await client.send(topic, { ts: t + 1, values: { "network.tx": 5, "battery.soc": 72 } });
  await until(async () => (await readFrames(bench, "counting")).length === 2);
  const { "battery.soc": soc } = await slotsOf("counting");
  const frames = await readFrames(bench, "counting");
  expect(frames.map(({ v }) => v[soc ?? -1])).toEqual([71, 72]);
  expect(await readingsOf("counting")).toEqual([]);
  expect(Object.keys((await readLatest(bench, "counting"))?.liveValues ?? {})).toEqual(["battery.soc"]);
});

test("the day's bytes start from zero at the container's midnight and include only what came after it", async () => {
  await bench.addContainer("midnight", { zoneName: "Asia/Kathmandu" });
  const offset = 345 * 60_000;
  const midnight = (Math.floor((bench.now() + offset) / 86_400_000) + 2) * 86_400_000 - offset;
  bench.skip(midnight - 5 * 60_000 - bench.now());
  const client = await bornController(bench, "midnight");
  const send = async (seq: number) => {
    const message = { boot: "b1", seq, mv: 1, t: [bench.now()], v: [[70, 900]] };
    await client.send(dataTopic.name({ containerId: "midnight" }), message);
    await ackOf(client, "midnight", seq);
  };
  bench.skip(61_000);
  await until(async () => ((await countOf("midnight"))?.dayUpBytes ?? 0) > 0);
  const eve = await countOf("midnight");
  expect(eve?.day).toBe(new Date(midnight - 1 + offset).toISOString().slice(0, 10));
  await send(1);
  bench.skip(midnight - bench.now());
  await until(async () => (await readingsOf("midnight")).some(({ at }) => at === midnight - 1));
  expect(await countOf("midnight")).toMatchObject({ day: eve?.day });
  const atMidnight = await countOf("midnight");

  await send(2);
  bench.skip(61_000);
  await until(async () => (await countOf("midnight"))?.day !== eve?.day);
  const day = await countOf("midnight");
  expect(day?.day).toBe(new Date(midnight + offset).toISOString().slice(0, 10));
  expect(day?.dayUpBytes).toBe((day?.upBytes ?? 0) - (atMidnight?.upBytes ?? 0));
  expect(day?.dayDownBytes).toBe((day?.downBytes ?? 0) - (atMidnight?.downBytes ?? 0));
  expect(day?.dayUpBytes).toBeLessThan(eve?.dayUpBytes ?? 0);
});
