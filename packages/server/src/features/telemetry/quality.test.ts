import { gzipSync } from "node:zlib";

import { eventTopic, dataTopic, historyTopic, ackTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { metricsPerContainer } from "@offgrid/contract/core/constants";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import {
  type Ack,
  type Bench,
  ackOf,
  announce,
  bornController,
  readFrames,
  readLatest,
  startBench,
  until,
} from "./telemetry.fixture.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const qualityOf = (containerId: string) =>
  bench.database.db
    .selectFrom("containerQuality")
    .selectAll()
    .where("containerId", "=", containerId)
    .executeTakeFirst();
const warningsOf = async (containerId: string) => {
  const rows = await bench.database.db
    .selectFrom("event")
    .select(["code", "level"])
    .where("containerId", "=", containerId)
    .orderBy("at")
    .execute();
  return rows.map(({ code, level }) => `${level} ${code}`);
};

test("C4: a value that is none is named in the answer, and every other of its message stored", async () => {
  await bench.addContainer("cells");
  const client = await bornController(bench, "cells");
  const topic = dataTopic.name({ containerId: "cells" });
  let seq = 0;
  let atMs = bench.now() - 300_000;
  // As JSON text, since most of these are no JSON values: what it is, and what it is stored as; undefined: refused.
  const cell = fc.constantFrom<[text: string, stored: number | null | undefined]>(
    ["1e999", undefined],
    ["-1e999", undefined],
    ['"12"', undefined],
    ['""', undefined],
    ["true", undefined],
    ["[]", undefined],
    ["{}", undefined],
    ["null", null],
    ["-0", 0],
    ["9007199254740993", 2 ** 53],
    ["5e-324", 5e-324],
    ["-1.7976931348623157e308", -Number.MAX_VALUE],
    ["12.5", 12.5],
  );
  // Rows of two columns are right; any other number is none.
  const row = fc.oneof(
    { weight: 6, arbitrary: fc.array(cell, { minLength: 2, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(cell, { maxLength: 4 }) },
  );
  const property = fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
    seq++;
    const firstMs = (atMs += 10);
    const times = rows.map(() => atMs++);
    const text = rows.map((cells) => `[${cells.map(([one]) => one).join(",")}]`).join(",");
    await client.send(topic, `{"boot":"b1","seq":${seq},"mv":1,"t":[${times.join(",")}],"v":[${text}]}`);
    const bad = rows.flatMap((cells, place) =>
      cells.length === 2
        ? cells.flatMap(([, stored], column) => (stored === undefined ? [[place, column]] : []))
        : [[place, -1]],
    );
    const ack = await ackOf(client, "cells", seq);
    if (bad.length === 0) expect(ack).toEqual({ boot: "b1", seqs: [seq] });
    else expect({ ...ack, bad: ack.bad?.toSorted(byPlace) }).toEqual({ boot: "b1", seq, error: "points", bad });
    const stored = (await readFrames(bench, "cells")).filter(({ at }) => at.getTime() >= firstMs);
    const wanted = rows.filter((cells) => cells.length === 2).map((cells) => cells.map(([, value]) => value ?? null));
    expect(stored.map(({ v }) => v)).toEqual(wanted);
  });
  await fc.assert(property, { numRuns: 60 });
  await client.send(topic, `{"boot":"b1","seq":${++seq},"mv":1,"t":[${atMs}],"v":[[NaN,1]]}`);
  expect(await ackOf(client, "cells", seq)).toEqual({ boot: "b1", seq, error: "schema", bad: [] });
});

const byPlace = (one: [number, number], other: [number, number]) => one[0] - other[0] || one[1] - other[1];

test("what was refused is kept as it was sent, and counted for the container", async () => {
  await bench.addContainer("refused");
  const client = await bornController(bench, "refused");
  const t = bench.now();
  const message = {
    boot: "b1",
    seq: 1,
    mv: 1,
    t: [t, t + 1, 5],
    v: [
      ["12", 1],
      [2, 3, 4],
      [7, 8],
    ],
  };
  await client.send(dataTopic.name({ containerId: "refused" }), message);
  await ackOf(client, "refused", 1);
  const kept = await bench.database.db
    .selectFrom("rejectedPart")
    .select(["reason", "detail"])
    .where("containerId", "=", "refused")
    .execute();
  expect(kept.map(({ reason, detail }) => [reason, JSON.parse(detail ?? "") as unknown])).toEqual([
    [
      "points",
      [
        { t, metric: "battery.soc", value: "12" },
        { t: t + 1, value: [2, 3, 4] },
        { t: 5, value: [7, 8] },
      ],
    ],
  ]);
  expect(await qualityOf("refused")).toMatchObject({ refused: 1, quarantined: 1, conflicts: 0 });
});

test("refused parts go after thirty days, and the newest ten thousand stay", async () => {
  await bench.addContainer("kept");
  const client = await bornController(bench, "kept");
  const count = async () => {
    const { rows } = await bench.database.pool.query<{ n: number; oldest: number }>(
      "select count(*) as n, min(id) - (select min(id) from rejected_part) as oldest from rejected_part where container_id = 'kept'",
    );
    return rows[0]?.n;
  };
  await bench.database.pool.query(
    "insert into rejected_part (container_id, at, topic, reason) select 'kept', $1, 'x', 'schema' from generate_series(1, 10050)",
    [new Date(bench.now() - 29 * 86_400_000)],
  );
  const send = async (seq: number) => {
    await client.send(dataTopic.name({ containerId: "kept" }), { boot: "b1", seq, mv: 1, t: "never" });
    await ackOf(client, "kept", seq);
  };
  await send(1);
  expect(await count()).toBe(10_000);
  bench.skip(2 * 86_400_000);
  await until(async () => (await count()) === 1);
});

test("C11: of ten thousand new names 512 find a place, the rest is refused, and one warning says so", async () => {
  await bench.addPerson("amina", "customer_staff");
  await bench.addContainer("greedy", { users: ["amina"] });
  const client = await bornController(bench, "greedy");
  const topic = dataTopic.name({ containerId: "greedy" });
  const t = bench.now();
  const names = Array.from({ length: 10_000 }, (_, index) => `my.m${index}`);
  const refused: string[] = [];
  for (let message = 0; message < 20; message++) {
    const m = names.slice(message * 500, (message + 1) * 500);
    await client.send(topic, { boot: "b1", seq: message, m, t: [t + message], v: [m.map((_, index) => index)] });
    const ack = await ackOf(client, "greedy", message);
    for (const [row, column] of ack.bad ?? []) {
      expect([ack.error, row]).toEqual(["cap", -1]);
      refused.push(m[column] ?? "");
    }
  }
  // The two of the birth have their places.
  expect(refused).toEqual(names.slice(metricsPerContainer - 2));
  const stored = await readFrames(bench, "greedy");
  expect(stored.reduce((sum, { v }) => sum + v.filter((value) => value !== null).length, 0)).toBe(510);
  const { rows } = await bench.database.pool.query("select name from container_metric where container_id = 'greedy'");
  expect(rows).toHaveLength(metricsPerContainer);
  expect(await warningsOf("greedy")).toEqual(["warning metrics.over_limit"]);
  const notes = await bench.database.db.selectFrom("notification").select(["userId", "kind"]).execute();
  expect(notes).toEqual([{ userId: "amina", kind: "warning" }]);
  expect((await qualityOf("greedy"))?.metricsRefusedAt).toBeInstanceOf(Date);

  await bench.restart();
  const again = await bornController(bench, "greedy", { bd: 2 });
  await again.send(topic, { boot: "b1", seq: 100, m: ["my.other"], t: [t], v: [[1]] });
  expect(await ackOf(again, "greedy", 100)).toMatchObject({ error: "cap", bad: [[-1, 0]] });
  expect(await warningsOf("greedy")).toEqual(["warning metrics.over_limit"]);
});

test("a simple message with names of its own in every frame costs no more than its bytes", async () => {
  await bench.addContainer("wide");
  const client = await bornController(bench, "wide");
  const ts = bench.now();
  // Each frame with names of its own: as a table of rows and columns this would be 130 million cells.
  const frames = Array.from({ length: 3_600 }, (_, row) => {
    const values = Array.from({ length: 10 }, (__, index) => [`w${row}.m${index}`, index]);
    return { ts: ts + row, values: Object.fromEntries(values) as Record<string, number> };
  });
  await client.send(dataTopic.name({ containerId: "wide" }), gzipSync(JSON.stringify(frames)));
  const ack = await client.next<Ack>(ackTopic.name({ containerId: "wide" }));
  expect(ack).toMatchObject({ error: "cap" });
  expect(ack.ts).toHaveLength(3_600);
  expect(await qualityOf("wide")).toMatchObject({ refused: 1 });
});

test("D8: the first value of an instant stays and the other is counted and named a conflict; other metrics join it", async () => {
  await bench.addContainer("conflict");
  const client = await bornController(bench, "conflict");
  const t = bench.now();
  const topic = dataTopic.name({ containerId: "conflict" });
  const before = bench.messaging.metrics()["ingest_conflicts_total"] ?? 0;
  await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [t], v: [[60, null]] });
  expect(await ackOf(client, "conflict", 1)).toEqual({ boot: "b1", seqs: [1] });
  await client.send(topic, { boot: "b1", seq: 2, mv: 1, t: [t], v: [[61, 900]] });
  expect(await ackOf(client, "conflict", 2)).toEqual({ boot: "b1", seqs: [2], conflicts: 1 });
  expect((await readFrames(bench, "conflict")).map(({ v }) => v)).toEqual([[60, 900]]);
  expect(bench.messaging.metrics()["ingest_conflicts_total"]).toBe(before + 1);
  expect(await qualityOf("conflict")).toMatchObject({ conflicts: 1, refused: 0 });
  await client.send(topic, { boot: "b1", seq: 3, m: ["load.power"], t: [t], v: [[250]] });
  expect(await ackOf(client, "conflict", 3)).toEqual({ boot: "b1", seqs: [3] });
  expect((await readFrames(bench, "conflict")).map(({ v }) => v)).toEqual([[60, 900, 250]]);
});

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
  expect(await warningsOf("order")).toEqual([]);
  expect(await qualityOf("order")).toBeUndefined();
});

const year = 365 * 86_400_000;
const hour = 3_600_000;

test.each([
  ["ten years ahead", "ahead-years", (now: number) => now + 10 * year, "time", 10 * year],
  ["ten years behind", "behind-years", (now: number) => now - 10 * year, "time", -10 * year],
  ["at 1970", "epoch", () => 0, "time", undefined],
  ["an hour ahead", "ahead-hour", (now: number) => now + hour, undefined, hour],
  ["an hour behind", "behind-hour", (now: number) => now - hour, undefined, -hour],
])(
  "D6: a controller whose clock is %s moves no live value and is marked, until its frames are live again",
  async (_, id, clock, error, offsetMs) => {
    await bench.addContainer(id);
    const client = await bornController(bench, id);
    const topic = dataTopic.name({ containerId: id });
    const now = bench.now();
    await client.send(topic, { boot: "b1", seq: 1, mv: 1, t: [now], v: [[50, 1]] });
    await ackOf(client, id, 1);
    expect(await qualityOf(id)).toBeUndefined();

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
    const marked = await qualityOf(id);
    expect(((marked?.clockOffsetS ?? 0) * 1_000 - (offsetMs ?? -now)) / hour).toBeCloseTo(0, 1);
    expect(marked).toMatchObject({ quarantined: error ? 2 : 0 });
    expect(await warningsOf(id)).toEqual(["warning clock.off"]);
    expect(await readLatest(bench, id)).toMatchObject({ at: new Date(now), soc: 50, solarPower: 1 });

    // A late frame is no proof of a right clock.
    await client.send(historyTopic.name({ containerId: id }), {
      boot: "b1",
      seq: 3,
      mv: 1,
      t: [now - 5_000],
      v: [[1, 1]],
    });
    await ackOf(client, id, 3);
    expect((await qualityOf(id))?.clockOffsetS).toBe(marked?.clockOffsetS);
    await client.send(topic, { boot: "b1", seq: 4, mv: 1, t: [bench.now()], v: [[51, 2]] });
    await ackOf(client, id, 4);
    expect(await qualityOf(id)).toMatchObject({ clockOffsetS: null, clockSince: null });
    expect(await readLatest(bench, id)).toMatchObject({ soc: 51 });
    expect(await warningsOf(id)).toEqual(["warning clock.off"]);
  },
);

test("a clock that is off is known after a restart of the portal, and told once a day", async () => {
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
  const since = (await qualityOf("drift"))?.clockSince;
  await bench.restart();
  const second = await bornController(bench, "drift", { bd: 2 });
  await send(second, hour + 5_000);
  expect(await qualityOf("drift")).toMatchObject({ clockSince: since });
  await send(second, 0);
  await send(second, hour);
  expect(await warningsOf("drift")).toEqual(["warning clock.off"]);
  await send(second, 0);
  bench.skip(25 * hour);
  await send(second, hour);
  expect(await warningsOf("drift")).toEqual(["warning clock.off", "warning clock.off"]);
});

test("C3: a payload that reaches for prototypes is refused in its answer and changes nothing", async () => {
  await bench.addContainer("proto");
  const client = await bornController(bench, "proto");
  const t = bench.now();
  const ack = ackTopic.name({ containerId: "proto" });
  const data = dataTopic.name({ containerId: "proto" });
  const evil = '"__proto__":{"x":1}';
  await client.send(data, `{"boot":"b1","seq":1,"mv":1,"t":[${t}],"v":[[1,2]],${evil}}`);
  expect(await ackOf(client, "proto", 1)).toEqual({ boot: "b1", seq: 1, error: "schema", bad: [] });
  await client.send(data, `{"ts":${t},"values":{${evil},"battery.soc":1}}`);
  expect(await client.next<Ack>(ack)).toEqual({ ts: [], error: "schema" });
  await client.send(data, `{"ts":${t},"values":{"constructor":{"prototype":{"x":1}}}}`);
  expect(await client.next<Ack>(ack)).toEqual({ ts: [], error: "schema" });
  await client.send(
    eventTopic.name({ containerId: "proto" }),
    `{"boot":"b1","seq":2,"ts":${t},"code":"door.opened","level":"info","data":{${evil}}}`,
  );
  expect(await ackOf(client, "proto", 2)).toEqual({ boot: "b1", seq: 2, error: "schema", bad: [] });
  expect(({} as { x?: unknown }).x).toBeUndefined();
  expect(await readFrames(bench, "proto")).toEqual([]);
  expect(await warningsOf("proto")).toEqual([]);
  // Names that only look like trouble are names.
  await client.send(data, { ts: t, values: { constructor: 4, tostring: 5 } });
  expect(await client.next<Ack>(ack)).toEqual({ ts: [t] });
  expect(await qualityOf("proto")).toMatchObject({ refused: 4 });
});
