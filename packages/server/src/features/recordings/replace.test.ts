import { chartFunctions } from "@offgrid/contract/charts/chart-choices";
import type { ChartFunction } from "@offgrid/contract/charts/charts.schema";
import fc from "fast-check";
import { expect, test } from "vitest";

import { undoReplacement } from "../../history/tiers/undo-replacement.store.ts";
import { sealAll, tierWorkerOn } from "../../history/rollups/rollups.fixture.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type Question, framesOf } from "./recordings.fixture.ts";

const now = Date.UTC(2026, 5, 10, 12);
const clock = testClock(now);
await thePortal({ clock });

const minute = 60_000;
const day = 1440 * minute;
const start = Date.UTC(2026, 5, 1);
const metrics = ["solar.power", "load.power", "battery.soc"] as const;
const replacedMetrics = ["solar.power", "battery.soc"] as const;
const mapping: Question["mapping"] = {
  time: { column: "at", format: "epoch-ms" },
  columns: metrics.map((metric) => ({ column: metric, metric })),
};

type Cells = (number | null)[];
type Rows = ReadonlyMap<number, Cells>;

function fileOf(rows: Rows): string {
  const lines = [...rows].map(([atMs, cells]) => [atMs, ...cells.map((cell) => cell ?? "")].join(","));
  return [["at", ...metrics].join(","), ...lines].join("\n");
}

/** Whole numbers: their sums are exact, in whichever order they are made. */
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(null) },
);
/** A charge has less room. */
const charge = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 100 }) },
  { weight: 2, arbitrary: fc.constant(null) },
);
/** Readings of several days, at different distances and with gaps. */
const rowsOf = fc
  .array(
    fc.record({
      fromMin: fc.integer({ min: 0, max: 4 * 1440 }),
      stepMin: fc.constantFrom(1, 5, 15, 30, 60),
      rows: fc.array(fc.tuple(cell, cell, charge), { minLength: 1, maxLength: 80 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((stretches) => {
    const rows = new Map<number, Cells>();
    for (const { fromMin, stepMin, rows: cells } of stretches)
      for (const [index, row] of cells.entries())
        if (row.some((one) => one !== null)) rows.set(start + (fromMin + index * stepMin) * minute, row);
    return rows;
  });
const correction = fc.record({
  before: rowsOf,
  after: rowsOf,
  fromMin: fc.integer({ min: 0, max: 3 * 1440 }),
  lengthMin: fc.integer({ min: 1, max: 3 * 1440 }),
  isSealed: fc.boolean(),
  isSettled: fc.boolean(),
  beyond: fc.boolean(),
});

const isReplaced = (metric: string) => (replacedMetrics as readonly string[]).includes(metric);

/** What must be stored afterwards, worked out without the portal. */
function corrected(before: Rows, after: Rows, fromMs: number, toMs: number, beyond: boolean): Rows {
  const within = [...after].filter(([atMs]) => atMs >= fromMs && atMs < toMs);
  const reach = metrics.map((_, index) => {
    const times = within.flatMap(([atMs, cells]) => (cells[index] === null ? [] : [atMs]));
    return beyond ? [fromMs, toMs - 1] : [Math.min(...times), Math.max(...times)];
  });
  const expected = new Map<number, Cells>();
  for (const atMs of new Set([...before.keys(), ...after.keys()])) {
    const cells = metrics.map((metric, index) => {
      const [first = Infinity, last = -Infinity] = reach[index] ?? [];
      const isInside = atMs >= first && atMs <= last;
      return (isInside && isReplaced(metric) ? after : before).get(atMs)?.[index] ?? null;
    });
    if (cells.some((one) => one !== null)) expected.set(atMs, cells);
  }
  return expected;
}

interface Asked {
  containerId: string;
  metric: string;
  groupBy: "hour" | "day" | "month";
  from: number;
  to: number;
}

async function chartOf(amina: Actor, { containerId, metric, groupBy, from, to }: Asked) {
  // The energy of a range depends on readings beyond its ends, which a correction may have changed.
  const functions = chartFunctions.filter((func) => func !== "energy");
  const series = functions.map((func: ChartFunction) => ({ containerId, metric, func }));
  return (await amina.call("getChartData", { from, to, zone: "Europe/Paris", groupBy, series })).data.series;
}

async function chartsOf(
  amina: Actor,
  containerId: string,
  names: readonly string[],
  range: { from: number; to: number },
) {
  const charts: Record<string, unknown> = {};
  for (const metric of names)
    for (const groupBy of ["hour", "day", "month"] as const)
      charts[`${metric} ${groupBy}`] = await chartOf(amina, { containerId, metric, groupBy, ...range });
  return charts;
}

let made = 0;

test("after a correction every chart is that of the new file as far as it goes, and unchanged elsewhere", async () => {
  const { database } = await thePortal();
  const whole = { from: start, to: start + 9 * day };
  await fc.assert(
    fc.asyncProperty(correction, async ({ before, after, fromMin, lengthMin, isSealed, isSettled, beyond }) => {
      made++;
      const ids = ["wrong", "twin", "alone"].map((name) => `${name}-${made}`);
      const [wrong = "", twin = "", alone = ""] = ids;
      const { amina } = await cast({ amina: { role: "user", containers: ids } });
      const [from, to] = [start + fromMin * minute, start + (fromMin + lengthMin) * minute];
      const bring = (containerId: string, rows: Rows) =>
        rows.size === 0
          ? undefined
          : amina.call("importData", { containerId, step: "import", mapping, file: fileOf(rows) });
      await bring(wrong, before);
      await bring(twin, corrected(before, after, from, to, beyond));
      await bring(alone, new Map([...after].filter(([atMs]) => atMs >= from && atMs < to)));
      if (isSealed) await sealAll(database, clock);
      const spans = [
        { from: start, to: from },
        { from: to, to: whole.to },
      ].filter((span) => span.to > span.from);
      const ignored = await Promise.all(spans.map((span) => chartsOf(amina, wrong, metrics, span)));
      const replace = {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        metrics: [...replacedMetrics],
        beyond,
      };
      const question = { containerId: wrong, mapping, file: fileOf(after), step: "import" as const, replace };
      const { replaced } = (await amina.call("importData", question)).data;
      expect(replaced?.ignored).toBe([...after.keys()].filter((atMs) => atMs < from || atMs >= to).length);
      if (isSettled) await sealAll(database, clock);
      expect(await chartsOf(amina, wrong, metrics, whole)).toEqual(await chartsOf(amina, twin, metrics, whole));
      if (beyond)
        expect(await chartsOf(amina, wrong, replacedMetrics, { from, to })).toEqual(
          await chartsOf(amina, alone, replacedMetrics, { from, to }),
        );
      for (const [index, span] of spans.entries())
        expect(await chartsOf(amina, wrong, metrics, span)).toEqual(ignored[index]);
      // Once more changes nothing, and so keeps nothing.
      expect((await amina.call("importData", question)).data.replaced).toMatchObject({ readings: 0, removed: 0 });
    }),
    { numRuns: Number(process.env["REPLACE_RUNS"] ?? 5), endOnFailure: true },
  );
}, 240_000);

const hourMs = 60 * minute;
const wrongRows: Rows = new Map([
  [start, [100, 1, 50]],
  [start + hourMs, [200, 2, null]],
  [start + 2 * hourMs, [300, null, null]],
  [start + day, [400, 4, 54]],
]);
const rightRows: Rows = new Map([
  [start, [10, 9, 50]],
  [start + 90 * minute, [15, 9, null]],
  [start + day, [40, 9, 54]],
]);
const span = {
  from: new Date(start).toISOString(),
  to: new Date(start + 12 * hourMs).toISOString(),
  metrics: ["solar.power"],
  beyond: true,
};

async function wrongImport(containerId: string) {
  const { amina } = await cast({ amina: { role: "user", containers: [containerId] } });
  const question = { containerId, mapping, step: "import" as const };
  await amina.call("importData", { ...question, file: fileOf(wrongRows) });
  return { amina, question: { ...question, file: fileOf(rightRows), replace: span } };
}

test("a correction is confirmed and audited, and what was there is kept for thirty days", async () => {
  const { amina, question } = await wrongImport("kept");
  const { database } = await thePortal();
  const { db } = database;
  const long = new Date(now - 3_600_000);
  await db.updateTable("session").set({ confirmedAt: long }).where("userId", "=", amina.userId).execute();
  await expect(amina.call("importData", question)).refusesWith("confirm_needed");
  expect(await framesOf("kept")).toHaveLength(4);
  await db
    .updateTable("session")
    .set({ confirmedAt: new Date(now) })
    .where("userId", "=", amina.userId)
    .execute();
  const { data } = await amina.call("importData", question);
  expect(data.stored).toBeUndefined();
  expect(data.replaced).toMatchObject({ readings: 2, removed: 2, ignored: 1, conflicts: 0 });
  expect(await framesOf("kept")).toEqual([
    ["2026-06-01T00:00:00.000Z", { "solar.power": 10, "load.power": 1, "battery.soc": 50 }],
    ["2026-06-01T01:00:00.000Z", { "solar.power": null, "load.power": 2, "battery.soc": null }],
    ["2026-06-01T01:30:00.000Z", { "solar.power": 15, "load.power": null, "battery.soc": null }],
    ["2026-06-02T00:00:00.000Z", { "solar.power": 400, "load.power": 4, "battery.soc": 54 }],
  ]);
  const { rows: audit } = await database.pool.query(
    "select after from audit where action = 'importData' and user_id = $1 and result = 'ok' and after is not null",
    [amina.userId],
  );
  expect(audit[0]?.after).toMatchObject({
    replacement: data.replaced?.correction,
    metrics: ["solar.power"],
    readings: 2,
    removed: 2,
  });
  const previous = async () =>
    (
      await database.pool.query(
        "select extract(epoch from t) * 1000 as ms, v from replaced_reading, unnest(at, value) as kept (t, v) where replacement_id = $1 order by t",
        [data.replaced?.correction],
      )
    ).rows.map((row: { ms: string; v: number | null }) => [Number(row.ms), row.v]);
  expect(await previous()).toEqual([
    [start, 100],
    [start + hourMs, 200],
    [start + 90 * minute, null],
    [start + 2 * hourMs, 300],
  ]);
  await tierWorkerOn(database, testClock(now + 30 * day)).keep();
  expect(await previous()).toHaveLength(4);
  await tierWorkerOn(database, testClock(now + 30 * day + 1)).keep();
  expect(await previous()).toEqual([]);
});

test("a correction is undone exactly, also once its days are sealed", async () => {
  const { amina, question } = await wrongImport("undone");
  const { database } = await thePortal();
  const range = { from: start, to: start + 3 * day };
  const before = await chartsOf(amina, "undone", metrics, range);
  const { replaced } = (await amina.call("importData", question)).data;
  expect(await chartsOf(amina, "undone", metrics, range)).not.toEqual(before);
  await sealAll(database, clock);
  const undo = (id: number) => undoReplacement(database.db, id, { userId: "test", nowMs: now });
  expect(await undo(replaced?.correction ?? 0)).toMatchObject({ readings: 4 });
  expect(await chartsOf(amina, "undone", metrics, range)).toEqual(before);
  await sealAll(database, clock);
  expect(await chartsOf(amina, "undone", metrics, range)).toEqual(before);
  expect(await undo(replaced?.correction ?? 0)).toMatchObject({ readings: 0 });
  expect(await undo(0)).toBeUndefined();
});

test("a file with a mistake or without the metric replaces nothing", async () => {
  const { amina, question } = await wrongImport("safe");
  const before = await framesOf("safe");
  const { data } = await amina.call("importData", { ...question, file: `${question.file}\n${start},much,1,1` });
  expect(data).toMatchObject({ counts: { wrong: 1 } });
  expect([data.stored, data.replaced]).toEqual([undefined, undefined]);
  for (const [field, replace] of [
    ["replace.metrics.0", { ...span, metrics: ["grid.power"] }],
    ["replace.to", { ...span, to: span.from }],
    ["replace.from", { ...span, from: "2019-01-01T00:00:00Z" }],
  ] as const) {
    const answer = await amina.post("importData", { ...question, replace });
    expect(answer).toMatchObject({ status: 400, code: "bad_input" });
    expect(Object.keys(answer.body["fields"] as object)).toEqual([field]);
  }
  // A preview may be looked at without a confirmation, and changes nothing.
  await amina.call("importData", { ...question, step: "preview" });
  expect(await framesOf("safe")).toEqual(before);
});

test("a day with more readings than are written at once is replaced whole, and undone whole", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["dense"] } });
  const { db } = (await thePortal()).database;
  const count = 4_500;
  const rowsWith = (solar: number) =>
    new Map(Array.from({ length: count }, (_, row): [number, Cells] => [start + row * 10_000, [solar + row, 1, null]]));
  const question = { containerId: "dense", mapping, step: "import" as const };
  await amina.call("importData", { ...question, file: fileOf(rowsWith(0)) });
  const before = await framesOf("dense");
  const replace = { ...span, to: new Date(start + day).toISOString() };
  const { replaced } = (await amina.call("importData", { ...question, file: fileOf(rowsWith(7)), replace })).data;
  expect(replaced).toMatchObject({ readings: count, removed: 0 });
  expect((await framesOf("dense")).map(([, cells]) => cells)).toEqual(
    Array.from({ length: count }, (_, row) => ({ "solar.power": row + 7, "load.power": 1, "battery.soc": null })),
  );
  expect(await undoReplacement(db, replaced?.correction ?? 0, { userId: "test", nowMs: now })).toMatchObject({
    readings: count,
  });
  expect(await framesOf("dense")).toEqual(before);
});
