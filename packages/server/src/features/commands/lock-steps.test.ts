import { portalUserId } from "@offgrid/contract/core/constants";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { containerId, LedgerBench } from "./ledger.fixture.ts";
import { askController } from "./lock-steps.ts";
import * as locks from "./locks.store.ts";

const output = { containerId, target: "relay.1" };

let bench: LedgerBench;
beforeAll(async () => {
  bench = await LedgerBench.start();
});
afterAll(() => bench.database.drop());
beforeEach(async () => {
  await bench.database.pool.query("delete from command");
  await bench.database.pool.query("delete from output_lock");
  bench.sent.length = 0;
});

const current = () => locks.findLock(bench.database.db, output);
const lock = () =>
  bench.write((tx) => locks.requestLock(tx, output, { userId: bench.userId, reason: "Work" }, bench.clock.now()));
const release = () => bench.write((tx) => locks.startRelease(tx, output, bench.userId, bench.clock.now()));

/** @returns the id of the command that asks the controller for the lock or its release. */
async function asked(): Promise<string> {
  const id = await bench.write(async (tx) =>
    askController(tx, (await locks.findLock(tx, output)) as locks.LockRow, bench.clock.now()),
  );
  await bench.send(id as string);
  return id as string;
}

async function held(): Promise<void> {
  await lock();
  await bench.answer({ id: await asked(), st: "done", value: true });
  expect(await current()).toMatchObject({ state: "held" });
}

test.each([
  ["has lost the container", "delete from container_user where user_id = $1"],
  ["is no longer there", "delete from app_user where id = $1"],
])("an output becomes free although whoever released it %s before it left", async (_, loss) => {
  const lost = await LedgerBench.start();
  const whole = bench;
  bench = lost;
  try {
    await held();
    await release();
    await lost.database.pool.query(loss, [lost.userId]);
    await lost.answer({ id: await asked(), st: "done", value: false });
    expect(await current()).toBeUndefined();
  } finally {
    bench = whole;
    await lost.database.drop();
  }
});

test("a lock that is taken anew while its release waits is still known to have been sent, however long ago", async () => {
  await held();
  await release();
  bench.clock.advance(1_000);
  await lock();
  await bench.database.pool.query("delete from command");
  expect(await locks.mayHaveLeft(bench.database.db, (await current()) as locks.LockRow)).toBe(true);
});

test("a check of a confirmed lock is the portal's own, and the controller still learns whose lock it is", async () => {
  await held();
  expect(await bench.read(await asked())).toMatchObject({ op: "lock.set", userId: portalUserId });
  expect(bench.sent.map(({ by }) => by)).toEqual([bench.userId, bench.userId]);
});

test("a late answer to a lock from before confirms no newer one: the controller is asked again", async () => {
  await lock();
  const before = await asked();
  bench.clock.advance(40_000);
  await bench.expire();
  await release();
  bench.clock.advance(1_000);
  await lock();
  await bench.answer({ id: before, st: "done", value: true });
  expect(await current()).toMatchObject({ state: "requested", dueAt: new Date(bench.clock.now()) });
});
