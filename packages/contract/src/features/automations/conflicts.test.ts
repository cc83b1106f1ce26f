import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { everyMs, keeping, nairobi, noonMs, running } from "./automation-bench.ts";
import type { Condition } from "./automations.schema.ts";
import { boxesOf } from "./condition-boxes.ts";
import { evaluate } from "./conditions.ts";
import { conflictsOf } from "./conflicts.ts";
import { dryRun } from "./dry-run.ts";

const soc = (is: "above" | "below", value: number, until?: number): Condition => ({
  kind: "metric",
  metric: "battery.soc",
  is,
  value,
  ...(until !== undefined && { until }),
});
const hours = (from: string, to: string): Condition => ({ kind: "time", from: { time: from }, to: { time: to } });
const all = (...of: Condition[]): Condition => ({ kind: "group", match: "all", of });
const on = (condition: Condition, priority = 5) => keeping({ to: true, while: condition, priority });
const off = (condition: Condition, priority = 5) => keeping({ while: condition, priority });
const pair = (one: Condition, other: Condition) => conflictsOf({ a: on(one), b: off(other) });

describe("a conflict", () => {
  test("is named with who wins and at which times", () => {
    expect(pair(hours("17:00", "20:00"), hours("18:00", "23:00"))).toMatchObject([
      { output: "relay.3", winner: "a", loser: "b", minutes: [{ from: 18 * 60, to: 20 * 60 }], seenMs: undefined },
    ]);
    const later = { a: on(hours("17:00", "20:00"), 6), b: off(hours("18:00", "23:00"), 2) };
    expect(conflictsOf(later)).toMatchObject([{ winner: "b", loser: "a" }]);
  });

  test("is named with what has to be measured for it", () => {
    const [found] = pair(soc("above", 30), soc("below", 40));
    expect(found?.metrics.get("battery.soc")).toEqual({ from: expect.closeTo(30, 3), to: expect.closeTo(40, 3) });
  });

  test.each<[string, Condition, Condition]>([
    ["their times are apart", hours("18:00", "06:00"), hours("06:00", "18:00")],
    ["their thresholds are apart", soc("above", 90, 80), soc("below", 40, 45)],
    ["one is above what the other is below", soc("above", 40), soc("below", 40)],
    ["one needs the sun and the other the night", { kind: "sun", is: "up" }, { kind: "sun", is: "down" }],
    [
      "the night is written in another way",
      { kind: "sun", is: "up" },
      { kind: "time", from: { sun: "sunset" }, to: { sun: "sunrise" } },
    ],
    [
      "one excludes the other in a group",
      all(soc("above", 20), hours("10:00", "12:00")),
      { kind: "group", match: "none", of: [hours("09:00", "13:00")] },
    ],
  ])("is none where %s", (_, one, other) => expect(pair(one, other)).toEqual([]));

  test("is there where a way back makes two meet that begin apart", () => {
    expect(pair(soc("above", 60, 30), soc("below", 40))).toHaveLength(1);
  });

  test("of runs is found by the times of their clocks", () => {
    const at = (time: string, to: boolean, until: string) =>
      running({
        when: [{ kind: "moment", at: { time } }],
        do: [{ kind: "set", output: "relay.3", to, until: { time: until } }],
      });
    expect(conflictsOf({ a: at("22:00", true, "02:00"), b: at("01:00", false, "03:00") })).toMatchObject([
      { minutes: [{ from: 60, to: 120 }] },
    ]);
    expect(conflictsOf({ a: at("22:00", true, "01:00"), b: at("01:00", false, "03:00") })).toEqual([]);
  });

  test("is none between two that want the same, that are switched off, or of other outputs", () => {
    const always = soc("above", 0);
    expect(conflictsOf({ a: on(always), b: on(always) })).toEqual([]);
    expect(conflictsOf({ a: on(always), b: { ...off(always), enabled: false } })).toEqual([]);
    expect(conflictsOf({ a: on(always), b: { ...off(always), output: "relay.1" } })).toEqual([]);
  });

  test("says for how long it was seen in a dry run", () => {
    const automations = { a: on(soc("above", 30)), b: off(soc("below", 40)) };
    const frames = Array.from({ length: 61 }, (_, place) => ({
      atMs: noonMs + place * everyMs,
      values: { "battery.soc": 60 - place / 2, "relay.3.on": 1 },
    }));
    const options = { automations, place: nairobi, everyMs, powerMetricOf: () => undefined };
    const [found] = conflictsOf(automations, dryRun(options, frames).spans);
    expect(found?.seenMs).toBe(19 * everyMs);
  });
});

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant("metric" as const),
    metric: fc.constantFrom("battery.soc", "load.power"),
    is: fc.constantFrom("above" as const, "below" as const, "equal" as const),
    value: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant("output" as const), output: fc.constant("relay.1"), isOn: fc.boolean() }),
  fc.constantFrom(hours("11:00", "13:00"), hours("13:00", "11:00"), { kind: "sun" as const, is: "up" as const }),
);
const condition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({
      kind: fc.constant("group" as const),
      match: fc.constantFrom("all" as const, "any" as const, "none" as const),
      of: fc.array(tie("any"), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).any;

test("whatever makes two conditions true at once, they are found to meet", () => {
  const values = fc.integer({ min: -1, max: 4 });
  fc.assert(
    fc.property(condition, condition, values, values, fc.boolean(), fc.integer({ min: 0, max: 1_439 }), (...given) => {
      const [one, other, charge, load, isOn, minute] = given;
      const nowMs = noonMs + minute * 60_000;
      const known: Record<string, number> = { "battery.soc": charge, "load.power": load };
      const facts = {
        readingOf: (metric: string) => ({ value: known[metric] ?? 0, atMs: nowMs }),
        isOn: () => isOn,
        place: nairobi,
        isClockRight: true,
        everyMs,
      };
      const is = (which: Condition) => evaluate("if", which, facts, {}, nowMs).is === true;
      fc.pre(is(one) && is(other));
      expect(boxesOf(one).length).toBeGreaterThan(0);
      expect(conflictsOf({ a: on(one), b: off(other) })).toHaveLength(1);
    }),
    { numRuns: 5_000 },
  );
});
