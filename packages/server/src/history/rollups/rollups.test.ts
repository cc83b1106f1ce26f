import { chartFunctions, useIfClasses } from "@offgrid/contract/charts/chart-choices";
import type { UseIf } from "@offgrid/contract/charts/charts.schema";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { energyMarginMs, energyOf, integratePower } from "../energy/energy.ts";
import * as rollups from "./rollups.store.ts";
import { readSamples } from "../tiers/samples.store.ts";
import type { ZoneGroup } from "@offgrid/contract/core/zone-time";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import type { FrameRow } from "../tiers/frames.store.ts";
import { addContainer, everyContainer, minutely, sealAll, tierWorkerOn, workerOn, write } from "./rollups.fixture.ts";
import { readContainers } from "../chart-containers.store.ts";
import { foldGroups } from "../charts/chart-from-frames.ts";
import { chartFromRollups } from "../charts/chart-from-rollups.ts";
import type { FoldFunction } from "../charts/chart-plan.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { energyOfContainers, measuredOf } from "../energy/container-energy.ts";
import { boundedGroups, hourEdges } from "../chart-range.ts";
import { noValues, sumHours, toColumn } from "../charts/chart-series.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 5, 1);
const metrics = ["solar.power", "solar.energy", "battery.power"] as const;
const zones = ["UTC", "Europe/Paris", "Asia/Kathmandu", "Australia/Lord_Howe"] as const;
const groups: readonly ZoneGroup[] = ["15m", "hour", "day", "week", "month"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const latest = { liveValues: "{}", devices: "[]", capabilities: "[]" };

/** What the chart engine reads about a container before it answers. */
async function met(id: string): Promise<ChartContainer> {
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], metrics);
  if (!container) throw new Error("The container is not there.");
  return container;
}

const dirtyOf = (containerId: string) => rollups.listDirty(database.db, containerId, 0, 100_000);

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -300, max: 300 }).map((tenths) => tenths / 10) },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.double({ min: -1e4, max: 1e4, noNaN: true }) },
  { weight: 2, arbitrary: fc.constant(null) },
);
/** Readings at different periods, fast, slow and in between, as a controller's settings change, with gaps. */
const stretch = fc.record({
  startMs: fc.integer({ min: 0, max: 5 * day }),
  periodMs: fc.constantFrom(10_000, minute, 4 * minute, 5 * minute, 30 * minute, hour),
  jitterMs: fc.constantFrom(0, 1, 977),
  values: fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 60 }),
  meterStep: fc.constantFrom(0, 1, 2.5),
});
const history = fc.record({
  // Clocks change on both: Europe on 29 March, Lord Howe by half an hour on 5 April 2026.
  baseMs: fc.constantFrom(Date.UTC(2026, 2, 27), Date.UTC(2026, 3, 2)),
  stretches: fc.array(stretch, { minLength: 1, maxLength: 14 }),
  everyS: fc.constantFrom(10, 60, 300, 1800),
  fromMs: fc.integer({ min: 0, max: 2 * day }),
  lengthMs: fc.integer({ min: 2 * day + 1, max: 5 * day }),
  seed: fc.nat(),
  isLastDirty: fc.boolean(),
  isSealed: fc.boolean(),
});

function framesOf(containerId: string, { baseMs, stretches }: { baseMs: number; stretches: readonly fcStretch[] }) {
  const byTime = new Map<number, FrameRow>();
  for (const { startMs, periodMs, jitterMs, values, meterStep } of stretches) {
    for (const [index, [power, meter, battery]] of values.entries()) {
      const atMs = baseMs + startMs + index * periodMs + ((index * jitterMs) % 1000);
      const meterWh = meter === null ? null : startMs / minute + index * meterStep + (index % 17 === 5 ? meter : 0);
      byTime.set(atMs, { containerId, atMs, values: [power, meterWh, battery] });
    }
  }
  return [...byTime.values()];
}
type fcStretch = {
  startMs: number;
  periodMs: number;
  jitterMs: number;
  values: [Cell, Cell, Cell][];
  meterStep: number;
};
type Cell = number | null;

/** In random order, each instant with its readings in two parts. */
function shuffledParts(frames: readonly FrameRow[], seed: number): FrameRow[] {
  const order = (row: FrameRow) => (row.atMs * 2_654_435_761 + seed * 40_503) % 104_729;
  const parts = frames.flatMap((row) => [
    { ...row, values: [row.values[0] ?? null] },
    { ...row, atMs: row.atMs, values: [null, ...row.values.slice(1)] },
  ]);
  return parts.sort((one, other) => order(one) - order(other) || one.values.length - other.values.length);
}

/** Groups of rows in which each instant occurs once. */
function batchesOf(rows: readonly FrameRow[], size: number): FrameRow[][] {
  const batches: FrameRow[][] = [];
  for (const row of rows) {
    const last = batches.at(-1);
    if (!last || last.length >= size || last.some(({ atMs }) => atMs === row.atMs)) batches.push([row]);
    else last.push(row);
  }
  return batches;
}

function expectClose(found: readonly (number | null)[], wanted: readonly (number | null)[], about: string): void {
  const isClose = (one: number | null, other: number | null | undefined) =>
    one === null || other === null || other === undefined
      ? one === other
      : Math.abs(other - one) <= 1e-9 * (1e5 + Math.abs(one));
  const index = wanted.findIndex((one, at) => !isClose(one, found[at]));
  expect(found.length, about).toBe(wanted.length);
  if (index >= 0) expect({ about, index, value: found[index] }).toEqual({ about, index, value: wanted[index] });
}

const passes: Record<UseIf, (value: number) => boolean> = {
  all: () => true,
  all_except_0: (reading) => reading !== 0,
  positive: (reading) => reading > 0,
  positive_and_0: (reading) => reading >= 0,
  negative: (reading) => reading < 0,
  negative_and_0: (reading) => reading <= 0,
};

/** The readings of one metric, folded in the simplest way. */
function foldPlainly(
  atMs: readonly number[],
  column: readonly Cell[],
  { func, useIf }: { func: FoldFunction; useIf: UseIf },
  range: { fromMs: number; toMs: number },
  edges: readonly number[],
): Float64Array {
  const inGroups = new Map<number, number[]>();
  let group = 0;
  for (const [index, at] of atMs.entries()) {
    const reading = column[index] ?? null;
    if (at < range.fromMs || at >= range.toMs || reading === null) continue;
    // Energy one way: what went the other way counts as nothing, and its time counts.
    const counted = passes[useIf](reading) ? reading : func === "hourly_average_sum" ? 0 : undefined;
    if (counted === undefined) continue;
    while ((edges[group + 1] as number) <= at) group++;
    inGroups.set(group, [...(inGroups.get(group) ?? []), counted]);
  }
  const sum = (readings: number[]) => readings.reduce((total, reading) => total + reading, 0);
  const folds: Record<FoldFunction, (readings: number[]) => number> = {
    average: (readings) => sum(readings) / readings.length,
    hourly_average_sum: (readings) => sum(readings) / readings.length,
    sum,
    min: (readings) => Math.min(...readings),
    max: (readings) => Math.max(...readings),
    first: (readings) => readings[0] as number,
    last: (readings) => readings.at(-1) as number,
    count: (readings) => readings.length,
  };
  const found = noValues(edges.length - 1);
  for (const [at, readings] of inGroups) found[at] = folds[func](readings);
  return found;
}

test("F7: rollups give the same answers as frames, for every function, class, zone and grouping, after late and shuffled frames, after sealing and opening again", async () => {
  const { db } = database;
  const functions = chartFunctions.filter((func) => func !== "energy");
  const series = metrics.flatMap((metric) =>
    functions.flatMap((func) => useIfClasses.map((useIf) => ({ metric, func, useIf }))),
  );
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const id = await addContainer(database, metrics);
      const frames = framesOf(id, drawn);
      const batches = batchesOf(shuffledParts(frames, drawn.seed), 200);
      const worker = workerOn(database, testClock(now));
      const tiers = tierWorkerOn(database, testClock(now));
      for (const [index, batch] of batches.entries()) {
        await write(database, batch);
        const isLast = index === batches.length - 1;
        if (index % 3 === 0 || isLast) while (await worker.work(true));
        // Days are sealed half-way through, so that the next batches open them again.
        if (drawn.isSealed && (index % 3 === 0 || isLast)) while (await tiers.seal());
      }
      if (drawn.isLastDirty) {
        const late = frames.slice(0, 3).map((row) => ({ ...row, atMs: row.atMs + 7 }));
        await write(database, late);
        for (const row of late) {
          const same = frames.findIndex(({ atMs }) => atMs === row.atMs);
          const before = frames[same];
          // Of an instant that is there already, what it lacks is filled.
          if (!before) frames.push(row);
          else frames[same] = { ...before, values: before.values.map((one, slot) => one ?? row.values[slot] ?? null) };
        }
      }
      const range = { fromMs: drawn.baseMs + drawn.fromMs, toMs: drawn.baseMs + drawn.fromMs + drawn.lengthMs };
      await db
        .insertInto("containerLatest")
        .values({ ...latest, containerId: id, everyS: drawn.everyS })
        .execute();
      const container = await met(id);
      const around = { fromMs: range.fromMs - energyMarginMs, toMs: range.toMs + energyMarginMs };
      const samples = await readSamples(db, id, metrics, around);
      const all = await readSamples(db, id, metrics, { fromMs: 0, toMs: Infinity });
      // The readings are those that were written, wherever they are kept.
      const inRange = frames
        .filter(({ atMs, values }) => atMs >= around.fromMs && atMs < around.toMs && values.some((one) => one !== null))
        .sort((one, other) => one.atMs - other.atMs);
      expect(samples.atMs).toEqual(inRange.map(({ atMs }) => atMs));
      expect(samples.columns).toEqual(metrics.map((_, slot) => inRange.map(({ values }) => values[slot] ?? null)));
      // Large charts find out in another way how much was measured.
      const measuredMs = await measuredOf(
        db,
        metrics.map((metric) => ({ container, slot: container.slots.get(metric) ?? 0 })),
        range,
        now,
      );
      for (const [index, found] of measuredMs.entries()) {
        const wanted = integratePower(
          all.atMs,
          all.columns[index] ?? [],
          [range.fromMs, range.toMs],
          drawn.everyS * 1000,
        );
        expect(found).toBeCloseTo(wanted.measuredMs[0] ?? 0, 6);
      }
      for (const zone of zones) {
        for (const group of groups) {
          const { edges } = boundedGroups(range, group, zone);
          const hours = hourEdges(range, edges, zone);
          const count = edges.length - 1;
          const found = await chartFromRollups(
            db,
            {
              series: series.map((one) => ({ ...one, containerIds: [id], multiply: 1 })),
              containers: new Map([[id, container]]),
              range,
              untilMs: range.toMs,
              nowMs: now,
              isCoverageWanted: true,
            },
            edges,
            hours,
          );
          expect(found).toBeDefined();
          // The path over single readings, which short ranges take, agrees too; tested only now and then, since it is
          // slow.
          const isChecked = group === "hour" && zone === zones[drawn.seed % zones.length];
          const byReadings = isChecked ? await foldGroups(db, container, series, range, edges) : undefined;
          for (const [index, wanted] of series.entries()) {
            const { metric, func, useIf } = wanted;
            const column = samples.columns[metrics.indexOf(metric)] ?? [];
            const parts = func === "hourly_average_sum" ? hours : edges;
            const plain = foldPlainly(samples.atMs, column, wanted, range, parts);
            const values = func === "hourly_average_sum" ? sumHours(plain, hours, edges, range) : plain;
            if (byReadings && func !== "hourly_average_sum") {
              const column = toColumn(byReadings[index] ?? noValues(count), 1);
              expectClose(column, toColumn(plain, 1), `readings ${metric} ${func}`);
            }
            expectClose(
              found?.columns[index] ?? [],
              toColumn(values, 1),
              `${metric} ${func} ${useIf} ${group} ${zone}`,
            );
            const ends = [range.fromMs, range.toMs];
            const whole = all.columns[metrics.indexOf(metric)] ?? [];
            const measured = integratePower(all.atMs, whole, ends, drawn.everyS * 1000);
            const share = (measured.measuredMs[0] ?? 0) / (range.toMs - range.fromMs);
            expect(found?.coverage[index]).toBeCloseTo(share, 9);
          }
          const clipped = edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs));
          const [energy] = await energyOfContainers(
            db,
            [{ container, metrics: ["solar.power", "solar.energy"] }],
            range,
            clipped,
            now,
          );
          const wantedEnergy = energyOf(
            { atMs: all.atMs, powerW: all.columns[0] ?? [], meterWh: all.columns[1] ?? [] },
            clipped,
            drawn.everyS * 1000,
          );
          expectClose(energy?.measuredMs ?? [], wantedEnergy.measuredMs, `measured ${group} ${zone}`);
          expectClose(energy?.wh ?? [], wantedEnergy.wh, `Wh ${group} ${zone}`);
        }
      }
    }),
    { numRuns: Number(process.env["F7_RUNS"] ?? 6), endOnFailure: true },
  );
}, 240_000);

const march = Date.UTC(2026, 2, 1);
const countsOf = async (containerId: string) => {
  const range = { fromMs: march, toMs: march + 4 * day };
  const { edges } = boundedGroups(range, "day", "UTC");
  const series = [
    { containerIds: [containerId], metric: "solar.power", func: "count", useIf: "all", multiply: 1 } as const,
  ];
  const containers = new Map([[containerId, await met(containerId)]]);
  return chartFromRollups(
    database.db,
    { series, containers, range, untilMs: range.toMs, nowMs: now, isCoverageWanted: true },
    edges,
    [],
  );
};

test("F7: a marked quarter hour is answered from frames, and from its summary once the worker has run", async () => {
  const id = await addContainer(database, metrics);
  await write(database, minutely(id, march, 3 * 1440));
  // Nothing is summarised yet: everything is answered from frames.
  expect(await countsOf(id)).toBeUndefined();
  await workerOn(database, testClock(now)).work(true);
  expect(await dirtyOf(id)).toEqual(new Set());
  expect((await countsOf(id))?.columns).toEqual([[1440, 1440, 1440, null]]);
  const late = march + day + 5 * hour + 30_000;
  await write(database, [{ containerId: id, atMs: late, values: [5] }]);
  expect([...(await dirtyOf(id))]).toEqual([Math.floor(late / (15 * minute))]);
  expect((await countsOf(id))?.columns).toEqual([[1440, 1441, 1440, null]]);
  await workerOn(database, testClock(now)).work(true);
  expect(await dirtyOf(id)).toEqual(new Set());
  await sealAll(database, testClock(now));
  expect((await countsOf(id))?.columns).toEqual([[1440, 1441, 1440, null]]);
  // A late frame opens its day again; everything else stays summarised.
  await write(database, [{ containerId: id, atMs: late + 1, values: [6] }]);
  expect([...(await dirtyOf(id))]).toEqual([Math.floor(late / (15 * minute))]);
  expect((await countsOf(id))?.columns).toEqual([[1440, 1442, 1440, null]]);
  await sealAll(database, testClock(now));
  // Without its readings, only the summary can answer.
  await database.pool.query("delete from chunk where container_id = $1", [id]);
  expect((await countsOf(id))?.columns).toEqual([[1440, 1442, 1440, null]]);
});
