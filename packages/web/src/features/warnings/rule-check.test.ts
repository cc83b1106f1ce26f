import { ruleOf } from "@offgrid/contract/warnings/warning-bench";
import { type WarningType, warningTypes } from "@offgrid/contract/warnings/warning-types";
import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test } from "vitest";

import { presetRule } from "./presets.ts";
import { faultsOfPortal, isMissing, readRule } from "./rule-check.ts";
import { newCondition, newRule } from "../../domain/warnings/new-rule.ts";
import { type Condition, newGuard, type Rule, withOptional, withThreshold, withType } from "./rule-input.ts";
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

const many = Array.from({ length: 251 }, (_, index) => ({ containerId: `c${index}`, off: true }));

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
  [withCondition({ clearAt: 15 }), { "conditions.0.clearAt": "clearAbove" }],
  [withCondition({ type: "above", clearAt: 25 }), { "conditions.0.clearAt": "clearBelow" }],
  [
    withCondition({ type: "outside", threshold: [10, 30], clearAt: [5, 25] }),
    { "conditions.0.clearAt": "clearWithin" },
  ],
  [
    withCondition({ type: "inside", threshold: [10, 30], clearAt: [15, 35] }),
    { "conditions.0.clearAt": "clearAround" },
  ],
  [
    withCondition({ type: "outside", threshold: [10, 30], clearAt: [15, Number.NaN] }),
    { "conditions.0.clearAt": "data" },
  ],
  [withCondition({ critical: { threshold: 30 } }), { "conditions.0.critical.threshold": "further" }],
  [withCondition({ critical: { clearAt: 30 } }), { "conditions.0.critical.threshold": "fields" }],
  [withCondition({ type: "outside", threshold: [30, 10] }), { "conditions.0.threshold": "pair" }],
  [withCondition({ duration: 20_161 * 60 }), { "conditions.0.duration": "duration" }],
  [withCondition({ duration: Number.NaN }), { "conditions.0.duration": "data" }],
  [withCondition({ duration: -300 }), { "conditions.0.duration": "duration" }],
  [withCondition({ duration: 60.6 }), { "conditions.0.duration": "duration" }],
  [withCondition({ duration: 6e15 }), { "conditions.0.duration": "duration" }],
  [withCondition({ keepFor: -60 }), { "conditions.0.keepFor": "keepFor" }],
  [withCondition({ type: "change", window: -60 }), { "conditions.0.window": "window" }],
  [withCondition({ critical: { duration: -60 } }), { "conditions.0.critical.duration": "duration" }],
  [
    withCondition({ overrides: [{ containerId: "gao", duration: -60 }] }),
    { "conditions.0.overrides.0.duration": "duration" },
  ],
  [withCondition({ threshold: 2e9 }), { "conditions.0.threshold": "data" }],
  [withCondition({ keepFor: 86_460 }), { "conditions.0.keepFor": "keepFor" }],
  [withCondition({ type: "change", window: 30 }), { "conditions.0.window": "window" }],
  [
    withCondition({ type: "event", attributes: ["door.opened"], threshold: 0, window: 600 }),
    { "conditions.0.threshold": "count" },
  ],
  [withCondition({ type: "change" }), { "conditions.0.window": "data" }],
  [withCondition({ type: "spread" }), { "conditions.0.attributes": "array" }],
  [
    withCondition({ when: [newGuard()] }),
    { "conditions.0.when.0.attributes": "array", "conditions.0.when.0.threshold": "data" },
  ],
  [
    withCondition({
      type: "event",
      attributes: ["door.opened"],
      threshold: 1,
      window: 600,
      when: [{ type: "above", attributes: ["battery.soc"], threshold: 3 }],
    }),
    { "conditions.0.when": "guards" },
  ],
  [
    withCondition({ overrides: [{}, { containerId: "gao" }, { clusterId: "north", threshold: 15, clearAt: 10 }] }),
    {
      "conditions.0.overrides.0.containerId": "who",
      "conditions.0.overrides.0.threshold": "same",
      "conditions.0.overrides.1.threshold": "same",
      "conditions.0.overrides.2.clearAt": "clearAbove",
    },
  ],
  [
    withCondition({
      critical: { threshold: 10 },
      overrides: [
        { containerId: "gao", threshold: 5 },
        { containerId: "kayes", threshold: 12 },
        { clusterId: "north", threshold: 10 },
        { kitId: "small", threshold: 5, off: true },
      ],
    }),
    { "conditions.0.overrides.0.threshold": "ownFurther" },
  ],
  [
    { ...low, conditions: [...low.conditions, ...low.conditions].map((one) => ({ ...one, overrides: many })) },
    { conditions: "overrides" },
  ],
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

test("a condition of another type keeps what it is guarded by, and at which containers it is different", () => {
  const when = [{ type: "above" as const, attributes: ["battery.current"], threshold: 1 }];
  const overrides = [{ containerId: "gao", threshold: 15, clearAt: 20, duration: 60 }];
  const full = { ...newCondition(), attributes: ["battery.soc"], when, overrides };
  expect(withType(full, "above")).toMatchObject({ when, overrides: [{ threshold: 15, duration: 60 }] });
  // Neither a silent container nor a level of another kind.
  expect(withType({ ...full, attributes: [] }, "silent").when).toBeUndefined();
  expect(withType(full, "outside").overrides).toEqual([{ containerId: "gao", duration: 60 }]);
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

test("a threshold that is moved takes the level at which it is over along, so that the rule can still be tried out", () => {
  const [condition] = withCondition({ threshold: 20, clearAt: 25 }).conditions as [Condition];
  const moved = withThreshold(condition, 52);
  expect(moved).toMatchObject({ threshold: 52, clearAt: 57 });
  expect(faultsOf(withCondition(moved))).toEqual({});
  expect(withThreshold(moved, 20)).toEqual(condition);
  const span = { ...condition, type: "outside" as const, threshold: [2.9, 3.6], clearAt: [3, 3.5] };
  expect(withThreshold(span, [2.9, 3.3])).toMatchObject({ threshold: [2.9, 3.3], clearAt: [3, 3.2] });
  const { clearAt: _none, ...plain } = condition;
  expect(withThreshold(plain, 52)).toEqual({ ...plain, threshold: 52 });
});

test("what is still to be filled in is told from what cannot be so", () => {
  const kinds = (rule: Rule) => Object.values(faultsOf(rule)).map(isMissing);
  expect(new Set(kinds(newRule()))).toEqual(new Set([true]));
  expect(kinds(withCondition({ clearAt: 15 }))).toEqual([false]);
});
