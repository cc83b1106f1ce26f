import type { WarningSeverity } from "./warning-types.ts";
import type { WarningCondition, WarningGuard, WarningRule } from "./warnings.schema.ts";

/** A rule that suits many containers, as it is offered. */

interface Words {
  ruleName: string;
  /** What to do, shown with the warning. */
  note: string;
}

export type SuggestedCondition = Pick<WarningCondition, "type" | "attributes" | "duration"> &
  Partial<Pick<WarningCondition, "threshold" | "clearAt" | "window" | "noData">> & {
    critical?: { threshold?: WarningCondition["threshold"]; clearAt?: WarningCondition["clearAt"]; duration?: number };
    when?: WarningGuard[];
  };

export interface SuggestedRule {
  /** Stays the same when words and levels change. */
  key: string;
  /** Suits every container that measures what it looks at; the others suit some. */
  isUsual: boolean;
  severity: WarningSeverity;
  conditions: readonly SuggestedCondition[];
  en: Words;
  fr: Words;
}

type Looking = Pick<WarningCondition, "type" | "attributes">;

/** Do both look at the same? Their levels may differ: who is warned by both is warned twice all the same. */
function isSameThing(one: Looking, other: Looking): boolean {
  if (one.type !== other.type) return false;
  if (one.attributes.length === 0) return other.attributes.length === 0;
  return one.attributes.some((name) => other.attributes.includes(name));
}

type Guarded = Looking & { when?: readonly Looking[] | undefined };

/** Does a condition warn of what another one warns of? Not where a guard keeps it quiet that the other one does not have. */
function warnsOf(one: Guarded, other: Guarded): boolean {
  const { when: guards = [] } = other;
  return isSameThing(one, other) && (one.when ?? []).every((guard) => guards.some((its) => isSameThing(guard, its)));
}

/** Does a rule warn of what a suggested one warns of, at all hours? */
export function watchesSame(
  { conditions: wanted }: Pick<SuggestedRule, "conditions">,
  { conditions, match, activeHours }: Pick<WarningRule, "conditions" | "match" | "activeHours">,
): boolean {
  if (activeHours) return false;
  const isWanted = (one: Guarded) => wanted.some((other) => warnsOf(one, other));
  if (match === "any") return conditions.some(isWanted);
  return conditions.every(isWanted) && wanted.every((other) => conditions.some((one) => warnsOf(one, other)));
}
