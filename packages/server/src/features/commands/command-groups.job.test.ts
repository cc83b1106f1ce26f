import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { registerContainer } from "../containers/registration.ts";
import { groupJob, stepGroup } from "./command-groups.job.ts";
import * as groups from "./command-groups.store.ts";
import { LedgerBench } from "./ledger.fixture.ts";

const ids = Array.from({ length: 14 }, (_, index) => `c${String(index).padStart(2, "0")}`);

let bench: LedgerBench;
beforeAll(async () => {
  bench = await LedgerBench.start();
  const { pool } = bench.database;
  for (const id of ids) {
    await bench.write((tx) =>
      registerContainer(tx, { containerId: id, name: id, serialNumber: id, users: [bench.userId] }),
    );
    await pool.query("insert into container_metric (container_id, slot, name) values ($1, 0, 'relay.1.on')", [id]);
    await pool.query(
      `insert into container_latest (container_id, live_values, devices, capabilities, linked, last_contact_at)
        values ($1, '{}', '[]', '["relay"]', true, $2)`,
      [id, new Date(bench.clock.now())],
    );
  }
});
afterAll(() => bench.database.drop());

beforeEach(async () => {
  await bench.database.pool.query("delete from command");
  await bench.database.pool.query("delete from command_group");
  const order = { id: "g", op: "relay.set", target: "relay.1", args: { on: true }, userId: bench.userId } as const;
  await bench.write((tx) => groups.insertGroup(tx, order, ids, bench.clock.now()));
});

const step = () => stepGroup(bench.tools, "g");
const count = async () => Number((await bench.database.pool.query("select count(*) from command")).rows[0].count);
const state = async () => (await groups.findGroup(bench.database.db, "g"))?.state;
/** So many of the open commands come to this, in the order of their containers. */
const end = (how: string, many: number) =>
  bench.database.pool.query(
    `update command set state = $1, due_at = null where id in
      (select id from command where state = 'queued' order by container_id limit $2)`,
    [how, many],
  );

test("ten commands are given first, and not again by another worker or after a restart", async () => {
  await Promise.all([step(), step()]);
  await step();
  expect(await count()).toBe(10);
  await end("done", 10);
  await step();
  expect(await count()).toBe(14);
  expect(await state()).toBe("running");
  await end("done", 4);
  await step();
  expect(await state()).toBe("done");
});

test("after three failures of the first ten no further command is given", async () => {
  await step();
  await end("failed", 3);
  await step();
  expect(await state()).toBe("stopped");
  await end("done", 7);
  await step();
  expect(await count()).toBe(10);
});

test("a group that was cancelled gives nothing more, also where a worker is about to", async () => {
  await step();
  await end("done", 10);
  await groups.endGroup(bench.database.db, "g", "cancelled", bench.clock.now());
  await step();
  expect([await count(), await state()]).toEqual([10, "cancelled"]);
});

test("who lost the right to control a container gives no command to it, and the others go on", async () => {
  const { pool } = bench.database;
  const { rows } = await pool.query("delete from container_user where container_id <= 'c03' returning container_id");
  await step();
  for (const row of rows)
    await pool.query("insert into container_user (container_id, user_id) values ($1, $2)", [
      row.container_id,
      bench.userId,
    ]);
  expect(await count()).toBe(10);
  const members = await groups.listMembers(bench.database.db, "g");
  expect(members.map(({ obstacle }) => obstacle).slice(0, 5)).toEqual(["rights", "rights", "rights", "rights", null]);
});

test("what could not be given within ten minutes is not given later by itself", async () => {
  await bench.database.pool.query("update command_group set created_at = created_at - interval '10 minutes 1 second'");
  await step();
  expect([await count(), await state()]).toEqual([0, "expired"]);
});

test("a group that always fails does not keep the others from going on", async () => {
  await bench.database.pool.query(
    `insert into command_group (id, op, target, args, user_id, created_at)
      values ('from a newer version', 'light.set', 'light.1', '{}', $1, $2)`,
    [bench.userId, new Date(bench.clock.now() - 1_000)],
  );
  await bench.database.pool.query("insert into command_group_member values ('from a newer version', 'c00')");
  const job = groupJob(bench.tools);
  await job.run({ key: "", attempt: 1, signal: new AbortController().signal });
  expect(await count()).toBe(10);
});
