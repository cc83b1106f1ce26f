import type { EnergyAnswer, EnergyQuestion } from "@offgrid/contract/charts/charts.schema";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { readContainers } from "../chart-containers.store.ts";
import type { ChartContainer } from "../chart-containers.store.ts";
import { boundedGroups, rangeOf } from "../chart-range.ts";
import { energyOf } from "./energy.ts";
import { sumEnergy } from "./fleet-energy.ts";
import type { FrameRow } from "../tiers/frames.store.ts";
import { addContainer, everyContainer, tierWorkerOn, workerOn, write } from "../rollups/rollups.fixture.ts";
import { readSamples } from "../tiers/samples.store.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const metrics = ["solar.power", "solar.energy"] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The energy from every frame of every container, by energy.ts. */
async function slowly(
  question: EnergyQuestion,
  containers: readonly ChartContainer[],
  nowMs: number,
): Promise<Pick<EnergyAnswer, "values" | "coverage" | "total">> {
  const range = rangeOf(question, nowMs, question.zone ?? "UTC");
  const { edges } = boundedGroups(range, question.groupBy, question.zone ?? "UTC");
  const clipped = edges.map((edge) => Math.min(Math.max(edge, range.fromMs), range.toMs));
  const values: (number | null)[] = edges.slice(1).map(() => null);
  let measured = 0;
  for (const { id, everyS } of containers) {
    const { atMs, columns } = await readSamples(database.db, id, metrics, { fromMs: 0, toMs: Infinity });
    const [powerW = [], meterWh = []] = columns;
    const { wh, measuredMs } = energyOf({ atMs, powerW, meterWh }, clipped, everyS * 1000);
    for (const [group, found] of wh.entries()) if (found !== null) values[group] = (values[group] ?? 0) + found;
    measured += measuredMs.reduce((sum, ms) => sum + ms, 0);
  }
  const measuring = containers.filter(({ slots }) => slots.size > 0);
  const wholeMs = (Math.min(range.toMs, nowMs) - range.fromMs) * Math.max(1, measuring.length);
  return {
    values,
    coverage: Math.min(1, measured / wholeMs),
    total: values.reduce<number>((sum, wh) => sum + (wh ?? 0), 0),
  };
}

async function fleet(ids: readonly string[]): Promise<ChartContainer[]> {
  return readContainers(database.db, everyContainer(database.db), ids, metrics);
}

async function expectEqual(question: EnergyQuestion, ids: readonly string[], nowMs: number): Promise<void> {
  const containers = await fleet(ids);
  const found = await sumEnergy(database.db, question, containers, metrics, nowMs);
  const wanted = await slowly(question, containers, nowMs);
  const about = JSON.stringify({ ...question, nowMs });
  expect(found.values.length, about).toBe(wanted.values.length);
  for (const [group, value] of wanted.values.entries()) {
    const other = found.values[group] ?? null;
    if (value === null || other === null) expect(other, `${about} ${group}`).toBe(value);
    else expect(Math.abs(other - value), `${about} ${group}`).toBeLessThanOrEqual(1e-9 * (1e5 + Math.abs(value)));
  }
  expect(found.coverage, about).toBeCloseTo(wanted.coverage, 9);
  expect(found.total, about).toBeCloseTo(wanted.total, 3);
}

const pieces = fc.array(
  fc.record({
    /** Time before the first reading: next to nothing, a gap, hours, more than a day, more than a week. */
    pauseMs: fc.constantFrom(0, 1, 40_000, 4 * minute, 20 * minute, 5 * hour, 30 * hour, 11 * day),
    periodMs: fc.constantFrom(10_000, minute, 5 * minute, 15 * minute, hour),
    count: fc.integer({ min: 1, max: 300 }),
    power: fc.constantFrom("none", "steady", "swings"),
    meter: fc.constantFrom("none", "rises", "resets", "dips"),
  }),
  { minLength: 1, maxLength: 8 },
);

type Piece = typeof pieces extends fc.Arbitrary<(infer One)[]> ? One : never;

function readingsOf(containerId: string, fromMs: number, toMs: number, drawn: readonly Piece[]): FrameRow[] {
  const rows: FrameRow[] = [];
  let atMs = fromMs;
  let meterWh = 1_000;
  for (let turn = 0; atMs < toMs && turn < 12; turn++) {
    const { pauseMs, periodMs, count, power, meter } = drawn[turn % drawn.length] as Piece;
    atMs += pauseMs;
    for (let index = 0; index < count && atMs < toMs; index++) {
      meterWh += index % 5;
      if (meter === "resets" && index === count >> 1) meterWh = 0;
      const shown = meter === "dips" && index % 40 === 20 ? meterWh - 500 : meterWh;
      const powerW = power === "steady" ? 100 : Math.round(300 * Math.sin(index / 7)) - 20;
      rows.push({ containerId, atMs, values: [power === "none" ? null : powerW, meter === "none" ? null : shown] });
      atMs += periodMs + ((index * 977) % 1000);
    }
  }
  return rows;
}

const questions: readonly EnergyQuestion[] = [
  { period: "today", groupBy: "hour", zone: "Europe/Paris" },
  { period: "yesterday", groupBy: "hour", zone: "Asia/Kathmandu" },
  { period: "7_days", groupBy: "day", zone: "Europe/Paris" },
  { period: "week", groupBy: "day", zone: "America/St_Johns" },
  { period: "begin_of_month", groupBy: "week", zone: "UTC" },
];

test("the energy of many containers always agrees with their single readings, while readings arrive, late ones too, and days are summarised and sealed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(pieces, fc.constantFrom(10, 60, 900)), { minLength: 2, maxLength: 4 }),
      fc.constantFrom(Date.UTC(2026, 2, 30, 9, 7, 31, 5), Date.UTC(2026, 3, 6, 13, 30)),
      fc.array(fc.constantFrom("append", "late", "summarise", "seal", "wait"), { minLength: 4, maxLength: 8 }),
      async (drawn, startMs, steps) => {
        let nowMs = startMs;
        const ids: string[] = [];
        for (const [some, everyS] of drawn) {
          const id = await addContainer(database, metrics);
          ids.push(id);
          await database.db
            .insertInto("containerLatest")
            .values({ liveValues: "{}", devices: "[]", capabilities: "[]", containerId: id, everyS })
            .execute();
          await write(database, readingsOf(id, startMs - (ids.length % 2 ? 25 : 8) * day, startMs, some), nowMs);
        }
        const worker = () => workerOn(database, testClock(nowMs));
        for (const [turn, step] of ["summarise", ...steps].entries()) {
          const id = ids[turn % ids.length] as string;
          const [some = []] = drawn[turn % drawn.length] ?? [];
          if (step === "append") {
            nowMs += 90_000;
            await write(database, readingsOf(id, nowMs - 80_000, nowMs, some), nowMs);
          } else if (step === "late") {
            // A frame in the middle of a day that may be sealed, and one that is ahead of its time.
            const atMs = startMs - ((turn * 37) % 190) * hour + 1_234;
            await write(database, [{ containerId: id, atMs, values: [55, 5_000] }], nowMs);
            await write(database, [{ containerId: id, atMs: nowMs + 4 * hour + turn, values: [7, null] }], nowMs);
          } else if (step === "summarise") while (await worker().work(true));
          else if (step === "seal") while (await tierWorkerOn(database, testClock(nowMs)).seal());
          else nowMs += 17 * minute;
          for (const question of questions) await expectEqual(question, ids, nowMs);
        }
      },
    ),
    { numRuns: Number(process.env["FLEET_RUNS"] ?? 4), endOnFailure: true },
  );
}, 240_000);

test("the energy of a fleet takes a few statements, however many containers there are", async () => {
  const nowMs = Date.UTC(2026, 3, 20, 12);
  const ids: string[] = [];
  for (let number = 0; number < 12; number++) {
    const id = await addContainer(database, metrics);
    ids.push(id);
    const steady = { pauseMs: 0, periodMs: 5 * minute, count: 300, power: "steady", meter: "rises" } as const;
    await write(database, readingsOf(id, nowMs - 9 * day, nowMs - hour, [steady]), nowMs);
  }
  while (await workerOn(database, testClock(nowMs)).work(true));
  let statements = 0;
  const counting = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const ask = async (atMs: number) => {
    const before = statements;
    const containers = await readContainers(counting, everyContainer(database.db), ids, metrics);
    const { total } = await sumEnergy(
      counting,
      { period: "7_days", groupBy: "day", zone: "UTC" },
      containers,
      metrics,
      atMs,
    );
    expect(total).toBeGreaterThan(0);
    return statements - before;
  };
  expect(await ask(nowMs)).toBeLessThanOrEqual(4);
  // Nothing has come since, and the only statement is the one that finds this out.
  expect(await ask(nowMs + minute)).toBe(1);
});
