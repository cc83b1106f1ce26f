import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { beforeEach, expect, test, vi } from "vitest";

import { command, ExecutorBench } from "../testing/executor-bench.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const bench = new ExecutorBench();
const phases: PhaseControl = {
  mode: "priorities",
  totalW: 5_000,
  delaySeconds: 10,
  phases: [
    { id: 1, priority: 1, limitW: null, minSoc: null, restoreSoc: null },
    { id: 2, priority: 2, limitW: null, minSoc: 20, restoreSoc: 30 },
    { id: 3, priority: 3, limitW: 2_000, minSoc: null, restoreSoc: null },
  ],
};
const targets = ["phase.1", "phase.2", "phase.3"];

beforeEach(() => {
  for (const target of targets) bench.board.state.set(target, true);
  bench.board.list = targets.map((target) => ({ target, op: "phase.set", dwellMs: 1_000 }));
  bench.boot();
  bench.phases = phases;
  bench.phaseW = { "phase.1": 1_000, "phase.2": 1_000, "phase.3": 1_000 };
});

/** Looks at everything every ten seconds. */
async function looks(count: number): Promise<void> {
  for (let look = 0; look < count; look++) {
    await vi.advanceTimersByTimeAsync(10_000);
    await bench.look();
  }
}

/** What came of a command for a phase. */
async function setPhase(id: string, target: string, on: boolean): Promise<string | undefined> {
  bench.running.executor.receive(command(id, { op: "phase.set", target, args: { on } }));
  await looks(1);
  const { st, error } = bench.sent.findLast((result) => result.id === id) ?? {};
  return error ?? st;
}

const on = () => targets.filter((target) => bench.board.state.get(target));

test("a phase that draws too much is disconnected, stays so over a restart and a command, and is tried again later", async () => {
  bench.phaseW["phase.3"] = 2_400;
  await looks(3);
  expect(on()).toEqual(["phase.1", "phase.2"]);
  expect(bench.events).toEqual([
    {
      of: "phase.3 output.changed",
      value: false,
      by: "phaseControl",
      reason: "phase_limit",
      passed: { of: "power", limit: 2_000, measured: 2_400 },
      // After five minutes, and as long as a step lasts.
      retry: expect.any(Number),
      blocked: [9],
    },
  ]);
  bench.reboot();
  await looks(2);
  expect(await setPhase("on", "phase.3", true)).toBe("protected");
  expect(on()).toEqual(["phase.1", "phase.2"]);
  bench.phaseW["phase.3"] = 900;
  await looks(6 * 6);
  expect(on()).toEqual(targets);
  expect(bench.events.at(-1)).toMatchObject({ of: "phase.3 output.changed", value: true, reason: "as_left" });
});

test("a phase that draws too much each time it is tried warns once, and its later cuts are for the record", async () => {
  bench.phaseW["phase.3"] = 2_400;
  await looks(3 + 7 * 6);
  const cuts = bench.events
    .map((event, place) => ({ ...event, level: bench.levels[place] }))
    .filter(({ value }) => !value);
  expect(cuts.length).toBeGreaterThan(1);
  expect(cuts.map(({ level }) => level)).toEqual(["warning", ...cuts.slice(1).map(() => "info")]);
  expect(cuts[1]).toMatchObject({ reason: "phase_limit", times: 2 });
});

test("a charge that is too low disconnects a phase also through a lock, which it is not connected through again", async () => {
  await looks(1);
  bench.running.executor.receive(command("lock", { op: "lock.set", target: "phase.2", args: { reason: "The pump" } }));
  bench.chargePercent = 18;
  await looks(3);
  expect(on()).toEqual(["phase.1", "phase.3"]);
  expect(bench.events.at(-1)).toMatchObject({ reason: "phase_limit", restoreSoc: 30, passed: { of: "charge" } });
  bench.chargePercent = 40;
  await looks(6);
  expect(on()).toEqual(["phase.1", "phase.3"]);
  bench.running.executor.receive(command("release", { op: "lock.clear", target: "phase.2", args: {} }));
  await looks(2);
  expect(on()).toEqual(targets);
});

test("what is left goes to the most important phases, a person may hold another on, and not through its own limit", async () => {
  bench.phaseW = { "phase.1": 4_000, "phase.2": 500, "phase.3": 1_500 };
  await looks(4);
  expect(on()).toEqual(["phase.1", "phase.2"]);
  const passed = { of: "total", limit: 5_000, measured: 6_000 };
  expect(bench.events.at(-1)).toMatchObject({ by: "phaseControl", reason: "phases", passed });
  expect(await setPhase("hold", "phase.3", true)).toBe("done");
  await looks(1);
  expect(bench.board.state.get("phase.3")).toBe(true);
  const held = { of: "phase.3 output.changed", by: "amina", reason: "command", until: expect.any(Number) };
  expect(bench.events).toContainEqual(expect.objectContaining(held));
  bench.phaseW["phase.3"] = 2_500;
  await looks(3);
  expect(bench.board.state.get("phase.3")).toBe(false);
  expect(bench.events.some(({ reason }) => reason === "phase_limit")).toBe(true);
});

test("phases that were disconnected come back when their settings are removed", async () => {
  bench.chargePercent = 10;
  await looks(4);
  expect(on()).toEqual(["phase.1", "phase.3"]);
  bench.phases = undefined;
  await looks(5);
  expect(on()).toEqual(targets);
});
