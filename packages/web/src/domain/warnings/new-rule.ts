import { warningLimits as limits } from "@offgrid/contract/warnings/warning-types";
import type { WarningCondition, WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { metrics } from "@offgrid/contract/telemetry/metrics";
import { ruleFromSuggestion } from "@offgrid/contract/warnings/rule-from-suggestion";
import type { SuggestedRule } from "@offgrid/contract/warnings/suggested-rule";

/** What a new rule begins with. What is no number yet is NaN. Pure. */

const hole = Number.NaN;
export const usualDurationS = 600;

export function newCondition(): WarningCondition {
  return {
    name: "",
    description: "",
    type: "below",
    attributes: [],
    threshold: hole,
    duration: usualDurationS,
    keepFor: limits.keepForS,
    noData: "hold",
  };
}

export function newRule(): WarningRule {
  return {
    ruleName: "",
    enabled: true,
    match: "all",
    conditions: [newCondition()],
    severity: "warning",
    channels: ["portal"],
    note: "",
    shadow: false,
  };
}

/** What containers send is known only once they are chosen. */
const allMetrics: ReadonlySet<string> = new Set(Object.keys(metrics));

/**
 * A suggested rule that only lacks the containers that it is to look at.
 * @param sent What they send, as far as it is known.
 * @returns undefined: they do not measure what it looks at.
 */
export function suggestedRule(
  suggestion: SuggestedRule,
  locale: LocaleCode,
  sent: ReadonlySet<string> = allMetrics,
): WarningRule | undefined {
  const found = ruleFromSuggestion(suggestion, locale, sent);
  if (!found) return undefined;
  const { threshold: _, ...blank } = newCondition();
  return {
    ...newRule(),
    ...found,
    conditions: found.conditions.map((condition) => ({ ...blank, ...condition })),
  };
}
