import { dataTopic, historyTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import fc from "fast-check";
import { expect, test } from "vitest";

import {
  ackOf,
  benchOfFile,
  bornController,
  readEvents,
  readFrames,
  readLatest,
  readQuality,
} from "./telemetry.fixture.ts";

const bench = await benchOfFile();

test("D7: shuffled, doubled and replayed messages add no row, and the latest value is the one of the greatest time", async () => {
  await bench.addContainer("order");
  const client = await bornController(bench, "order");
  const data = dataTopic.name({ containerId: "order" });
  const history = historyTopic.name({ containerId: "order" });
  let seq = 0;
  const send = async (topic: string, t: number[], v: number[][]) => {
    seq++;
    await client.send(topic, { boot: "b1", seq, mv: 1, t, v });
    return ackOf(client, "order", seq);
  };
  // What was captured yesterday.
  const yesterday = bench.now() - 86_400_000;
  const capture = Array.from({ length: 20 }, (_, index) => [yesterday + index * 10_000, 1 + index] as const);
  for (const [atMs, soc] of capture) await send(data, [atMs], [[soc, 5]]);
  let rows = capture.length;
  let count = 0;

  const property = fc.asyncProperty(
    fc.integer({ min: 2, max: 8 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        // Every frame at least once, in any order, some twice.
        order: fc.array(fc.nat({ max: size - 1 }), { maxLength: size }).chain((more) =>
          fc.shuffledSubarray([...Array.from({ length: size }, (_, index) => index), ...more], {
            minLength: size + more.length,
          }),
        ),
        replayed: fc.array(fc.nat({ max: capture.length - 1 }), { maxLength: 4 }),
        together: fc.boolean(),
      }),
    ),
    async ({ size, order, replayed, together }) => {
      const newest = bench.now();
      const frames = Array.from({ length: size }, (_, index) => {
        count++;
        return { atMs: newest - (size - 1 - index), values: [count % 101, count] };
      });
      const sent = order.map((index) => frames[index] as (typeof frames)[number]);
      if (together) {
        await send(
          data,
          sent.map(({ atMs }) => atMs),
          sent.map(({ values }) => values),
        );
      } else for (const { atMs, values } of sent) await send(data, [atMs], [values]);
      for (const index of replayed) {
        const [atMs, soc] = capture[index] as (typeof capture)[number];
        expect(await send(index % 2 === 0 ? data : history, [atMs], [[soc, 5]])).toEqual({ boot: "b1", seqs: [seq] });
      }
      rows += size;
      expect(await readFrames(bench, "order")).toHaveLength(rows);
      const last = frames.at(-1)?.values;
      expect(await readLatest(bench, "order")).toMatchObject({
        at: new Date(newest),
        soc: last?.[0],
        solarPower: last?.[1],
      });
      // The next run begins after this one.
      bench.skip(1_000);
    },
  );
  await fc.assert(property, { numRuns: 15 });
  expect(await readEvents(bench, "order")).toEqual([]);
  expect(await readQuality(bench, "order")).toBeUndefined();
});

test("D8: the first value of an instant stays, a different one is counted and reported as a conflict, and other metrics are added", async () => {
  await bench.addContainer("conflict");
  const client = await bornController(bench, "conflict");
  const t = bench.now();
  const topic = dataTopic.name({ containerId: "conflict" });
  const before = bench.metrics()["ingest_conflicts_total"] ?? 0;
  await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [t], v: [[60, null]] });
  expect(await ackOf(client, "conflict", 1)).toEqual({ boot: "b1", seqs: [1] });
  await client.send(topic, { boot: "b1", seq: 2, mv: 1, t: [t], v: [[61, 900]] });
  expect(await ackOf(client, "conflict", 2)).toEqual({ boot: "b1", seqs: [2], conflicts: 1, conflictsAt: [t] });
  expect((await readFrames(bench, "conflict")).map(({ v }) => v)).toEqual([[60, 900]]);
  expect(bench.metrics()["ingest_conflicts_total"]).toBe(before + 1);
  expect(await readQuality(bench, "conflict")).toMatchObject({ conflicts: 1, refused: 0 });
  await client.send(topic, { boot: "b1", seq: 3, m: ["load.power"], t: [t], v: [[250]] });
  expect(await ackOf(client, "conflict", 3)).toEqual({ boot: "b1", seqs: [3] });
  expect((await readFrames(bench, "conflict")).map(({ v }) => v)).toEqual([[60, 900, 250]]);
});
