import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { expect, test } from "vitest";

import { type PastPhases, PhaseDryRun } from "./dry-run.ts";

const everyMs = 10_000;
const minuteMs = 60_000;
const startMs = Date.UTC(2026, 4, 1);
const phase = (id: 1 | 2 | 3, more: Partial<PhaseControl["phases"][number]> = {}) => ({
  ...{ id, priority: id, limitW: null, minSoc: null, restoreSoc: null },
  ...more,
});
const setting: PhaseControl = {
  mode: "limits",
  totalW: null,
  delaySeconds: 30,
  phases: [phase(1), phase(2, { limitW: 2_000 }), phase(3, { minSoc: 30, restoreSoc: 40 })],
};

/** A reading each ten seconds, from what is known at each minute. */
function runOver(minutes: number, at: (minute: number) => Partial<PastPhases> | undefined, given = setting) {
  const run = new PhaseDryRun(given);
  for (let atMs = startMs; atMs < startMs + minutes * minuteMs; atMs += everyMs) {
    const known = at((atMs - startMs) / minuteMs);
    const usual = { socPercent: 80, batteryW: -500, powerW: () => 1_000, isOn: () => true };
    if (known) run.look({ ...usual, ...known, atMs }, everyMs);
  }
  return run.result();
}

test("a phase that drew too much would have been disconnected after the delay, tried again after five minutes, then ten", () => {
  const { spans, totals } = runOver(30, () => ({ powerW: (id) => (id === 2 ? 2_500 : 500) }));
  const lasted = spans.map(({ fromMs, toMs }) => toMs && Math.round((toMs - fromMs) / minuteMs));
  expect(spans.every((span) => span.phase === 2 && span.of === "power" && span.limit === 2_000)).toBe(true);
  expect(lasted.slice(0, 2)).toEqual([6, 11]);
  expect(totals[1]).toMatchObject({ phase: 2, times: spans.length });
  // All that it drew while it would have been without power.
  expect(totals[1]?.withheldWh).toBeCloseTo((2_500 * (totals[1]?.withoutMs ?? 0)) / 3_600_000);
  expect(totals[0]).toMatchObject({ times: 0, withoutMs: 0, withheldWh: 0 });
});

test("a phase goes off for want of charge and comes back from the other charge on", () => {
  const soc = (minute: number) => (minute < 60 ? 50 - minute / 2 : 20 + (minute - 60) / 2);
  const { spans } = runOver(120, (minute) => ({ socPercent: soc(minute), batteryW: minute < 60 ? -500 : 500 }));
  expect(spans).toMatchObject([{ phase: 3, of: "charge", limit: 30 }]);
  expect(Math.round(((spans[0]?.fromMs ?? 0) - startMs) / minuteMs)).toBe(41);
  expect(Math.round(((spans[0]?.toMs ?? 0) - startMs) / minuteMs)).toBe(101);
});

test("what shares a total goes by priority, and the most important phase stays", () => {
  const shared: PhaseControl = {
    ...setting,
    mode: "priorities",
    totalW: 1_500,
    phases: [phase(1), phase(2), phase(3)],
  };
  const { totals } = runOver(10, () => ({}), shared);
  expect(totals.map(({ times }) => times > 0)).toEqual([false, true, true]);
});

test("a phase that had no power anyway is not counted, and in a gap nothing is", () => {
  const off = runOver(60, () => ({ socPercent: 10, isOn: (id) => id !== 3 }));
  expect(off.spans).toEqual([]);
  const gap = runOver(120, (minute) => (minute > 30 && minute < 90 ? undefined : { socPercent: 10 }));
  expect(gap.totals[2]?.withoutMs).toBeLessThan(61 * minuteMs);
  expect(gap.knownMs).toBeLessThan(61 * minuteMs);
});

test("what a phase drew that was not measured throughout has no energy", () => {
  const { totals } = runOver(60, (minute) => ({ socPercent: 10, powerW: () => (minute < 30 ? 700 : undefined) }));
  expect(totals[2]).toMatchObject({ times: 1, withheldWh: undefined });
});
