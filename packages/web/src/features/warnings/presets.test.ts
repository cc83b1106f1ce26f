import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test } from "vitest";

import { missingSuggestions, presetName, presetRule, usualRules } from "./presets.ts";
import { presetNames } from "./warnings.search.ts";

test.each(["en", "fr"] as const)("the usual rules lack only their containers, in %s", (locale) => {
  const rules = usualRules(locale);
  expect(rules.length).toBeGreaterThan(4);
  expect(new Set(rules.map(({ ruleName }) => ruleName)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(WarningRuleInput.safeParse(rule).success, rule.ruleName).toBe(false);
    expect(WarningRuleInput.safeParse({ ...rule, sites: ["gao"] }).error, rule.ruleName).toBeUndefined();
  }
});

test("what is suggested stays within reach until one has it", () => {
  const all = usualRules("fr");
  expect(missingSuggestions([], "fr")).toEqual({ usual: all, presets: presetNames });
  const some = missingSuggestions([presetRule("dark", "fr"), { ruleName: "Autre" }], "fr");
  expect(some.presets).toEqual(presetNames.filter((name) => name !== "dark"));
  expect(some.usual.map(({ ruleName }) => ruleName)).not.toContain(presetName("dark", "fr"));
  expect(missingSuggestions(all, "fr").usual).toEqual([]);
  // Whoever added it in another language, or under a former name, has it.
  expect(missingSuggestions(usualRules("en"), "fr").usual).toEqual([]);
  expect(missingSuggestions([{ ruleName: "Coupure des charges prévue" }], "fr").usual).toHaveLength(all.length - 1);
});
