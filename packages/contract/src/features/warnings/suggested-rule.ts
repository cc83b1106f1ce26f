import type { WarningSeverity } from "./warning-types.ts";
import type { WarningCondition, WarningGuard } from "./warnings.schema.ts";

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
