import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { expect, test, vi } from "vitest";

import { command, ExecutorBench } from "../testing/executor-bench.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const bench = new ExecutorBench();
const minuteMs = 60_000;
const holdMs = 4 * 60 * minuteMs;
const untilOf = (ms: number) => Math.floor(ms / 1000);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const setByHand = (isOn: boolean, target = "relay.1") => void bench.board.state.set(target, isOn);
const answerTo = (id: string) => {
  const { st, error } = bench.sent.findLast((result) => result.id === id) ?? {};
  return error ?? st;
};

async function switchRelay(id: string, on: boolean): Promise<void> {
  bench.running.executor.receive(command(id, { args: { on } }));
  await wait(1_500);
  await bench.look();
}

test("nothing is switched because the controller starts: where an output is, is where people left it", async () => {
  setByHand(true);
  await bench.look();
  bench.reboot();
  setByHand(false);
  await bench.look();
  expect(bench.events).toEqual([{ of: "relay.1 output.changed", value: false, by: "controller", reason: "as_found" }]);
  await wait(holdMs);
  await bench.look();
  expect(bench.board.writes).toEqual([]);
});

test("a command holds for four hours, also over a restart, and when that ends nothing is switched", async () => {
  await bench.look();
  await switchRelay("on", true);
  const until = untilOf(Date.now() + holdMs - 1_600);
  expect(bench.events).toEqual([
    { of: "relay.1 output.changed", value: true, by: "amina", reason: "command", until: expect.closeTo(until, -1) },
  ]);
  bench.reboot();
  await bench.look();
  await wait(holdMs);
  await bench.look();
  expect(bench.board.writes).toHaveLength(1);
  expect(bench.events).toHaveLength(1);
});

test("a hand on site is noticed once, reported, and not fought", async () => {
  await bench.look();
  await switchRelay("on", true);
  setByHand(false);
  await bench.look();
  await bench.look();
  const hand = { of: "relay.1 output.hand", value: false, by: "hand", reason: "hand" };
  expect(bench.events.slice(1)).toEqual([{ ...hand, until: expect.any(Number) }]);
  await wait(holdMs);
  await bench.look();
  expect(bench.board.writes).toHaveLength(1);
});

test("a frame that is older than a command is no hand", async () => {
  await bench.look();
  const old = { atMs: Date.now(), values: [0, 0] };
  bench.running.executor.receive(command("on"));
  await wait(1_500);
  bench.running.arbiter.receive(old);
  await wait(100);
  expect(bench.events.map(({ of }) => of)).toEqual(["relay.1 output.changed"]);
});

test("what changed while the equipment did not answer is found, and no hand", async () => {
  setByHand(true);
  await bench.look();
  bench.board.behaviour = "silent";
  await bench.look();
  bench.board.behaviour = "obeys";
  setByHand(false);
  await bench.look();
  expect(bench.events).toMatchObject([{ of: "relay.1 output.changed", by: "controller", reason: "as_found" }]);
});

test("what the equipment sheds is its own doing; the portal cannot switch it on, and it comes back as it was left", async () => {
  await bench.look();
  await switchRelay("on", true);
  bench.board.held.add("relay.1");
  setByHand(false);
  await bench.look();
  expect(bench.events.at(-1)).toMatchObject({ value: false, by: "equipment", reason: "equipment", blocked: [5, 9] });
  // Loads lack power, as where the protection cuts them.
  expect(bench.levels.at(-1)).toBe("warning");
  await switchRelay("again", true);
  expect(answerTo("again")).toBe("protected");
  bench.board.held.clear();
  await bench.look();
  await wait(1_500);
  expect(bench.board.writes.map(({ value }) => value)).toEqual([true, true]);
  expect(bench.events.at(-1)).toMatchObject({ value: true, by: "amina", reason: "command" });
  expect(bench.sent.some(({ id }) => id.startsWith("own:"))).toBe(false);
});

test("what the equipment has shed before the first start has a reason, and is left as it comes back", async () => {
  bench.board.held.add("relay.1");
  setByHand(false);
  await bench.look();
  expect(bench.events).toMatchObject([{ of: "relay.1 output.changed", value: false, reason: "equipment" }]);
  bench.board.held.clear();
  setByHand(true);
  await bench.look();
  await wait(minuteMs);
  await bench.look();
  expect(bench.board.writes).toEqual([]);
});

test("what the equipment keeps off has that reason once, also where the output was off before, over a restart", async () => {
  await bench.look();
  await switchRelay("on", true);
  await switchRelay("off", false);
  bench.reboot();
  bench.board.held.add("relay.1");
  const before = bench.events.length;
  await bench.look();
  await bench.look();
  bench.reboot();
  await bench.look();
  expect(bench.events.slice(before)).toMatchObject([
    { of: "relay.1 output.changed", value: false, by: "equipment", reason: "equipment" },
  ]);
  bench.board.held.clear();
  await bench.look();
  await bench.look();
  expect(bench.events.slice(before + 1)).toMatchObject([
    { of: "relay.1 output.changed", value: false, by: "amina", reason: "command" },
  ]);
  expect(bench.board.writes.map(({ value }) => value)).toEqual([true, false]);
});

test("nothing of the controller's own energises through a lock; once it is released, the output is as people left it", async () => {
  await bench.look();
  await switchRelay("on", true);
  bench.board.held.add("relay.1");
  setByHand(false);
  await bench.look();
  bench.running.executor.receive(command("lock", { op: "lock.set", args: { reason: "The pump" } }));
  await wait(100);
  bench.board.held.clear();
  await bench.look();
  await wait(minuteMs);
  await bench.look();
  expect(bench.board.writes).toHaveLength(1);
  bench.running.executor.receive(command("release", { op: "lock.clear", args: {} }));
  await wait(100);
  await bench.look();
  await wait(1_500);
  expect(bench.board.writes.map(({ value }) => value)).toEqual([true, true]);
});

test("shortest times on and off refuse a command that comes too soon", async () => {
  bench.board.list = bench.board.list.map((output) => ({ ...output, minOffMs: 3 * minuteMs }));
  bench.reboot();
  setByHand(true);
  await bench.look();
  await switchRelay("off", false);
  await switchRelay("soon", true);
  expect(answerTo("soon")).toBe("dwell");
  await wait(3 * minuteMs);
  await switchRelay("later", true);
  expect(answerTo("later")).toBe("done");
});

test("an output that does not follow is tried more and more seldom, and people are warned once", async () => {
  await bench.look();
  await switchRelay("on", true);
  bench.board.held.add("relay.1");
  setByHand(false);
  await bench.look();
  bench.board.held.clear();
  bench.board.behaviour = "ignores";
  for (let minute = 0; minute < 60; minute++) {
    await wait(minuteMs);
    await bench.look();
  }
  const stuck = bench.events.filter(({ of }) => of === "relay.1 output.stuck");
  expect(stuck).toMatchObject([{ value: true, by: "amina" }]);
  expect(bench.board.writes.length).toBeLessThan(8);
});

test("a clock that was set back makes no hold longer", async () => {
  await bench.look();
  await switchRelay("on", true);
  vi.setSystemTime(Date.now() - 365 * 86_400_000);
  await bench.look();
  await wait(holdMs);
  bench.board.held.add("relay.1");
  setByHand(false);
  await bench.look();
  expect(bench.events.at(-1)).toMatchObject({ blocked: [9] });
});

test("what is reported is short enough for a poor link", async () => {
  await bench.look();
  bench.running.executor.receive(command("on", { by: "0f8fad5b-d9cb-469f-a165-70867728950e" }));
  await wait(1_500);
  const { of: _of, ...change } = bench.events[0] ?? { of: "" };
  expect(JSON.stringify({ ...change, blocked: [6, 7, 8, 9] }).length).toBeLessThanOrEqual(120);
});

const protection: LoadProtection = {
  enabled: true,
  cutSoc: 20,
  restoreSoc: 30,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 10,
  loads: [
    { target: "relay.1", neverCut: false },
    { target: "relay.2", neverCut: true },
  ],
};

/** Looks at everything every ten seconds, with this charge. */
async function looksAt(chargePercent: number, count: number): Promise<void> {
  bench.chargePercent = chargePercent;
  for (let look = 0; look < count; look++) {
    await wait(10_000);
    await bench.look();
  }
}

test("load protection cuts an output, also through a lock and over a restart, and gives it back as it was left", async () => {
  bench.protection = protection;
  setByHand(true);
  setByHand(true, "relay.2");
  await bench.look();
  bench.running.executor.receive(command("lock", { op: "lock.set", args: { reason: "The pump" } }));
  await looksAt(19, 4);
  expect(bench.board.writes).toMatchObject([{ target: "relay.1", value: false }]);
  const cut = { of: "relay.1 output.changed", value: false, by: "loadProtection", reason: "protection" };
  expect(bench.events).toMatchObject([{ ...cut, restoreSoc: 30, blocked: [9] }]);
  bench.running.executor.receive(command("release", { op: "lock.clear", args: {} }));
  await wait(100);
  await switchRelay("on", true);
  expect(answerTo("on")).toBe("protected");
  bench.reboot();
  await looksAt(29, 4);
  expect(bench.board.writes).toHaveLength(1);
  await looksAt(30, 4);
  expect(bench.board.writes.map(({ target, value }) => `${target} ${String(value)}`)).toEqual([
    "relay.1 false",
    "relay.1 true",
  ]);
  expect(bench.events.at(-1)).toMatchObject({ value: true, by: "controller", reason: "as_left" });
});

test("what a hand switches on while its load is cut is cut again, and on once the battery is full enough", async () => {
  bench.protection = protection;
  await bench.look();
  await looksAt(19, 3);
  expect(bench.board.writes).toEqual([]);
  setByHand(true);
  await looksAt(19, 2);
  expect(bench.events.map(({ of, value }) => `${of} ${String(value)}`)).toEqual([
    "relay.1 output.hand true",
    "relay.1 output.changed false",
  ]);
  await looksAt(50, 4);
  expect(bench.board.state.get("relay.1")).toBe(true);
});

test("a load that was cut comes back when its settings are removed", async () => {
  bench.protection = protection;
  setByHand(true);
  await looksAt(19, 4);
  expect(bench.board.state.get("relay.1")).toBe(false);
  bench.protection = undefined;
  await looksAt(19, 2);
  expect(bench.board.state.get("relay.1")).toBe(true);
});
