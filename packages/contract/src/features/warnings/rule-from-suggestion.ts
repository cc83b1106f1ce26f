import { loadMetrics } from "../power-cuts/loads-sign.ts";
import type { SuggestedCondition, SuggestedRule } from "./suggested-rule.ts";
import { warningTypes } from "./warning-types.ts";

/**
 * A suggestion as `registerWarning` takes it, for containers that send these metrics. Metrics that none of them sends are
 * left out.
 * @returns undefined where too few are left: it does not suit them.
 */
export function ruleFromSuggestion(
  { conditions, severity, ...words }: SuggestedRule,
  language: "en" | "fr",
  sent: ReadonlySet<string>,
) {
  const { ruleName, note } = words[language];
  const fitting = conditions.flatMap((condition) => {
    const isSent = (name: string) => sent.has(name);
    if (condition.type === "cut") return loadMetrics.some(isSent) ? [condition] : [];
    if (!looksAtMetrics(condition)) return [condition];
    const attributes = condition.attributes.filter(isSent);
    const needsAll = condition.type === "stuck" || condition.type === "expected";
    const isEnough = needsAll ? attributes.length === condition.attributes.length : attributes.length > 0;
    const hasGuards = (condition.when ?? []).every((guard) => guard.attributes.every(isSent));
    return isEnough && hasGuards ? [{ ...condition, attributes }] : [];
  });
  if (fitting.length < conditions.length) return undefined;
  return { ruleName, note, severity, conditions: fitting.map((condition) => ({ ...condition, name: ruleName })) };
}

function looksAtMetrics({ type, attributes }: SuggestedCondition): boolean {
  const { reads } = warningTypes[type];
  return (reads === "values" || reads === "silence") && attributes.length > 0;
}
