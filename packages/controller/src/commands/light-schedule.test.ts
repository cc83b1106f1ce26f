import type { StreetLightsSection } from "@offgrid/contract/street-lights/street-lights.schema";
import { beforeEach, expect, test, vi } from "vitest";

import { Board, command, ExecutorBench, portalStartMs } from "../testing/executor-bench.ts";
import { LightSchedule } from "./light-schedule.ts";

const bench = new ExecutorBench();
const hourMs = 3_600_000;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Midnight of the bench is the first edge; there is another one three hours later. */
const section = (changes: Partial<StreetLightsSection> = {}): StreetLightsSection => ({
  light1: {
    mode: "schedule",
    level: 100,
    steps: [
      { at: { time: "00:00" }, level: 100 },
      { at: { time: "03:00" }, level: 40 },
      { at: { time: "12:00" }, level: 0 },
    ],
  },
  ...changes,
});
const place = () => ({ zoneName: "UTC" });
let isClockRight = true;
let wanted: StreetLightsSection | undefined;

beforeEach(() => {
  wanted = section();
  isClockRight = true;
  const lights = new LightSchedule({
    section: () => wanted,
    place,
    now: () => Date.now(),
    trustedNow: () => (isClockRight ? Date.now() : undefined),
  });
  bench.board = new Board();
  bench.board.list = [{ target: "street_light.1", op: "light.set", dwellMs: 1_000 }];
  bench.board.state.set("street_light.1", 0);
  bench.schedule = (target, value) => lights.request(target, value);
  bench.reboot();
});

async function look(): Promise<void> {
  await bench.look();
  await wait(2_000);
  await bench.look();
}
const level = () => bench.board.state.get("street_light.1");
const toLevel = (id: string, percent: number) =>
  command(id, { op: "light.set", target: "street_light.1", args: { level: percent } });

test("a light is set to what its plan says, and again at each edge", async () => {
  await look();
  expect(level()).toBe(100);
  expect(bench.events.at(-1)).toMatchObject({
    of: "street_light.1 output.changed",
    value: 100,
    by: "schedule",
    reason: "schedule",
  });
  await wait(3 * hourMs);
  await look();
  expect(level()).toBe(40);
});

test("what a person sets stays until the plan asks for another level, also over a restart", async () => {
  await look();
  bench.running.executor.receive(toLevel("dark", 0));
  await wait(1_500);
  await look();
  expect(level()).toBe(0);
  const untilS = (portalStartMs + 3 * hourMs) / 1000;
  expect(bench.events.at(-1)).toMatchObject({ value: 0, by: "amina", reason: "command", until: untilS, blocked: [8] });
  bench.reboot();
  await wait(2 * hourMs);
  await look();
  expect(level()).toBe(0);
  await wait(hourMs);
  await look();
  expect(level()).toBe(40);
});

test("without an edge it stays for four hours", async () => {
  wanted = section({ light1: { mode: "on", level: 70, steps: [] } });
  await look();
  bench.running.executor.receive(toLevel("dark", 0));
  await wait(1_500);
  await wait(3.9 * hourMs);
  await look();
  expect(level()).toBe(0);
  await wait(0.2 * hourMs);
  await look();
  expect(level()).toBe(70);
});

test("a hand on site is a hold as well, and is not fought", async () => {
  await look();
  bench.board.state.set("street_light.1", 10);
  await look();
  expect(level()).toBe(10);
  expect(bench.events.at(-1)).toMatchObject({ of: "street_light.1 output.hand", value: 10, by: "hand" });
  await wait(3 * hourMs);
  await look();
  expect(level()).toBe(40);
});

test("while nobody knows what time it is, a light stays as its plan left it, also over a restart", async () => {
  await look();
  isClockRight = false;
  bench.reboot();
  await wait(5 * hourMs);
  await look();
  expect(level()).toBe(100);
  isClockRight = true;
  await look();
  expect(level()).toBe(40);
});

test("a plan that is taken away leaves the light as people left it", async () => {
  await look();
  wanted = undefined;
  await look();
  expect(level()).toBe(0);
});

test("the portal's clock counts where it is known, and the end is by the controller's own", async () => {
  const nowMs = Date.parse("2026-11-23T01:00:00Z");
  const lights = new LightSchedule({
    section: () => wanted,
    place,
    now: () => nowMs,
    trustedNow: () => nowMs + 12 * hourMs,
  });
  expect(lights.request("street_light.1", 0)).toMatchObject({ value: 0, untilMs: nowMs + 11 * hourMs });
  expect(lights.request("street_light.2", 0)).toBeUndefined();
  expect(lights.request("relay.1", false)).toBeUndefined();
});
