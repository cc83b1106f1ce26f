import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { type WarningType, warningTypes } from "@offgrid/contract/warnings/warning-types";
import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test } from "vitest";

import { presetRule } from "./presets.ts";
import { faultsOfPortal, readRule } from "./rule-check.ts";
import { type Condition, newCondition, newRule, type Rule, withOptional, withType } from "./rule-input.ts";
import { presetNames } from "./warnings.search.ts";

const faultsOf = (rule: Rule) => {
  const read = readRule(rule);
  return "faults" in read ? read.faults : {};
};
const low = ruleOf([{}], { sites: ["gao"] });
const withCondition = (more: Partial<Condition>): Rule => ({
  ...low,
  conditions: low.conditions.map((condition) => ({ ...condition, ...more })),
});

/** What the contract's schema says of the same rule, by the paths of its fields. */
function refusedPaths(rule: Rule): string[] {
  const { error } = WarningRuleInput.safeParse(JSON.parse(JSON.stringify(rule)));
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join(".")))].sort();
}

test.each<[Rule, Record<string, string>]>([
  [
    newRule(),
    {
      ruleName: "ruleName",
      sites: "scope",
      "conditions.0.name": "name",
      "conditions.0.attributes": "array",
      "conditions.0.threshold": "data",
    },
  ],
  [{ ...low, conditions: [] }, { conditions: "conditions" }],
  [withCondition({ clearAt: 15 }), { "conditions.0.clearAt": "clearAt" }],
  [withCondition({ critical: { threshold: 30 } }), { "conditions.0.critical.threshold": "further" }],
  [withCondition({ critical: { clearAt: 30 } }), { "conditions.0.critical.threshold": "fields" }],
  [withCondition({ type: "outside", threshold: [30, 10] }), { "conditions.0.threshold": "data" }],
  [withCondition({ type: "change" }), { "conditions.0.window": "data" }],
  [withCondition({ type: "spread" }), { "conditions.0.attributes": "array" }],
])("says which fields lack something, the same ones as the portal (%#)", (rule, faults) => {
  expect(faultsOf(rule)).toEqual(faults);
  // A condition without a type's fields is judged no further by the schema.
  expect(Object.keys(faults)).toEqual(expect.arrayContaining(refusedPaths(rule)));
});

test.each(presetNames)("the preset %s lacks nothing but its containers", (preset) => {
  for (const locale of ["en", "fr"] as const) {
    const rule = presetRule(preset, locale);
    expect(faultsOf(rule)).toEqual({ sites: "scope" });
    expect(refusedPaths({ ...rule, sites: ["gao"] })).toEqual([]);
  }
});

test("a condition of another type has the fields of that type, and keeps what fits", () => {
  const types = Object.keys(warningTypes) as WarningType[];
  const full = { ...newCondition(), name: "Low", attributes: ["battery.soc"], threshold: 20, clearAt: 25 };
  for (const type of types) {
    const { least, threshold, reads } = warningTypes[type];
    const next = withType(full, type);
    const isMetric = reads === "values" || reads === "silence";
    const paths = Object.keys(faultsOf({ ...low, conditions: [next] }));
    expect(paths.includes("conditions.0.attributes")).toBe(
      // A charge is no meter.
      isMetric ? least > 1 || type === "budget" : reads === "events",
    );
    expect(paths.includes("conditions.0.threshold")).toBe(threshold === "pair" || threshold === "list");
    expect("clearAt" in next).toBe(false);
  }
});

test("what the portal refuses is said at its field", () => {
  expect(
    faultsOfPortal({ "conditions.1.attributes": "…", cluster: "…", ruleName: "…", "conditions.0.when": "…" }),
  ).toEqual({
    "conditions.1.attributes": "unsent",
    sites: "emptyCluster",
    ruleName: "refusedName",
    "conditions.0.when": "other",
  });
  expect(withOptional({ a: 1, b: 2 }, "b", undefined)).toEqual({ a: 1 });
});
