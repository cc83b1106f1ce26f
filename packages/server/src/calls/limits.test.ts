import type { Call } from "@offgrid/contract/core/call";
import { calls } from "@offgrid/contract/registry";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { type TestClock, testClock } from "../testing/test-clock.ts";
import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { Limits, TooMany } from "./limits.ts";

const minute = 60_000;
let database: TestDatabase;
let clock: TestClock;
/** As two processes on one database would have them. */
let one: Limits;
let other: Limits;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query("truncate limit_window");
  clock = testClock(Date.UTC(2026, 10, 20, 12));
  const parts = { db: database.db, clock };
  one = new Limits(parts);
  other = new Limits(parts);
});

/** The outcome of simultaneous calls: let through, refused, and refused as the first of their window. */
async function outcomes(calls_: Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls_);
  const refused = settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused.every((error) => error instanceof TooMany)).toBe(true);
  return {
    passed: settled.length - refused.length,
    refused: refused.length,
    first: refused.filter((error) => (error as TooMany).isFirst).length,
  };
}

test("two processes count together, exactly, and one refusal of a window is the first", async () => {
  const tries = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take("guess", 5, minute));
  expect(await outcomes(tries)).toEqual({ passed: 5, refused: 15, first: 1 });
  clock.advance(30_000);
  await expect(one.take("guess", 5, minute)).rejects.toMatchObject({ retryAfterS: 30, isFirst: false });
  expect(await other.tryTake("other", 5, minute)).toBe(true);
  clock.advance(30_000);
  expect(await outcomes([one.take("guess", 5, minute)])).toEqual({ passed: 1, refused: 0, first: 0 });
});

test("a flood of one key leaves the database alone", async () => {
  for (let taken = 0; taken < 2; taken++) await one.take("flood", 2, minute);
  await outcomes([one.take("flood", 2, minute)]);
  const version = async () =>
    (await database.pool.query<{ xmin: string }>("select xmin from limit_window where key = 'flood'")).rows;
  const before = await version();
  expect(await outcomes(Array.from({ length: 50 }, () => one.take("flood", 2, minute)))).toMatchObject({ refused: 50 });
  expect(await outcomes(Array.from({ length: 50 }, () => other.take("flood", 2, minute)))).toMatchObject({
    refused: 50,
  });
  expect(await version()).toEqual(before);
});

test("a key that is forgotten starts from zero", async () => {
  for (let taken = 0; taken < 2; taken++) await one.take("code", 2, minute);
  await outcomes([one.take("code", 2, minute)]);
  await one.forget("code");
  expect(await outcomes([one.take("code", 2, minute)])).toMatchObject({ passed: 1 });
});

test("a rough limit is exact in one process, and one more process grants a quarter more at most", async () => {
  const alone = Array.from({ length: 150 }, () => one.takeRoughly("calls", 100, 1_000));
  expect(await outcomes(alone)).toMatchObject({ passed: 100, refused: 50 });
  expect(await outcomes(Array.from({ length: 50 }, () => other.takeRoughly("calls", 100, 1_000)))).toMatchObject({
    passed: 25,
  });
  clock.advance(1_000);
  expect(await outcomes([one.takeRoughly("calls", 100, 1_000)])).toMatchObject({ passed: 1 });
});

test("few calls of a session ask the database nothing", async () => {
  for (let call = 0; call < 25; call++) await one.takeRoughly("screen", 100, 1_000);
  expect((await database.pool.query("select from limit_window")).rowCount).toBe(0);
});

test("windows that are over go from the table", async () => {
  await one.take("short", 5, minute);
  await one.take("long", 5, 60 * minute);
  clock.advance(minute);
  await other.sweep();
  expect((await database.pool.query<{ key: string }>("select key from limit_window")).rows).toEqual([{ key: "long" }]);
});

test("every call that anyone may make has a limit of its own", () => {
  const open = Object.entries<Call>(calls).filter(([, call]) => call.access === "public");
  expect(open.length).toBeGreaterThan(0);
  expect(open.filter(([, call]) => call.perMinute === undefined).map(([name]) => name)).toEqual([]);
});

test("a person takes five files of measurements a minute, of each kind", () => {
  const { exportData, chartExport, auditExport, commandExport } = calls;
  expect([exportData, chartExport, auditExport, commandExport].map(({ perMinute }) => perMinute)).toEqual([5, 5, 5, 5]);
});
