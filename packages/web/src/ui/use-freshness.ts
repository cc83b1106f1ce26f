import { useCallback } from "react";

import { useIsLastKnown } from "../core/live/live.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";

/**
 * Judges figures by their age, as `freshnessOf` does. While nothing comes at present each is only what was known last, and
 * so stale however lately it was measured.
 */
export function useFreshness(): typeof freshnessOf {
  const isLastKnown = useIsLastKnown();
  return useCallback(
    (at, everyS, nowMs): Freshness => (isLastKnown && at !== undefined ? "stale" : freshnessOf(at, everyS, nowMs)),
    [isLastKnown],
  );
}
