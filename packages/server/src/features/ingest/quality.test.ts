import { gzipSync } from "node:zlib";

import { eventTopic, dataTopic, ackTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { metricsPerContainer } from "@offgrid/contract/core/constants";
import fc from "fast-check";
import { expect, test } from "vitest";

import {
  type Ack,
  ackOf,
  benchOfFile,
  bornController,
  readEvents,
  readFrames,
  readQuality,
  until,
} from "./telemetry.fixture.ts";
import { peopleNotified } from "../../testing/notified.ts";

const bench = await benchOfFile();

test("C4: an invalid value is named in the answer, and every other value of the message is stored", async () => {
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
    ["9007199254740993", undefined],
    ["5e-324", 5e-324],
    ["-1.7976931348623157e308", undefined],
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
  expect(await readQuality(bench, "refused")).toMatchObject({ refused: 1, quarantined: 1, conflicts: 0 });
});

test("where there are too many refused cells for an answer, their rows are named, and none is left out", async () => {
  await bench.addContainer("many");
  const client = await bornController(bench, "many");
  const t = bench.now();
  const m = Array.from({ length: 500 }, (_, index) => `my.m${index}`);
  const rows = Array.from({ length: 20 }, (_, row) => m.map((__, column) => (column === 0 ? row : "x")));
  const message = { boot: "b1", seq: 1, m, t: rows.map((_, row) => t + row), v: rows };
  await client.send(dataTopic.name({ containerId: "many" }), message);
  const ack = await ackOf(client, "many", 1);
  expect(ack).toEqual({ boot: "b1", seq: 1, error: "points", bad: rows.map((_, row) => [row, -1]) });
  expect(await readFrames(bench, "many")).toHaveLength(20);
});

test("refused parts are deleted after thirty days, and only the newest ten thousand are kept", async () => {
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

test("C11: of ten thousand new names 512 are accepted, the rest is refused, and one warning says so", async () => {
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
  expect(await readEvents(bench, "greedy")).toEqual(["warning metrics.over_limit"]);
  await peopleNotified(bench.database);
  const notes = await bench.database.db.selectFrom("notification").select(["userId", "kind"]).execute();
  expect(notes).toEqual([{ userId: "amina", kind: "warning" }]);
  expect((await readQuality(bench, "greedy"))?.metricsRefusedAt).toBeInstanceOf(Date);

  await bench.restart();
  const again = await bornController(bench, "greedy", { bd: 2 });
  await again.send(topic, { boot: "b1", seq: 100, m: ["my.other"], t: [t], v: [[1]] });
  expect(await ackOf(again, "greedy", 100)).toMatchObject({ error: "cap", bad: [[-1, 0]] });
  expect(await readEvents(bench, "greedy")).toEqual(["warning metrics.over_limit"]);
});

test("a simple message with new names in every frame costs no more than its bytes", async () => {
  await bench.addContainer("wide");
  const client = await bornController(bench, "wide");
  const ts = bench.now();
  // Each frame with names of its own: as a table of rows and columns this would be 22 million cells.
  const frames = Array.from({ length: 1_500 }, (_, row) => {
    const values = Array.from({ length: 10 }, (__, index) => [`w${row}.m${index}`, index]);
    return { ts: ts + row, values: Object.fromEntries(values) as Record<string, number> };
  });
  await client.send(dataTopic.name({ containerId: "wide" }), gzipSync(JSON.stringify(frames)));
  const ack = await client.next<Ack>(ackTopic.name({ containerId: "wide" }));
  expect(ack).toMatchObject({ error: "cap" });
  expect(ack.ts).toHaveLength(1_500);
  expect(await readQuality(bench, "wide")).toMatchObject({ refused: 1 });
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
  expect(await readEvents(bench, "proto")).toEqual([]);
  // Names that only look like trouble are names.
  await client.send(data, { ts: t, values: { constructor: 4, tostring: 5 } });
  expect(await client.next<Ack>(ack)).toEqual({ ts: [t] });
  expect(await readQuality(bench, "proto")).toMatchObject({ refused: 4 });
});

test("C2: a payload nested deeper than any message is refused in its answer", async () => {
  await bench.addContainer("deep");
  const client = await bornController(bench, "deep");
  const t = bench.now();
  for (const [index, depth] of [9, 33, 10_000].entries()) {
    const nested = "[".repeat(depth) + "]".repeat(depth);
    const seq = index + 1;
    await client.send(
      dataTopic.name({ containerId: "deep" }),
      `{"boot":"b1","seq":${seq},"mv":1,"t":[${t}],"v":${nested}}`,
    );
    expect(await ackOf(client, "deep", seq)).toEqual({ boot: "b1", seq, error: "schema", bad: [] });
  }
  await client.send(dataTopic.name({ containerId: "deep" }), { boot: "b1", seq: 9, mv: 1, t: [t], v: [[1, 2]] });
  expect(await ackOf(client, "deep", 9)).toEqual({ boot: "b1", seqs: [9] });
});
