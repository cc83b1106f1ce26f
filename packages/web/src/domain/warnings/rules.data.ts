import type { Cluster } from "@offgrid/contract/clusters/clusters.schema";
import { ruleInLanguage } from "@offgrid/contract/warnings/suggested-words";
import { useQueries } from "@tanstack/react-query";

import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { callQuery, useCall } from "../../core/api/use-call.ts";
import { currentLocale } from "../../core/i18n/locale.ts";

export type SavedRule = Answer<"getWarningConfiguration">["data"][number];

/** Rules in the language of whoever reads them, as far as their words are those of suggested rules. */
function inWords({ data }: { data: SavedRule[] }): SavedRule[] {
  return data.map((saved) => ({ ...saved, rule: ruleInLanguage(saved.rule, currentLocale) }));
}

/** The person's own rules, by name. */
export function useRules({ enabled = true } = {}) {
  return useCall("getWarningConfiguration", {}, { enabled, select: inWords, staleTime: 0 });
}

/** Rules of other people, by their names. */
export function useOthersRules() {
  return useCall("getUsersWarningConfig", {}, { select: inWords, staleTime: 0 });
}

export type Watched = Answer<"warningWatched">["data"][number];

/** Which containers are watched already for what each usual rule looks at, and by whom. */
export function useWatched({ enabled = true } = {}) {
  return useCall("warningWatched", {}, { enabled, select: ({ data }) => data, staleTime: 0 });
}

/** Makes a rule of somebody else the person's own. @throws ApiError not_found, ... */
export async function takeOverRule(id: string): Promise<void> {
  try {
    await call("warningTakeOver", { id });
  } finally {
    refresh("getWarningConfiguration", "getUsersWarningConfig");
  }
}

/** One of the person's own rules; undefined: none is asked for. */
export function useRule(id: string | undefined) {
  return useCall("getWarningConfiguration", id === undefined ? {} : { id }, {
    enabled: id !== undefined,
    select: (answer) => inWords(answer)[0],
  });
}

/** @returns Its id. @throws ApiError, such as bad_input with its fields. */
export async function saveRule(rule: Input<"registerWarning">): Promise<string> {
  const { data } = await call("registerWarning", rule);
  refreshRules();
  return data.id;
}

type NewRule = Input<"registerWarning">;

export interface Saved<Rule> {
  saved: { rule: Rule; id: string }[];
  refused: { rule: Rule; error: unknown }[];
}

/** One after the other, each of them: a rule that is refused keeps no other from being saved. */
export async function saveRules<Rule extends NewRule>(rules: readonly Rule[]): Promise<Saved<Rule>> {
  const done: Saved<Rule> = { saved: [], refused: [] };
  for (const rule of rules)
    try {
      done.saved.push({ rule, id: (await call("registerWarning", rule)).data.id });
    } catch (error) {
      done.refused.push({ rule, error });
    }
  refreshRules();
  return done;
}

/** @throws ApiError */
export async function deleteRule(id: string): Promise<void> {
  await call("deleteWarning", { id });
  refreshRules();
}

/** One after the other; those before one that is refused are deleted. @throws ApiError */
export async function deleteRules(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await call("deleteWarning", { id });
  } finally {
    refreshRules();
  }
}

/** What a rule had open is closed with any change of it. */
function refreshRules(): void {
  refresh("getWarningConfiguration", "warningWatched", "getWarningHistory", "getWarningContainerHistory", "getSitesV2");
}

/** The clusters that the person sees; undefined until they are known. */
export function useClusterChoices(): readonly Cluster[] | undefined {
  return useCall("clusterList", {}, { select: ({ data }) => data }).data;
}

/** Templates of installed equipment; undefined until they are known. */
export function useKitChoices() {
  return useCall("kitGet", {}, { select: ({ data }) => data }).data;
}

/** Containers whose readings are looked up: all of a rule are alike as a rule. */
const askedContainers = 4;

/** Metrics that some of these containers have sent. */
export function useSentMetrics(containerIds: readonly string[]): readonly string[] {
  return useQueries({
    queries: containerIds
      .slice(0, askedContainers)
      .map((containerId) => ({ ...callQuery("getContainerInfoV4", { containerId }), staleTime: 60_000 })),
    combine: (infos) => [...new Set(infos.flatMap(({ data }) => Object.keys(data?.data.values ?? {})))].sort(),
  });
}
