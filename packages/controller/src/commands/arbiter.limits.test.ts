import { longestEmergencyMinutes } from "@offgrid/contract/core/constants";
import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { expect, test, vi } from "vitest";

import { command, ExecutorBench, portalStartMs } from "../testing/executor-bench.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const bench = new ExecutorBench();
const minuteMs = 60_000;
const untilOf = (ms: number) => Math.floor(ms / 1000);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const setByHand = (isOn: boolean, target = "relay.1") => void bench.board.state.set(target, isOn);
const answerTo = (id: string) => {
  const { st, error } = bench.sent.findLast((result) => result.id === id) ?? {};
  return error ?? st;
};

const bothLoads: LoadProtection = {
  enabled: true,
  cutSoc: 20,
  restoreSoc: 30,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 5,
  loads: ["relay.1", "relay.2"].map((target) => ({ target, neverCut: false })),
};

async function switchRelay(id: string, on: boolean): Promise<void> {
  bench.running.executor.receive(command(id, { args: { on } }));
  await wait(1_500);
  await bench.look();
}

test("an output that was switched twelve times in an hour is switched off, and on by nothing until that is over", async () => {
  await bench.look();
  const startMs = Date.now();
  for (let turn = 1; turn <= 12; turn++) {
    await switchRelay(`turn${turn}`, turn % 2 === 1);
    await wait(minuteMs);
  }
  const worn = bench.events.filter(({ of }) => of === "relay.1 output.worn");
  expect(worn).toMatchObject([{ value: false, by: "controller", reason: "too_often" }]);
  expect(worn[0]?.until).toBeGreaterThanOrEqual(untilOf(startMs + 60 * minuteMs));
  await switchRelay("again", true);
  expect(answerTo("again")).toBe("too_often");
  bench.reboot();
  await bench.look();
  await switchRelay("rebooted", true);
  expect(answerTo("rebooted")).toBe("too_often");
  await wait(minuteMs);
  setByHand(true);
  await bench.look();
  await switchRelay("off", false);
  expect(answerTo("off")).toBe("done");
  // Each of these makes the rest longer, so that the portal knows its end.
  const later = bench.events.filter(({ of }) => of === "relay.1 output.worn");
  expect(later.at(-1)?.until).toBeGreaterThan(worn[0]!.until!);
  await wait(60 * minuteMs);
  await switchRelay("later", true);
  expect(answerTo("later")).toBe("done");
});

test("what a person sets ends with the next time of a rule that keeps the output", async () => {
  // Midnight of the bench; the rule begins at two.
  const night = { kind: "time", from: { time: "02:00" }, to: { time: "05:00" } } as const;
  const rule = { kind: "keep", name: "Pump", enabled: true, priority: 5, output: "relay.1", to: true } as const;
  bench.automations = { pump: { ...rule, while: night, unknown: "as_before" } };
  await bench.look();
  await switchRelay("off", true);
  await switchRelay("off2", false);
  expect(bench.events.at(-1)).toMatchObject({ value: false, until: untilOf(portalStartMs + 120 * minuteMs) });
  await wait(121 * minuteMs);
  await bench.look();
  await wait(1_500);
  expect(bench.board.state.get("relay.1")).toBe(true);
});

test("an emergency run lets one relay through load protection, ends by itself, and at once at the battery's floor", async () => {
  const emergency = { reason: "Medicine in the refrigerator" };
  const run = async (id: string, target = "relay.1", minutes = 30) => {
    bench.running.executor.receive(command(id, { target, args: { on: true, emergency: { ...emergency, minutes } } }));
    await wait(1_500);
    await bench.look();
  };
  const isOn = () => bench.board.state.get("relay.1") === true;
  setByHand(true);
  setByHand(true, "relay.2");
  await bench.look();
  await run("needless");
  expect(answerTo("needless")).toBe("not_protected");
  bench.protection = bothLoads;
  bench.chargePercent = 15;
  for (let look = 0; look < 6; look++) {
    await bench.look();
    await wait(10_000);
  }
  expect(isOn()).toBe(false);
  await run("first");
  expect(answerTo("first")).toBe("done");
  expect(bench.events.findLast(({ of }) => of === "relay.1 output.changed")).toMatchObject({
    value: true,
    by: "amina",
    reason: "emergency",
    until: expect.any(Number),
  });
  await run("second", "relay.2");
  expect(answerTo("second")).toBe("busy");
  bench.reboot();
  await bench.look();
  await wait(10_000);
  expect(isOn()).toBe(true);
  await wait(30 * minuteMs);
  await bench.look();
  await wait(1_500);
  expect(isOn()).toBe(false);

  await run("again", "relay.1", longestEmergencyMinutes);
  // A clock that is set back by a little ends no run, and makes none longer.
  vi.setSystemTime(Date.now() - 2 * minuteMs);
  await bench.look();
  await wait(1_500);
  expect(isOn()).toBe(true);
  await wait(longestEmergencyMinutes * minuteMs);
  await bench.look();
  await wait(1_500);
  expect(isOn()).toBe(false);

  await run("once more");
  expect(isOn()).toBe(true);
  bench.chargePercent = 10;
  await bench.look();
  await wait(1_500);
  expect(isOn()).toBe(false);
  await run("low");
  expect(answerTo("low")).toBe("below_floor");
});

/** Both loads are cut by load protection. */
async function cutBoth(): Promise<void> {
  setByHand(true);
  setByHand(true, "relay.2");
  await bench.look();
  bench.protection = bothLoads;
  bench.chargePercent = 15;
  for (let look = 0; look < 6; look++) {
    await bench.look();
    await wait(10_000);
  }
}

const emergencyRun = (id: string, target: string) =>
  bench.running.executor.receive(
    command(id, { target, args: { on: true, emergency: { minutes: 30, reason: "Medicine in the refrigerator" } } }),
  );

test("an emergency run goes on while the battery is not read for a moment, also after a restart, and ends when that lasts", async () => {
  await cutBoth();
  emergencyRun("run", "relay.1");
  await wait(1_500);
  bench.chargePercent = null;
  await bench.look();
  bench.reboot();
  await bench.look();
  await wait(2 * minuteMs);
  await bench.look();
  await wait(1_500);
  expect(bench.board.state.get("relay.1")).toBe(true);
  await wait(4 * minuteMs);
  await bench.look();
  await wait(1_500);
  expect(bench.board.state.get("relay.1")).toBe(false);
});

test("of two emergency runs that are asked for at once, one begins", async () => {
  await cutBoth();
  bench.board.behaviour = "slow";
  emergencyRun("first", "relay.1");
  emergencyRun("second", "relay.2");
  await wait(6_000);
  expect([answerTo("first"), answerTo("second")]).toEqual(["done", "busy"]);
});

test("a clock that is set forward ends no rest of a compressor, also of one that was found stopped at the start", async () => {
  bench.board.list = [{ target: "ac", op: "ac.set", dwellMs: 1_000 }];
  bench.board.state.set("ac", "off");
  bench.reboot();
  const request = { kind: "schedule", order: 0, by: "schedule", reason: { code: "schedule" } } as const;
  bench.schedule = (target) => (target === "ac" ? { ...request, value: "cool 24 60" } : undefined);
  await bench.look();
  vi.setSystemTime(Date.now() + 5 * 3_600_000);
  await wait(60_000);
  await bench.look();
  await wait(1_500);
  expect(bench.board.state.get("ac")).toBe("off");
  await wait(2 * minuteMs);
  await bench.look();
  await wait(1_500);
  expect(bench.board.state.get("ac")).toBe("cool 24 60");
});

test("load protection cuts an air conditioner and a street light like any load, and gives them back as they were", async () => {
  bench.board.list = [
    { target: "ac", op: "ac.set", dwellMs: 1_000 },
    { target: "street_light.1", op: "light.set", dwellMs: 1_000 },
  ];
  bench.board.state.set("ac", "cool 24 60").set("street_light.1", 60);
  bench.reboot();
  const loads = ["ac", "street_light.1"].map((target) => ({ target, neverCut: false }));
  bench.protection = { ...bothLoads, loads };
  const states = () => loads.map(({ target }) => bench.board.state.get(target));
  const pass = async (minutes: number) => {
    for (let at = 0; at < minutes * minuteMs; at += 5_000) {
      await bench.look();
      await wait(5_000);
    }
  };
  await bench.look();
  bench.chargePercent = 15;
  await pass(1);
  expect(states()).toEqual(["off", 0]);
  bench.chargePercent = 50;
  await pass(5);
  expect(states()).toEqual(["cool 24 60", 60]);
});

test("a pause that people set counts beside that of the equipment, the longer one, and protection does not wait for it", async () => {
  bench.relays = { "relay.1/minOnSeconds": 120, "relay.1/minOffSeconds": 600 };
  await bench.look();
  // Since when it has been off is not known.
  await wait(10 * minuteMs);
  await switchRelay("on", true);
  expect(answerTo("on")).toBe("done");
  await wait(60_000);
  await switchRelay("early", false);
  expect(answerTo("early")).toBe("dwell");
  await wait(60_000);
  await switchRelay("off", false);
  expect(answerTo("off")).toBe("done");
  // A restart forgets no pause.
  bench.reboot();
  await bench.look();
  await wait(5 * minuteMs);
  await switchRelay("again", true);
  expect(answerTo("again")).toBe("dwell");
  await wait(5 * minuteMs);
  await switchRelay("later", true);
  expect(answerTo("later")).toBe("done");
  bench.protection = bothLoads;
  bench.chargePercent = 10;
  await bench.look();
  await wait(6_000);
  await bench.look();
  await wait(6_000);
  await bench.look();
  expect(bench.board.state.get("relay.1")).toBe(false);
});
