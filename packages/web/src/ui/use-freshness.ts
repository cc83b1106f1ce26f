import { useCallback, useMemo } from "react";

import { useIsLastKnown } from "../core/live/live.ts";
import { formatAge, formatContact, formatSilence } from "../core/time.ts";
import { ageMs, type Freshness, freshnessOf } from "./freshness.ts";
import { useLocale } from "./use-locale.ts";

/** Judges a figure as `freshnessOf` does. */
export type Judge = typeof freshnessOf;

/**
 * Judges figures by their age, as `freshnessOf` does. While nothing comes at present each is only what was known last, and
 * so stale however lately it was measured.
 */
export function useFreshness(): Judge {
  const isLastKnown = useIsLastKnown();
  return useCallback(
    (at, everyS, nowMs): Freshness => (isLastKnown && at !== undefined ? "stale" : freshnessOf(at, everyS, nowMs)),
    [isLastKnown],
  );
}

/** How old something is, in words; instants in epoch seconds or milliseconds. */
export interface AgeWords {
  /** Of a figure. */
  ageOf: (at: number, nowMs: number) => string;
  /** Of the last contact; `goesOn`: it was in contact when it was known last. */
  contactOf: (at: number, nowMs: number, goesOn: boolean) => string;
}

/** Says ages; while nothing comes never that of "just now", as if more were coming. */
export function useAgeWords(): AgeWords {
  const locale = useLocale();
  const isLastKnown = useIsLastKnown();
  return useMemo(
    () => ({
      ageOf: (at, nowMs) => (isLastKnown ? formatSilence : formatAge)(ageMs(at, nowMs), locale),
      contactOf: (at, nowMs, goesOn) => formatContact(ageMs(at, nowMs), goesOn && !isLastKnown, locale),
    }),
    [locale, isLastKnown],
  );
}
