import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { bundleAttributes, isJudgedOn, type WarningType, warningTypes } from "@offgrid/contract/warnings/warning-types";
import type { WarningCondition, WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import { newCondition, newRule, usualDurationS } from "../../domain/warnings/new-rule.ts";

/**
 * What the editor writes: a rule that may still have holes. What is no number is NaN; `rule-check.ts` finds both. Pure.
 */

export type Rule = WarningRule;
export type Condition = WarningCondition;
export type Levels = Pick<Condition, "threshold" | "clearAt" | "duration">;
export type Threshold = Condition["threshold"];

const hole = Number.NaN;
const usualWindowS = 3_600;

export type Guard = NonNullable<Condition["counted"]>;
export type Override = NonNullable<Condition["overrides"]>[number];
export type Budget = NonNullable<Condition["budget"]>;

export function newGuard(): Guard {
  return { type: "above", attributes: [], threshold: hole };
}

/** May a condition have guards? They look at the values of a frame, which the clock does not bring. */
export function mayHaveGuards(condition: Pick<Condition, "type" | "attributes">): boolean {
  return !isJudgedOn(condition, "tick");
}

/** A rule that begins with a level of a metric, such as one that was pointed at in a chart. */
export function levelRule({
  metric,
  level = hole,
  type = "below",
}: {
  metric: string;
  level?: number | undefined;
  type?: "above" | "below" | undefined;
}): Rule {
  return { ...newRule(), conditions: [{ ...newCondition(), type, attributes: [metric], threshold: level }] };
}

/** What counts something at the container; what the portal counts itself is not judged. */
export function isMeter(name: string): boolean {
  const metric = findMetric(name);
  return metric?.kind === "counter" && !metric.isOwn;
}

/** Of whole days, whose number is its duration. */
export function isByDays({ type }: Pick<Condition, "type">): boolean {
  return type === "neighbours";
}

/** A threshold of the kind that a type needs, not filled in yet. */
function blankThreshold(type: WarningType): Threshold {
  const { threshold } = warningTypes[type];
  if (threshold === "pair") return [hole, hole];
  if (threshold === "list") return [];
  if (threshold === "count") return 1;
  return threshold === "none" ? undefined : hole;
}

/** The same of another type: what it looks at stays where it can, and levels do where they are of the same kind. */
export function withType(condition: Condition, type: WarningType): Condition {
  const {
    window,
    clearAt: _clear,
    critical: _critical,
    not: _not,
    when,
    overrides,
    counted: _counted,
    budget: _budget,
    ...rest
  } = condition;
  if (isByDays(condition) !== isByDays({ type })) rest.duration = usualDurationS;
  const [before, next] = [warningTypes[condition.type], warningTypes[type]];
  const looksAtMetrics = (reads: string) => reads === "values" || reads === "silence";
  const keepsAttributes = looksAtMetrics(before.reads) && looksAtMetrics(next.reads);
  const fitting = condition.attributes.filter((name) => type !== "budget" || isMeter(name));
  const kept = keepsAttributes ? fitting.slice(0, next.most) : [];
  const attributes = type === "forecast" ? ["hours_to_reserve"] : type === "bundle" ? [bundleAttributes[0]] : kept;
  const keepsLevels = before.threshold === next.threshold;
  return {
    ...rest,
    type,
    attributes,
    threshold: keepsLevels ? condition.threshold : blankThreshold(type),
    ...(when && mayHaveGuards({ type, attributes }) && { when }),
    ...(overrides && { overrides: overrides.map((own) => ownOfType(own, keepsLevels)) }),
    ...("hasWindow" in next && { window: window ?? usualWindowS }),
    // Without neighbours there is nothing to compare with, and nothing wrong.
    ...(type === "neighbours" && { duration: 3 * 86_400, noData: "clear" as const }),
    ...(type === "repeats" && { counted: { type: "above" as const, attributes: [], threshold: hole }, duration: 0 }),
    ...(type === "budget" && { budget: { limit: hole, period: "month" as const }, duration: 0 }),
  };
}

function ownOfType({ clearAt: _clear, threshold, ...own }: Override, keepsLevels: boolean): Override {
  return keepsLevels && threshold !== undefined ? { ...own, threshold } : own;
}

/** Ids of the containers that a rule looks at, as far as they are known. */
export function watchedBy(
  { cluster, sites = [] }: Pick<Rule, "cluster" | "sites">,
  clusters: readonly { id: string; containers: readonly string[] }[],
): readonly string[] {
  return cluster === undefined ? sites : (clusters.find(({ id }) => id === cluster)?.containers ?? []);
}

/** With a threshold that was moved; the level at which it is over goes along, as far from it as before. */
export function withThreshold(condition: Condition, threshold: Threshold): Condition {
  const { clearAt } = condition;
  const before = partsOf(condition.threshold);
  const moved = partsOf(threshold).map((part, index) => part - (before[index] ?? part));
  const along = (level: number, index: number) => Number((level + (moved[index] ?? 0)).toPrecision(12));
  if (clearAt === undefined) return { ...condition, threshold };
  const next = typeof clearAt === "number" ? along(clearAt, 0) : clearAt.map(along);
  return { ...condition, threshold, clearAt: next };
}

/** The parts of a threshold, as fields show them. */
export function partsOf(threshold: Threshold): readonly number[] {
  if (threshold === undefined) return [];
  return typeof threshold === "number" ? [threshold] : threshold;
}

/** With a field that is left out where it is undefined. */
export function withOptional<Of extends object, Key extends keyof Of>(
  of: Of,
  key: Key,
  value: Of[Key] | undefined,
): Of {
  const { [key]: _before, ...rest } = of;
  return (value === undefined ? rest : { ...rest, [key]: value }) as Of;
}
