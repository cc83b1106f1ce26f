import type { WarningCondition, WarningOverride, WarningRule } from "./warnings.schema.ts";

/** What overrides may name of a container. */
export interface RulePlace {
  containerId: string;
  clusterId: string | null;
  kitId: string | null;
}

/** A rule as it applies to one container, with what overrides say of it. Undefined: it does not concern this container. */
export function ruleAt(rule: WarningRule, place: RulePlace): WarningRule | undefined {
  if (!rule.conditions.some(({ overrides }) => overrides && overrides.length > 0)) return rule;
  const conditions = rule.conditions.flatMap((condition) => conditionAt(condition, place) ?? []);
  // Without one of its conditions, a rule that needs all of them would say something else.
  const isWhole = rule.match === "any" ? conditions.length > 0 : conditions.length === rule.conditions.length;
  return isWhole ? { ...rule, conditions } : undefined;
}

/** Which levels of its own a container has: its own, those of its cluster, or those of its kit. */
export function overrideAt(
  { overrides = [] }: Pick<WarningCondition, "overrides">,
  { containerId, clusterId, kitId }: RulePlace,
): WarningOverride | undefined {
  return (
    overrides.find((one) => one.containerId === containerId) ??
    overrides.find((one) => one.clusterId !== undefined && one.clusterId === clusterId) ??
    overrides.find((one) => one.kitId !== undefined && one.kitId === kitId)
  );
}

function conditionAt(whole: WarningCondition, place: RulePlace): WarningCondition | undefined {
  const { overrides: _overrides, ...condition } = whole;
  const own = overrideAt(whole, place);
  if (!own) return condition;
  if (own.off) return undefined;
  const { threshold = condition.threshold, clearAt, duration = condition.duration } = own;
  // A clear level belongs to its threshold.
  const clear = clearAt ?? (own.threshold === undefined ? condition.clearAt : undefined);
  return { ...condition, threshold, clearAt: clear, duration };
}
