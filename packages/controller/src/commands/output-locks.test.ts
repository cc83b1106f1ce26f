import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

import { command, ExecutorBench } from "../testing/executor-bench.ts";
import { disk } from "../testing/full-disk.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const bench = new ExecutorBench();
const answersTo = (id: string) => bench.sent.filter((result) => result.id === id).map(({ st, error }) => error ?? st);
const settled = () => vi.advanceTimersByTimeAsync(20_000);
const lock = (id: string, target = "relay.1") => command(id, { op: "lock.set", target, args: { reason: "The pump" } });
const release = (id: string) => command(id, { op: "lock.clear", args: {} });

async function receive(...commands: ReturnType<typeof command>[]): Promise<void> {
  for (const one of commands) bench.running.executor.receive(one);
  await settled();
}

test("nobody switches a locked output, neither on nor off; another one is free", async () => {
  await receive(lock("lock"));
  expect(answersTo("lock")).toEqual(["accepted", "done"]);
  await receive(command("on"), command("off", { args: { on: false } }), command("other", { target: "relay.2" }));
  expect(answersTo("on")).toEqual(["locked"]);
  expect(answersTo("off")).toEqual(["locked"]);
  expect(answersTo("other")).toEqual(["accepted", "done"]);
  expect(bench.board.writes.map(({ target }) => target)).toEqual(["relay.2"]);
});

test("a lock outlives restarts and ends only by its release", async () => {
  await receive(lock("lock"));
  bench.reboot();
  await receive(command("on"));
  expect(answersTo("on")).toEqual(["locked"]);
  await receive(release("release"));
  expect(bench.sent.at(-1)).toMatchObject({ id: "release", st: "done", value: false });
  bench.reboot();
  await receive(command("again"));
  expect(answersTo("again")).toEqual(["accepted", "done"]);
});

test("a lock is confirmed only when what was under way has ended, and holds from the beginning", async () => {
  bench.board.behaviour = "slow";
  bench.running.executor.receive(command("on"));
  bench.running.executor.receive(lock("lock"));
  bench.running.executor.receive(command("off", { args: { on: false } }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answersTo("lock")).toEqual(["accepted"]);
  expect(answersTo("off")).toEqual(["locked"]);
  await settled();
  expect(bench.sent.map(({ id, st }) => `${id} ${st}`).slice(-2)).toEqual(["on done", "lock done"]);
  expect(bench.board.writes).toHaveLength(1);
});

test("a lock is not confirmed while a write may still reach the output, whatever its command came to", async () => {
  bench.board.behaviour = "hangs";
  await receive(command("on"), lock("lock"));
  expect(answersTo("lock")).toEqual(["accepted"]);
  bench.board.hanging.forEach((release) => release(true));
  await settled();
  expect([answersTo("on"), answersTo("lock")]).toEqual([
    ["accepted", "done"],
    ["accepted", "done"],
  ]);
});

test("a lock that the disk did not take is not confirmed, and its release neither", async () => {
  await receive(lock("kept", "relay.2"));
  disk.isFull = true;
  await receive(lock("lock"));
  expect(answersTo("lock")).not.toContain("done");
  disk.isFull = false;
  await receive(command("on", { target: "relay.2" }));
  expect(answersTo("on")).toEqual(["locked"]);
});

test("an output that is not here cannot be locked, and a lock needs a reason", async () => {
  await receive(lock("lock", "relay.9"), command("silent", { op: "lock.set", args: {} }));
  expect(answersTo("lock")).toEqual(["unsupported"]);
  expect(answersTo("silent")).toEqual(["arguments"]);
});

test.each<[string, (file: string) => void]>([
  ["cannot be read", (file) => writeFileSync(file, "{")],
  ["cannot be reached", (file) => symlinkSync(file, file)],
])("where the locks %s, all outputs are locked until each is released", async (_title, spoil) => {
  spoil(join(bench.dir, "locks.json"));
  bench.reboot();
  await receive(command("on"));
  expect(answersTo("on")).toEqual(["locked"]);
  await receive(release("release"), command("two", { target: "relay.2" }));
  await receive(command("again"));
  expect(answersTo("two")).toEqual(["locked"]);
  expect(answersTo("again")).toEqual(["accepted", "done"]);
});
