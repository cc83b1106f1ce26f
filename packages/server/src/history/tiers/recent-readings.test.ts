import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { statementsOf } from "../../testing/statements.ts";
import { testClock } from "../../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { readContainers } from "../chart-containers.store.ts";
import { addContainer, everyContainer, tierWorkerOn, workerOn, write } from "../rollups/rollups.fixture.ts";
import { readRecent } from "./recent-readings.ts";
import { beginReplacement, replaceDay } from "./replace.store.ts";
import { readSamples } from "./samples.store.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 2, 1);
const now = start + 2 * day + 14 * hour;
const by = { userId: "test", nowMs: now };
const metrics = ["solar.power", "load.power"];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** What a chart reads, as it does: it has the database describe the container first. */
async function recent(id: string, names: readonly string[], range: { fromMs: number; toMs: number }, limit = 10_000) {
  const [container] = await readContainers(database.db, everyContainer(database.db), [id], names);
  if (!container) throw new Error("The container is not there.");
  return readRecent(database.db, container, names, range, { nowMs: now, limit });
}

const summarise = async () => {
  const worker = workerOn(database, testClock(now));
  while (await worker.work(true));
};

const within = fc.integer({ min: 0, max: now - start });
const value = fc.option(fc.integer({ min: -50, max: 50 }), { freq: 4 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      fromMs: within,
      periodMs: fc.constantFrom(10_000, minute, 20 * minute),
      values: fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 40 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      fromMs: within,
      lengthMs: fc.constantFrom(1, 7 * minute, 3 * hour, day, 3 * day),
      names: fc.constantFrom(metrics, metrics.slice(0, 1), metrics.slice(1), [...metrics, "never.sent"]),
      limit: fc.constantFrom(10_000, 10_000, 20),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("summarise" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("seal" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("replace" as const),
      dayOf: fc.integer({ min: 0, max: 2 }),
      values: fc.array(value, { maxLength: 5 }),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** All readings of the days. */
const whole: Step = { kind: "ask", fromMs: 0, lengthMs: 3 * day, names: metrics, limit: 10_000 };
const write5: Step = { kind: "write", fromMs: hour, periodMs: minute, values: [[5, null]] };
const sum: Step = { kind: "summarise" };
const tellingSteps: [Step[]][] = [
  // Late readings whose mark is gone by the time that they are asked for.
  [[write5, sum, whole, { ...write5, fromMs: hour + 1 }, sum, whole]],
  // Readings that are taken away before they were ever summarised change no summary.
  [[write5, whole, { kind: "replace", dayOf: 0, values: [] }, sum, whole]],
];

test("readings of the last days are those that are stored, whatever was asked, written late, summarised, sealed or corrected before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 25 }), async (steps) => {
      const id = await addContainer(database, metrics);
      for (const one of steps) {
        if (one.kind === "write") {
          const rows = one.values.map((values, index) => ({
            containerId: id,
            atMs: one.fromMs + start + index * one.periodMs,
            values,
          }));
          await write(
            database,
            rows.filter(({ values }) => values.some((each) => each !== null)),
            now,
          );
        } else if (one.kind === "summarise") await summarise();
        else if (one.kind === "seal") {
          await summarise();
          const tiers = tierWorkerOn(database, testClock(now));
          while (await tiers.seal());
        } else if (one.kind === "replace") {
          const fromMs = start + one.dayOf * day;
          const correction = await beginReplacement(
            database.db,
            { containerId: id, slots: [1], fromMs, toMs: fromMs + day },
            by,
          );
          const rows = one.values.map((each, index) => ({ atMs: fromMs + index * hour, values: [each] }));
          await replaceDay(database.db, correction, fromMs / day, rows, now);
        } else {
          const range = { fromMs: start + one.fromMs, toMs: start + one.fromMs + one.lengthMs };
          const { names, limit } = one;
          expect(await recent(id, names, range, limit)).toEqual(
            await readSamples(database.db, id, names, range, { limit }),
          );
        }
      }
    }),
    { examples: tellingSteps, numRuns: Number(process.env["RECENT_RUNS"] ?? 40) },
  );
});

test("only quarter hours in which something came are read again", async () => {
  const id = await addContainer(database, metrics);
  const rows = (fromMs: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ containerId: id, atMs: fromMs + index * minute, values: [index] }));
  await write(database, rows(now - 20 * hour, 19 * 60), now);
  await summarise();
  const range = { fromMs: now - day, toMs: now };
  await recent(id, metrics, range);
  const statements = statementsOf(database.pool);
  const ofFrames = () => statements.filter((statement) => statement.includes("from frame")).length;
  await recent(id, metrics, range);
  expect(ofFrames()).toBe(0);
  await write(database, rows(now - 5 * minute, 5), now);
  expect((await recent(id, metrics, range)).atMs).toHaveLength(19 * 60 + 5);
  expect(ofFrames()).toBe(1);
});
