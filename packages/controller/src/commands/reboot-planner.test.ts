import type { RebootObstacle, RebootPlan } from "@offgrid/contract/reboots/next-reboot";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { disk } from "../testing/full-disk.ts";
import { RebootPlanner } from "./reboot-planner.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const minuteMs = 60_000;
const dueMs = Date.UTC(2026, 10, 24, 3, 30);
const nextDueMs = dueMs + 24 * 60 * minuteMs;

let dir = "";
let nowMs: number | undefined;
let plan: RebootPlan | undefined;
let obstacle: Exclude<RebootObstacle, "storage"> | undefined;
/** What was said, and each restart. */
let news: string[] = [];
let planner: RebootPlanner;

function start(): void {
  planner = new RebootPlanner({
    dir,
    settings: () => ({ reboot: plan, place: { zoneName: "UTC" } }),
    trustedNow: () => nowMs,
    obstacle: () => obstacle,
    restart: () => void news.push("restart"),
    onNews: (due, skipped) => void news.push(`${skipped ?? "planned"} ${new Date(due).toISOString().slice(11, 16)}`),
  });
}

function lookAt(atMs: number | undefined): string[] {
  nowMs = atMs;
  const before = news.length;
  planner.look();
  return news.slice(before);
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "reboots-"));
  plan = { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], time: "03:30" };
  obstacle = undefined;
  news = [];
  disk.isFull = false;
  start();
  lookAt(dueMs - 60 * minuteMs);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a planned restart is said before it begins, and neither the next run nor a clock that is set back repeats it", () => {
  expect(lookAt(dueMs - 1)).toEqual([]);
  expect(lookAt(dueMs + 500)).toEqual(["planned 03:30", "restart"]);
  start();
  expect(lookAt(dueMs + 2_000)).toEqual([]);
  expect(lookAt(dueMs - 5 * minuteMs)).toEqual([]);
  expect(lookAt(dueMs)).toEqual([]);
  expect(lookAt(nextDueMs)).toEqual(["planned 03:30", "restart"]);
});

test("one that was missed by less than fifteen minutes is made up for once, any other waits for the next", () => {
  start();
  expect(lookAt(dueMs + 14 * minuteMs)).toEqual(["planned 03:30", "restart"]);
  start();
  expect(lookAt(nextDueMs + 15 * minuteMs)).toEqual([]);
  expect(lookAt(nextDueMs + 16 * minuteMs)).toEqual([]);
});

test.each(["locked", "works", "busy", "upgrade"] as const)(
  "what is %s puts it off, and skips it after a quarter of an hour",
  (one) => {
    obstacle = one;
    expect(lookAt(dueMs)).toEqual([]);
    expect(lookAt(dueMs + 10 * minuteMs)).toEqual([]);
    obstacle = undefined;
    expect(lookAt(dueMs + 11 * minuteMs)).toEqual(["planned 03:30", "restart"]);
    obstacle = one;
    expect(lookAt(nextDueMs)).toEqual([]);
    expect(lookAt(nextDueMs + 15 * minuteMs)).toEqual([`${one} 03:30`]);
    obstacle = undefined;
    expect(lookAt(nextDueMs + 16 * minuteMs)).toEqual([]);
  },
);

test("what cannot be noted on the disk is not done: it would be repeated for ever", () => {
  disk.isFull = true;
  expect(lookAt(dueMs)).toEqual([]);
  disk.isFull = false;
  expect(lookAt(dueMs + minuteMs)).toEqual(["planned 03:30", "restart"]);
});

test("what was due before somebody planned it is not made up for", () => {
  plan = undefined;
  lookAt(dueMs + minuteMs);
  plan = { enabled: true, days: [2], time: "03:30" };
  expect(lookAt(dueMs + 2 * minuteMs)).toEqual([]);
  plan = { ...plan, time: "03:35" };
  expect(lookAt(dueMs + 4 * minuteMs)).toEqual([]);
  expect(lookAt(dueMs + 5 * minuteMs)).toEqual(["planned 03:35", "restart"]);
});

test("without a clock that can be trusted nothing is due, and a clock from the future does not stop the plan", () => {
  expect(lookAt(undefined)).toEqual([]);
  expect(lookAt(dueMs + 400 * 24 * 60 * minuteMs)).toEqual(["planned 03:30", "restart"]);
  expect(lookAt(dueMs - minuteMs)).toEqual([]);
  expect(lookAt(dueMs)).toEqual(["planned 03:30", "restart"]);
});
