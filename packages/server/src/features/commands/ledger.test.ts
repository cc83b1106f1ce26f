import type { Refusal } from "@offgrid/contract/core/refusal";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Config } from "../../config/config.ts";
import { deadlineJob, retentionJob } from "./command-deadlines.ts";
import { giveCommand } from "./give-command.ts";
import { containerId, LedgerBench } from "./ledger.fixture.ts";

let bench: LedgerBench;
beforeAll(async () => {
  bench = await LedgerBench.start();
});
afterAll(() => bench.database.drop());
beforeEach(async () => {
  await bench.database.pool.query("delete from command");
  bench.sent.length = 0;
  bench.isReachable = true;
  bench.onSend = () => undefined;
  bench.onWrite = () => undefined;
});

const given = async () => (await bench.give()) as string;
const state = async (id: string) => {
  const { state: is, reason, isLate } = await bench.read(id);
  return isLate ? `${is} late` : reason === null ? is : `${is} ${reason}`;
};

test("of two who switch an output at once one wins, and the other learns whose command it is", async () => {
  const tries = await Promise.allSettled([bench.mustGive(true), bench.mustGive(false)]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refusal = tries.find((one) => one.status === "rejected")?.reason as Refusal;
  expect(refusal).toMatchObject({ code: "output_busy", holder: { name: "Amina" } });
});

test("a command leaves once, however often and by whomever it is announced", async () => {
  const id = await given();
  await Promise.all([bench.send(id), bench.send(id)]);
  await bench.send(id);
  expect(bench.sent.map((message) => message.id)).toEqual([id]);
  expect(await state(id)).toBe("sent");
});

test("a command that was given before somebody else began to work at the container is not sent any more", async () => {
  const { pool } = bench.database;
  const begin = (userId: string) =>
    pool.query(
      `insert into works (id, container_id, state, user_id, reason, starts_at, ends_at, created_at)
        select $1, id, 'active', $1, 'Cables', now(), now() + interval '1 hour', now() from container`,
      [userId],
    );
  const own = await given();
  await begin(bench.userId);
  await bench.send(own);
  expect(await state(own)).toBe("sent");
  await pool.query("delete from command");
  const id = await given();
  await begin("binta");
  await bench.send(id);
  expect(await state(id)).toBe("refused works");
  await pool.query("delete from works");
});

test("two workers that find the same deadline end it once", async () => {
  await given();
  bench.clock.advance(30_000);
  const ended = await Promise.all([bench.expire(), bench.expire()]);
  expect(ended.toSorted()).toEqual([0, 1]);
});

test("a command that this version does not know, and so cannot end, keeps none of the others from its end", async () => {
  const id = await given();
  const { pool } = bench.database;
  // As after a rollback; it is due first.
  await pool.query(
    `insert into command (id, container_id, op, kind, target, args, wanted, user_id, created_at, expires_at, due_at)
    select 'newer', container_id, 'pump.set', kind, 'pump.1', args, wanted, user_id, created_at, expires_at,
      due_at - interval '1 s' from command`,
  );
  bench.clock.advance(30_000);
  await deadlineJob(bench.tools).run({ key: "", attempt: 1, signal: new AbortController().signal });
  expect(await state(id)).toBe("expired not_sent");
  expect(await bench.read("newer")).toMatchObject({ state: "queued" });
});

test("what the database fails at is sent when that is over, once, and holds up no other command", async () => {
  const id = await given();
  bench.clock.advance(1);
  const order = { containerId, target: "relay.2", op: "relay.set", args: { on: true }, userId: bench.userId } as const;
  const next = await bench.write((tx) => giveCommand(tx, order, bench.clock.now()));
  let writes = 0;
  bench.onWrite = () => {
    if (writes++ === 0) throw new Error("deadlock detected");
  };
  const sender = bench.sender();
  sender.send([id, next ?? ""]);
  await vi.waitFor(() => expect(bench.sent).toHaveLength(2), { timeout: 30_000 });
  await sender.stop();
  expect(bench.sent.map((message) => message.id)).toEqual([next, id]);
  expect(await state(id)).toBe("sent");
});

test("what the database fails at until its time is over is not sent any more", async () => {
  const id = await given();
  bench.onWrite = () => {
    bench.clock.advance(30_000);
    throw new Error("deadlock detected");
  };
  await bench.send(id);
  expect(await bench.expire()).toBe(1);
  bench.onWrite = () => undefined;
  await bench.send(id);
  expect(bench.sent).toEqual([]);
  expect(await state(id)).toBe("expired not_sent");
});

test("a process sends only what is announced to it, not what waits from before", async () => {
  const id = await given();
  await bench.send();
  expect(await state(id)).toBe("queued");
});

test("a command that was not sent in time expires, and is never sent late", async () => {
  const id = await given();
  bench.clock.advance(30_000);
  await bench.send(id);
  expect(bench.sent).toEqual([]);
  expect(await state(id)).toBe("expired not_sent");
});

test.each([
  ["the link is lost", "offline", async () => void (bench.isReachable = false)],
  [
    "the right is lost",
    "rights",
    () => bench.database.pool.query("delete from container_user where user_id = $1", [bench.userId]),
  ],
  [
    "the output is locked",
    "locked",
    () =>
      bench.database.pool.query(
        "insert into output_lock (container_id, target, state, user_id, reason, since) values ($1, 'relay.1', 'requested', $2, 'Work', now())",
        [containerId, bench.userId],
      ),
  ],
])("a command does not leave when %s after it was given", async (_, reason, happens) => {
  const id = await given();
  await happens();
  await bench.send(id);
  expect(bench.sent).toEqual([]);
  expect(await state(id)).toBe(`refused ${reason}`);
  await bench.database.pool.query("delete from output_lock");
  await bench.database.pool.query("insert into container_user values ($1, $2) on conflict do nothing", [
    containerId,
    bench.userId,
  ]);
});

test("a portal that is killed after it noted the sending leaves a command of which nothing is known, not one that expired", async () => {
  const id = await given();
  bench.onSend = () => {
    throw new Error("killed");
  };
  await bench.send(id);
  bench.onSend = () => undefined;
  await bench.send(id);
  expect(bench.sent).toEqual([]);
  bench.clock.advance(39_999);
  expect(await bench.expire()).toBe(0);
  bench.clock.advance(1);
  expect(await bench.expire()).toBe(1);
  expect(await state(id)).toBe("unknown no_answer");
});

test("what was accepted and has no end in the time of its operation is unknown; only a late answer ends that, within a week", async () => {
  const id = await given();
  await bench.send(id);
  await bench.answer({ id, st: "accepted" });
  bench.clock.advance(14_999);
  expect(await bench.expire()).toBe(0);
  bench.clock.advance(1);
  expect(await bench.expire()).toBe(1);
  expect(await state(id)).toBe("unknown no_answer");
  bench.clock.advance(86_400_000);
  expect(await bench.expire()).toBe(0);
  await bench.answer({ id, st: "duplicate", was: "done", value: true });
  expect(await state(id)).toBe("done late");
});

test("an answer after more than a week is not believed", async () => {
  const id = await given();
  await bench.send(id);
  bench.clock.advance(40_000);
  await bench.expire();
  bench.clock.advance(8 * 86_400_000);
  await bench.answer({ id, st: "done", value: true });
  expect(await state(id)).toBe("unknown no_answer");
});

test("commands are forgotten with the audit's lines about them, but none that has not ended", async () => {
  const ended = await given();
  await bench.send(ended);
  await bench.answer({ id: ended, st: "done", value: true });
  const open = await given();
  const { clock } = bench;
  const job = retentionJob({ db: bench.database.db, clock, config: { auditDays: 90 } as Config });
  const run = () => job.run({ key: "", attempt: 1, signal: new AbortController().signal });
  clock.advance(90 * 86_400_000);
  await run();
  expect(await state(ended)).toBe("done");
  clock.advance(1_000);
  await run();
  await expect(bench.read(ended)).rejects.toThrow("there is no command");
  expect(await state(open)).toBe("queued");
});

test("done without the value that was read back, or with another one, is a mismatch", async () => {
  for (const value of [undefined, false, 1, null]) {
    const id = await given();
    await bench.send(id);
    await bench.answer({ id, st: "done", value });
    expect(await state(id)).toBe("failed mismatch");
  }
});
