import { warningLimits } from "./warning-types.ts";

/** When a warning was raised by its rule, and what is known of before. */
export interface FoundWarning {
  /** That of the rule that was saved, where it was so already; UTC. */
  raisedAt: string;
  /** It was so already, since then; without: for as long as is looked back, or longer. Undefined: it was not so before. */
  before: { since: string | undefined } | undefined;
}

/** @param began Since when it is so; `foundAt`: when its rule was saved and found it so already, if it did. Pure. */
export function foundWarning(began: string, foundAt: string | null | undefined): FoundWarning {
  if (!foundAt) return { raisedAt: began, before: undefined };
  // Until that was looked up, both are the same.
  const beforeMs = Date.parse(foundAt) - Date.parse(began);
  if (beforeMs <= 0) return { raisedAt: foundAt, before: undefined };
  return {
    raisedAt: foundAt,
    before: { since: beforeMs >= warningLimits.backTestDays * 86_400_000 ? undefined : began },
  };
}
