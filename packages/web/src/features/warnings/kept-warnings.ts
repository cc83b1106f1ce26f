import { type QueryClient, useQueryClient } from "@tanstack/react-query";

import { isUnreachable } from "../../core/api/api-error.ts";
import type { Answer } from "../../core/api/call.ts";
import { type Warning, useWarnings, warningInWords, warningQuery } from "./history.data.ts";
import { worstFirst } from "./warning-groups.ts";
import type { HistorySearch } from "./warnings.search.ts";

/** Warnings as the portal answered them, and when. */
export interface WarningAnswer {
  warnings: readonly Warning[];
  atMs: number;
}

interface KeptWarnings {
  /** What is open first, the gravest before others; then what is over, newest first. */
  warnings: readonly Warning[];
  /** How old the oldest of it is. */
  atMs: number;
}

/**
 * What other lists and opened incidents showed of what is asked for, for when the portal cannot be asked. Undefined:
 * nothing of it was ever shown, or what was shown does not tell what is asked for. Pure.
 */
export function keptWarnings(
  answers: readonly WarningAnswer[],
  search: HistorySearch,
  nowMs: number,
): KeptWarnings | undefined {
  if (search.cluster !== undefined) return undefined;
  const found = new Map<string, { warning: Warning; atMs: number }>();
  for (const { warnings, atMs } of answers.toSorted((one, other) => other.atMs - one.atMs))
    for (const warning of warnings) if (!found.has(warning.id)) found.set(warning.id, { warning, atMs });
  const kept = [...found.values()].filter(({ warning }) => isAskedFor(warning, search, nowMs));
  if (kept.length === 0) return undefined;
  return {
    warnings: kept.map(({ warning }) => warning).toSorted(worstFirst),
    atMs: Math.min(...kept.map(({ atMs }) => atMs)),
  };
}

function isAskedFor(warning: Warning, search: HistorySearch, nowMs: number): boolean {
  const { from } = warningQuery(search, nowMs);
  const words = search.search?.toLocaleLowerCase();
  return (
    (search.container === undefined || warning.containerId === search.container) &&
    (search.state === undefined || (search.state === "open") === (warning.clearedAt === null)) &&
    (search.severity === undefined || warning.severity === search.severity) &&
    (search.rule === undefined || warning.ruleId === search.rule) &&
    (from === undefined || warning.clearedAt === null || warning.clearedAt >= from) &&
    (words === undefined ||
      [warning.content, warning.ruleName, warning.containerName].some((text) =>
        text.toLocaleLowerCase().includes(words),
      ))
  );
}

/** What memory has of warnings: of lists of them, and of incidents that were opened. */
function warningAnswers(client: QueryClient): WarningAnswer[] {
  const cache = client.getQueryCache();
  const lists = ["getWarningHistory", "getWarningContainerHistory"].flatMap((name) =>
    cache.findAll({ queryKey: [name] }).map(({ state }) => ({
      warnings: (state.data as Answer<"getWarningHistory"> | undefined)?.data ?? [],
      atMs: state.dataUpdatedAt,
    })),
  );
  const opened = cache.findAll({ queryKey: ["incidentGet"] }).map(({ state }) => ({
    warnings: (state.data as Answer<"incidentGet"> | undefined)?.data.warnings ?? [],
    atMs: state.dataUpdatedAt,
  }));
  return [...lists, ...opened];
}

/**
 * A page of warnings; where the portal cannot be asked for it and never was, what was shown of it elsewhere, and how old
 * that is (`keptAtMs`).
 */
export function useWarningsOrKept(search: HistorySearch, nowMs: number) {
  const client = useQueryClient();
  const asked = useWarnings(search, nowMs);
  const isAway = asked.data === undefined && isUnreachable(asked.error);
  const kept = isAway ? keptWarnings(warningAnswers(client), search, nowMs) : undefined;
  if (!kept) return { ...asked, keptAtMs: undefined };
  const data = { data: kept.warnings.map(warningInWords), total: kept.warnings.length };
  return { ...asked, data, keptAtMs: kept.atMs };
}
