import fc from "fast-check";
import { expect, test } from "vitest";

import { BackTest } from "./back-test.ts";
import { factsOf } from "./judging-bench.ts";
import { ruleOf } from "./warning-bench.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;
const zoneName = "Africa/Nairobi";
/** Midnight of 1 March 2026 in Nairobi. */
const startMs = Date.UTC(2026, 1, 28, 21);

type Meter = (atMs: number) => number | undefined;

/** What a rule raises in some days of a frame a minute, as hours since the first midnight. */
function raised(rule: ReturnType<typeof ruleOf>, days: number, meter: Meter, isSent = (_atMs: number) => true) {
  const facts = { ...factsOf({ events: [], forecasts: [] }), everyMs: minuteMs, place: { zoneName } };
  const test = new BackTest(rule, facts, startMs);
  for (let atMs = startMs; atMs < startMs + days * dayMs; atMs += minuteMs) {
    const value = meter(atMs);
    if (isSent(atMs)) test.frame(atMs, (name) => (name === "load.energy" ? value : undefined), atMs);
  }
  const inHours = (ms: number | null) => (ms === null ? null : Math.round((ms - startMs) / hourMs));
  return test.episodes.map(({ raisedMs, clearedMs, severity }) => [inHours(raisedMs), inHours(clearedMs), severity]);
}

const budgetOf = (limit: number, period: "day" | "week" | "month", more = {}) =>
  ruleOf([{ type: "budget", attributes: ["load.energy"], threshold: 80, budget: { limit, period }, ...more }]);
/** 1 kWh an hour, of a meter that has counted before. */
const steady: Meter = (atMs) => 500_000 + (1_000 * (atMs - startMs)) / hourMs;

test("it warns when so much of the limit is used up, becomes critical at all of it, and begins anew by the calendar of the place", () => {
  expect(raised(budgetOf(20_000, "day"), 2, steady)).toEqual([
    [16, 24, "warning"],
    [40, null, "warning"],
  ]);
  expect(raised(budgetOf(20_000, "day", { critical: { threshold: 100 } }), 1, steady)).toEqual([
    [16, null, "critical"],
  ]);
  // 1 March is a Sunday: the week ends with it.
  expect(raised(budgetOf(100_000, "week"), 8, steady)).toEqual([[104, null, "warning"]]);
  expect(raised(budgetOf(744_000, "month"), 32, steady)).toEqual([[595, 744, "warning"]]);
});

test("a meter that begins again from 0, one that reads 0 once, and one that nobody read for hours lose nothing and add nothing", () => {
  const day = budgetOf(20_000, "day");
  const usual = raised(day, 1, steady);
  const resetMs = startMs + 10 * hourMs;
  const reset: Meter = (atMs) => (atMs < resetMs ? steady(atMs) : (1_000 * (atMs - resetMs)) / hourMs);
  expect(raised(day, 1, reset)).toEqual([[16, null, "warning"]]);
  const dips: Meter = (atMs) => (atMs === resetMs ? 0 : steady(atMs));
  expect(raised(day, 1, dips)).toEqual(usual);
  const dark = (atMs: number) => atMs < startMs + 2 * hourMs || atMs > startMs + 18 * hourMs;
  expect(raised(day, 1, steady, dark)).toEqual([[18, null, "warning"]]);
  expect(raised(day, 1, () => undefined)).toEqual([]);
});

test("whatever the meter does, so long as it only grows, what is used is what it grew", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 140 }),
      fc.integer({ min: 1, max: 20_000 }),
      (steps, limit) => {
        const sums = steps.map((_, index) => steps.slice(1, index + 1).reduce((sum, step) => sum + step, 0));
        // A reading each ten minutes.
        const meter: Meter = (atMs) => sums[Math.min(sums.length - 1, Math.floor((atMs - startMs) / (10 * minuteMs)))];
        const isOver = (sums.at(-1) ?? 0) > 0.8 * limit;
        expect(raised(budgetOf(limit, "day"), 1, meter)).toHaveLength(isOver ? 1 : 0);
      },
    ),
    { numRuns: 15 },
  );
});
