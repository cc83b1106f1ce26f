import type { AutomationRun } from "@offgrid/contract/automations/automation-state";
import { expect, test } from "vitest";

import { RunReports } from "./run-reports.ts";

const hourMs = 3_600_000;
const run = (atMs: number, outcome: AutomationRun["outcome"], id = "a"): AutomationRun => ({
  id,
  atMs,
  endMs: atMs,
  outcome,
  verdicts: [],
  steps: [],
});

function reports() {
  const sent: [atMs: number, outcome: string, unsent: number][] = [];
  const book = new RunReports(({ atMs, outcome }, unsent) => sent.push([atMs, outcome, unsent]));
  return {
    sent,
    add: (atMs: number, outcome: AutomationRun["outcome"], id?: string) => book.add(run(atMs, outcome, id), atMs),
  };
}

test("a rule that runs now and then is reported as a whole", () => {
  const { sent, add } = reports();
  for (let hour = 0; hour < 240; hour++) add(hour * hourMs, hour % 2 ? "ended" : "began");
  expect(sent).toHaveLength(240);
  expect(sent.every(([, , unsent]) => unsent === 0)).toBe(true);
});

test("of one that runs all the time some are sent, and each says how many before it were not", () => {
  const { sent, add } = reports();
  const everyMs = 10_000;
  for (let atMs = 0; atMs < 24 * hourMs; atMs += everyMs) add(atMs, "began");
  // Twenty at once, and one for each half hour of the day.
  expect(sent.length).toBeGreaterThanOrEqual(20 + 47);
  expect(sent.length).toBeLessThanOrEqual(20 + 48);
  const counted = sent.reduce((count, [, , unsent]) => count + 1 + unsent, 0);
  expect(counted).toBe((sent.at(-1)?.[0] ?? 0) / everyMs + 1);
});

test("what did not work is reported beside them, six times an hour, and each rule has its own count", () => {
  const { sent, add } = reports();
  for (let atMs = 0; atMs < hourMs; atMs += 10_000) add(atMs, "began");
  const before = sent.length;
  for (let minute = 0; minute < 60; minute++) add(hourMs + minute * 60_000, "blocked");
  expect(sent.slice(before).map(([, outcome]) => outcome)).toEqual(Array.from({ length: 6 }, () => "blocked"));
  add(2 * hourMs, "began", "b");
  expect(sent.at(-1)).toEqual([2 * hourMs, "began", 0]);
});
