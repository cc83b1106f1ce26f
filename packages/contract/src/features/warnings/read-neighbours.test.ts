import fc from "fast-check";
import { expect, test } from "vitest";

import { BackTest } from "./back-test.ts";
import { explainWarning } from "./explain-warning.ts";
import { factsOf } from "./judging-bench.ts";
import { dayKnownMs, type NeighbourDay } from "./neighbour-days.ts";
import { neighboursUnknownMs } from "./read-neighbours.ts";
import { ruleOf } from "./warning-bench.ts";
import type { WarningRule } from "./warnings.schema.ts";

const dayMs = 86_400_000;
const startMs = 20_500 * dayMs;

/** One entry a day; undefined: it does not count. */
type Days = readonly (number | undefined)[];

function tried(rule: WarningRule, percents: Days): BackTest {
  const days = percents.flatMap((percent, index): NeighbourDay[] =>
    percent === undefined ? [] : [{ startMs: startMs + index * dayMs, endMs: startMs + (index + 1) * dayMs, percent }],
  );
  const facts = {
    ...factsOf({ events: [], forecasts: [] }),
    neighboursAt: (nowMs: number) => days.filter((day) => dayKnownMs(day) <= nowMs),
  };
  const test = new BackTest(rule, facts, startMs);
  test.end(startMs + (percents.length + 1) * dayMs - 1);
  return test;
}

/** As days from the beginning. */
function raised(rule: WarningRule, percents: Days) {
  const inDays = (ms: number | null) => (ms === null ? null : (ms - startMs) / dayMs);
  return tried(rule, percents).episodes.map(({ raisedMs, clearedMs, severity }) => [
    inDays(raisedMs),
    inDays(clearedMs),
    severity,
  ]);
}

const neighbours = (more = {}) =>
  ruleOf([
    {
      type: "neighbours",
      attributes: [],
      threshold: 85,
      clearAt: 92,
      critical: { threshold: 60 },
      duration: 3 * 86_400,
      noData: "clear",
      ...more,
    },
  ]);

test("it warns after three days in a row, and is over after a day that is good again", () => {
  expect(raised(neighbours(), [99, 80, 80, 80, 80, 90, 95, 99])).toEqual([[4, 7, "warning"]]);
  expect(raised(neighbours(), [80, 80, 99, 80, 80, 99])).toEqual([]);
  expect(raised(neighbours(), [50, 50, 50, 50, 99])).toEqual([[3, 5, "critical"]]);
  expect(raised(neighbours(), [80, 50, 50, 50, 50])).toEqual([[3, null, "critical"]]);
});

test("days that do not count are passed over, and a row that they tear apart is none", () => {
  expect(raised(neighbours(), [80, undefined, 80, undefined, 80, 99])).toEqual([[5, 6, "warning"]]);
  const torn = [80, 80, undefined, undefined, undefined, undefined, 80, 80];
  expect(raised(neighbours(), torn)).toEqual([]);
});

test("without neighbours for four days it is over, or stays as it was where it is to", () => {
  const lost = [80, 80, 80, ...Array.from({ length: 8 }, () => undefined)];
  expect(raised(neighbours(), lost)).toEqual([[3, 7, "warning"]]);
  expect(raised(neighbours({ noData: "hold" }), lost)).toEqual([[3, null, "warning"]]);
  expect(
    raised(
      neighbours(),
      Array.from({ length: 8 }, () => undefined),
    ),
  ).toEqual([]);
});

test("why it did not fire names the days that are still missing, or that none could be compared", () => {
  const whyOf = (percents: Days) => {
    const rule = neighbours();
    const [why] = explainWarning(rule, tried(rule, percents), startMs + (percents.length + 1) * dayMs - 1).conditions;
    return why;
  };
  expect(whyOf([99, 80, 80])).toMatchObject({
    why: "duration",
    value: 80,
    sinceMs: startMs + dayMs,
    dueMs: startMs + 4 * dayMs,
  });
  expect(whyOf([80, 80, 97])).toMatchObject({ why: "level", value: 97 });
  expect(whyOf([])).toMatchObject({ why: "unknown", value: null });
});

test("it is raised exactly while as many days as asked for are in a row, whatever lies before", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(70, 88, 99), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (percents, needed) => {
        const rule = neighbours({ duration: needed * 86_400, critical: undefined });
        let isUp = false;
        for (const [index, percent] of percents.entries()) {
          const run = percents.slice(0, index + 1).findLastIndex((one) => one >= 85);
          if (index - run >= needed) isUp = true;
          else if (percent >= 92) isUp = false;
        }
        expect(tried(rule, percents).state.raisedMs !== null).toBe(isUp);
      },
    ),
  );
});

test("nothing is known before the first day that counts is over, nor from four days after the last one on", () => {
  const day = (index: number): NeighbourDay => ({
    startMs: startMs + index * dayMs,
    endMs: startMs + (index + 1) * dayMs,
    percent: 90,
  });
  const range = { fromMs: startMs, toMs: startMs + 20 * dayMs };
  const unknownDays = (days: NeighbourDay[]) => neighboursUnknownMs(days, range) / dayMs;
  expect(unknownDays([])).toBe(20);
  // Known an hour after it is over, until the fifth day.
  expect(unknownDays([day(0)])).toBeCloseTo(20 - (4 - 1 / 24));
  expect(unknownDays([day(-2), day(0), day(1), day(10), day(18)])).toBeCloseTo(20 - (6 + (4 - 1 / 24) + (1 - 1 / 24)));
});
