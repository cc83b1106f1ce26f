import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test } from "vitest";

import { usualRules } from "./presets.ts";

test.each(["en", "fr"] as const)("the usual rules lack only their containers, in %s", (locale) => {
  const rules = usualRules(locale);
  expect(rules.length).toBeGreaterThan(4);
  expect(new Set(rules.map(({ ruleName }) => ruleName)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(WarningRuleInput.safeParse(rule).success, rule.ruleName).toBe(false);
    expect(WarningRuleInput.safeParse({ ...rule, sites: ["gao"] }).error, rule.ruleName).toBeUndefined();
  }
});
