import { expect, test } from "vitest";

import { changesOf, withChange } from "./tuning.ts";
import { ruleOf } from "./warning-bench.ts";
import { WarningRuleInput } from "./warnings.schema.ts";

test("a rule is tried with levels further out and longer durations, and each of these could be saved", () => {
  const rules = [
    ruleOf([{ threshold: 20, clearAt: 25, critical: { threshold: 10, clearAt: 15 }, duration: 600 }]),
    ruleOf([
      { type: "above", threshold: 0, duration: 0 },
      { type: "above", threshold: 45, clearAt: 42, critical: { duration: 1_800 } },
    ]),
    ruleOf([{ type: "spread", attributes: ["battery.cell_min", "battery.cell_max"], threshold: 80 }]),
  ];
  for (const rule of rules) {
    const changes = changesOf(rule);
    expect(changes.length).toBeGreaterThan(4);
    for (const change of changes)
      expect(WarningRuleInput.safeParse({ ...withChange(rule, change), sites: ["gao"] }).error).toBeUndefined();
  }
  const [first] = rules;
  const thresholds = changesOf(first!).flatMap(({ threshold }) => threshold ?? []);
  expect(thresholds).toEqual([19, 18, 17, 15, 12]);
});

test("what counts events, or looks at forecasts, has no levels to move", () => {
  const counted = { type: "event" as const, attributes: ["door.opened"], threshold: 2, window: 600 };
  expect(changesOf(ruleOf([counted]))).toEqual([]);
});
