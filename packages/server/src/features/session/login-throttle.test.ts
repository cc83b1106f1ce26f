import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { TooMany } from "../../calls/limits.ts";
import { networkOf } from "../../calls/network.ts";
import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import type { Attempt } from "./login-throttle.ts";
import * as tries from "./sign-in-tries.store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate sign_in_tries"));

const from = (email: string, address: string, isKnown = false): Attempt => ({ email, address, isKnown });

/** @returns seconds to wait, and whether this is the first try in this wait; 0: the try was counted. */
async function tryOnce(attempt: Attempt, nowMs: number): Promise<{ waitS: number; isFirst?: boolean }> {
  try {
    await tries.begin(database.db, attempt, nowMs);
    return { waitS: 0 };
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return { waitS: error.retryAfterS ?? 0, isFirst: error.isFirst };
  }
}

test("pauses double up to a quarter of an hour", async () => {
  let nowMs = 0;
  const pauses: number[] = [];
  while (pauses.length < 14) {
    const { waitS } = await tryOnce(from("a@b.org", "192.0.2.1", true), nowMs);
    if (waitS > 0) pauses.push(waitS);
    nowMs += waitS * 1_000;
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
});

test("other networks and other accounts are not slowed down", async () => {
  for (let attempt = 0; attempt < 9; attempt++) await tryOnce(from("a@b.org", "192.0.2.1"), 0);
  expect((await tryOnce(from("a@b.org", "192.0.2.77"), 0)).waitS).toBeGreaterThan(0);
  expect((await tryOnce(from("a@b.org", "192.0.3.1"), 0)).waitS).toBe(0);
  expect((await tryOnce(from("c@b.org", "192.0.2.1"), 0)).waitS).toBe(0);
});

test("a free try that began before another was counted goes ahead", async () => {
  await tryOnce(from("a@b.org", "192.0.2.1"), 1_005);
  expect((await tryOnce(from("a@b.org", "192.0.2.1"), 1_000)).waitS).toBe(0);
});

test("a success clears the tries, and so does time", async () => {
  const attempt = from("a@b.org", "192.0.2.1");
  for (let count = 0; count < 4; count++) await tryOnce(attempt, 0);
  await tries.succeeded(database.db, attempt);
  for (let count = 0; count < 5; count++) expect((await tryOnce(attempt, 0)).waitS).toBe(0);
  expect((await tryOnce(attempt, 0)).waitS).toBe(1);
  for (let count = 0; count < 5; count++) expect((await tryOnce(attempt, 5 * 60_000)).waitS).toBe(0);
});

test("of simultaneous tries, as from two processes, five are let through", async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => tryOnce(from("a@b.org", "192.0.2.1"), 0)));
  expect(answers.filter(({ waitS }) => waitS === 0)).toHaveLength(5);
  expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1);
});

test("each wait is reported once, however many tries it refuses", async () => {
  const attempt = from("a@b.org", "192.0.2.1", true);
  for (let count = 0; count < 5; count++) await tryOnce(attempt, 0);
  expect(await tryOnce(attempt, 0)).toEqual({ waitS: 1, isFirst: true });
  expect(await tryOnce(attempt, 0)).toEqual({ waitS: 1, isFirst: false });
  expect(await tryOnce(attempt, 1_000)).toEqual({ waitS: 0 });
  expect(await tryOnce(attempt, 1_000)).toEqual({ waitS: 2, isFirst: true });
});

test("twenty failures from one network raise one alert, and then no account can be tried from there", async () => {
  const alerts = await Promise.all(
    Array.from({ length: 25 }, (_, index) => tries.failed(database.db, from(`p${index}@b.org`, "192.0.2.1"), 0)),
  );
  expect(alerts.filter(Boolean)).toHaveLength(1);
  expect((await tryOnce(from("new@b.org", "192.0.2.9"), 0)).waitS).toBe(600);
  expect((await tryOnce(from("new@b.org", "192.0.3.9"), 0)).waitS).toBe(0);
});

test("of tries of many accounts at once from one network, as from two processes, twenty are let through", async () => {
  const people = Array.from({ length: 60 }, (_, index) => from(`p${index}@b.org`, `192.0.2.${index}`));
  const answers = await Promise.all(people.map((attempt) => tryOnce(attempt, 0)));
  const begun = people.filter((_, index) => answers[index]?.waitS === 0);
  expect(begun).toHaveLength(20);
  expect(answers.filter(({ waitS }) => waitS > 0).every(({ waitS }) => waitS === 2)).toBe(true);
  expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1);

  // Whoever was right or was not checked gives the place back; whoever was wrong keeps it.
  const [right, unchecked, ...wrong] = begun as [Attempt, Attempt, ...Attempt[]];
  await tries.succeeded(database.db, right);
  await tries.withdrawn(database.db, unchecked);
  const alerts = await Promise.all(wrong.map((attempt) => tries.failed(database.db, attempt, 0)));
  expect(alerts.some(Boolean)).toBe(false);
  const more = await Promise.all(
    people.slice(0, 30).map(({ address }, index) => tryOnce(from(`q${index}`, address), 0)),
  );
  expect(more.filter(({ waitS }) => waitS === 0)).toHaveLength(2);
});

test("tries that wait for each other's counts leave the connections of the pool to others", async () => {
  const { pool, db } = database;
  // The row of the network is there; whoever counts next waits for it.
  await tryOnce(from("first@b.org", "192.0.2.1"), 0);
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from sign_in_tries for update");
  const people = Array.from({ length: 15 }, (_, index) => from(`w${index}@b.org`, "192.0.2.1"));
  const answers = Promise.all(people.map((attempt) => tryOnce(attempt, 0)));
  const held = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(held)).rowCount).toBeGreaterThanOrEqual(2);
  // The others have had the time of a statement to take a connection, too.
  expect((await pool.query(held)).rowCount).toBe(2);
  expect(pool.totalCount - pool.idleCount).toBeLessThanOrEqual(4);
  await holder.query("rollback");
  holder.release();
  expect((await answers).every(({ waitS }) => waitS === 0)).toBe(true);
  await db.deleteFrom("signInTries").execute();
});

test("a try that was not checked costs no free try", async () => {
  const attempt = from("a@b.org", "192.0.2.1");
  for (let count = 0; count < 30; count++) {
    expect((await tryOnce(attempt, 0)).waitS).toBe(0);
    await tries.withdrawn(database.db, attempt);
  }
});

test("old counts are removed from the table", async () => {
  await tries.failed(database.db, from("a@b.org", "192.0.2.1"), 0);
  await tries.failed(database.db, from("a@b.org", "192.0.3.1"), 60 * 60_000);
  const rows = await database.db.selectFrom("signInTries").select("key").execute();
  expect(rows).toEqual([{ key: "network 192.0.3" }]);
});

test.each([
  ["192.0.2.200", "192.0.2"],
  ["::ffff:192.0.2.200", "192.0.2"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("%s is in the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
