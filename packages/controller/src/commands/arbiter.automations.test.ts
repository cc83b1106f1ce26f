import type { Automations } from "@offgrid/contract/automations/automations.schema";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { expect, test, vi } from "vitest";

import { command, ExecutorBench } from "../testing/executor-bench.ts";
import { disk } from "../testing/full-disk.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const bench = new ExecutorBench();
const holdMs = 4 * 3_600_000;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const isOn = (target = "relay.1") => bench.board.state.get(target) ?? false;
const outcomes = () => bench.runs.map(({ outcome, rank }) => (rank === undefined ? outcome : `${outcome} by ${rank}`));

/** On while there is charge to spare. */
const surplus: Automations = {
  a1: {
    kind: "keep",
    name: "Pump with surplus",
    enabled: true,
    priority: 5,
    output: "relay.1",
    to: true,
    while: { kind: "metric", metric: "battery.soc", is: "above", value: 90 },
    unknown: "as_before",
  },
};

async function looksAt(chargePercent: number, count = 2): Promise<void> {
  bench.chargePercent = chargePercent;
  for (let look = 0; look < count; look++) {
    await wait(10_000);
    await bench.look();
  }
}

test("an automation switches an output, says so, and the output goes back to where people left it", async () => {
  bench.automations = surplus;
  await looksAt(80);
  expect(bench.board.writes).toEqual([]);
  await looksAt(95);
  expect(isOn()).toBe(true);
  const change = { of: "relay.1 output.changed", value: true, by: "automation:a1", reason: "automation", blocked: [9] };
  expect(bench.events).toEqual([change]);
  await looksAt(80);
  expect(isOn()).toBe(false);
  expect(bench.events.at(-1)).toMatchObject({ value: false, reason: "as_left" });
});

test("a restart switches nothing, and what an automation keeps stays so", async () => {
  bench.automations = surplus;
  await looksAt(95);
  bench.reboot();
  await looksAt(95);
  expect(bench.board.writes).toHaveLength(1);
  expect(outcomes()).toEqual(["began"]);
  await looksAt(80);
  expect(isOn()).toBe(false);
});

test("a person who sets the output wins for four hours, and it is reported once that the automation does not", async () => {
  bench.automations = surplus;
  await looksAt(95);
  bench.running.executor.receive(command("off", { args: { on: false } }));
  await wait(1_500);
  await looksAt(95, 5);
  expect(isOn()).toBe(false);
  expect(outcomes()).toEqual(["began", "blocked by 5"]);
  await wait(holdMs);
  await looksAt(95);
  expect(isOn()).toBe(true);
});

test("nothing is switched through a lock", async () => {
  bench.automations = surplus;
  await looksAt(80);
  bench.running.executor.receive(command("lock", { op: "lock.set", args: { reason: "The pump" } }));
  await looksAt(95, 5);
  expect(bench.board.writes).toEqual([]);
  expect(outcomes()).toEqual(["began", "blocked by 2"]);
  bench.running.executor.receive(command("free", { op: "lock.clear", args: {} }));
  await looksAt(95);
  expect(isOn()).toBe(true);
});

test("while people are at work nothing switches an output on by itself, what is on may be switched off, and a command of theirs counts", async () => {
  bench.automations = surplus;
  bench.isWorkedOn = true;
  await looksAt(95);
  expect(bench.board.writes).toEqual([]);
  expect(outcomes()).toEqual(["began", "blocked by 2"]);
  bench.reboot();
  await looksAt(95);
  expect(bench.board.writes).toEqual([]);

  bench.running.executor.receive(command("on", { args: { on: true } }));
  await wait(1_500);
  await looksAt(95);
  expect(isOn()).toBe(true);
  bench.automations = {};
  bench.running.executor.receive(command("off", { args: { on: false } }));
  await wait(1_500);
  bench.automations = surplus;
  await wait(holdMs);
  await looksAt(95);
  expect(isOn()).toBe(false);
  bench.isWorkedOn = false;
  await looksAt(95);
  expect(isOn()).toBe(true);
  bench.isWorkedOn = true;
  await looksAt(80);
  expect(isOn()).toBe(false);
});

test("load protection wins, and the automation gets its way again once the load is given back", async () => {
  const protection: LoadProtection = {
    enabled: true,
    cutSoc: 20,
    restoreSoc: 30,
    cutVoltage: null,
    restoreVoltage: null,
    delaySeconds: 10,
    loads: [{ target: "relay.1", neverCut: false }],
  };
  bench.protection = protection;
  const { a1 } = surplus;
  if (a1?.kind !== "keep") throw new Error("It keeps an output.");
  bench.automations = { a1: { ...a1, while: { kind: "metric", metric: "battery.soc", is: "below", value: 99 } } };
  await looksAt(50);
  expect(isOn()).toBe(true);
  await looksAt(19, 4);
  expect(isOn()).toBe(false);
  expect(outcomes()).toContain("blocked by 3");
  await looksAt(40, 4);
  expect(isOn()).toBe(true);
});

test("of two automations the one with the lower priority number wins, and of two alike the older one", async () => {
  const { a1 } = surplus;
  if (a1?.kind !== "keep") throw new Error("It keeps an output.");
  bench.automations = { b: { ...a1, to: false }, a: a1 };
  await looksAt(95);
  expect(isOn()).toBe(true);
  bench.automations = { b: { ...a1, to: false, priority: 4 }, a: a1 };
  await looksAt(95);
  expect(isOn()).toBe(false);
  expect(bench.events.at(-1)).toMatchObject({ by: "automation:b" });
});

test("the last fifty runs are kept over a restart, and those of a rule that is removed are not", async () => {
  bench.automations = surplus;
  for (let round = 0; round < 27; round++) {
    await looksAt(95, 1);
    await looksAt(80, 1);
  }
  bench.reboot();
  const runs = bench.running.rules.runsOf("a1");
  expect(runs).toHaveLength(50);
  expect(runs.at(-1)).toMatchObject({ outcome: "ended", verdicts: [{ path: "while", is: false, value: 80 }] });
  // Of what did its work twenty are reported at once; what wore the relay too much did not get its way.
  expect(bench.runs.filter(({ outcome }) => outcome !== "blocked")).toHaveLength(20);
  bench.automations = {};
  await looksAt(80);
  expect(bench.running.rules.runsOf("a1")).toEqual([]);
});

test("a full disk keeps no automation from its work", async () => {
  bench.automations = surplus;
  await looksAt(80);
  disk.isFull = true;
  await looksAt(95);
  expect(outcomes()).toEqual(["began"]);
  disk.isFull = false;
  await looksAt(95);
  bench.reboot();
  await looksAt(95);
  expect(outcomes()).toEqual(["began"]);
});

test("what a person is to be notified of is said once, also over a restart", async () => {
  bench.automations = {
    a1: {
      kind: "run",
      name: "Full",
      enabled: true,
      priority: 5,
      mode: "single",
      when: [{ kind: "metric", metric: "battery.soc", is: "above", value: 90 }],
      unknown: "stop",
      do: [
        { kind: "notify", text: "The battery is full.", level: "info" },
        { kind: "wait", seconds: 60 },
        { kind: "set", output: "relay.2", to: true, forSeconds: 600 },
      ],
      missed: "skip",
    },
  };
  await looksAt(80);
  await looksAt(95, 1);
  bench.reboot();
  await looksAt(95, 7);
  expect(bench.notices).toEqual(["The battery is full."]);
  expect(isOn("relay.2")).toBe(true);
  bench.reboot();
  await looksAt(95, 65);
  expect(isOn("relay.2")).toBe(false);
});
