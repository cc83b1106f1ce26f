import { mostAuditActions } from "@offgrid/contract/audit/audit-limits";

import { type SearchParams, pageParam, textParam } from "../../core/search-params.ts";

/** Which lines are shown; absent: all, the newest page. */
export interface AuditSearch {
  search?: string;
  /** First and last day, such as 2026-11-20, in the zone of the browser. */
  from?: string;
  to?: string;
  /** Names of calls, or of what happened without one, with commas between them. */
  action?: string;
  /** Id of the person who did it. */
  person?: string;
  /** Id of the container that it was about. */
  container?: string;
  /** "ok", "refused", or the code of a refusal. */
  result?: string;
  /** From 2. */
  page?: number;
}

/** @returns The actions in an address; empty: of all. */
export function actionsIn({ action }: Pick<AuditSearch, "action">): string[] {
  const names = (action ?? "").split(",").filter((name) => name !== "" && name.length <= 64);
  return [...new Set(names)].slice(0, mostAuditActions);
}

const day = /^\d{4}-\d{2}-\d{2}$/;

export function auditSearch(given: SearchParams): AuditSearch {
  const date = (key: "from" | "to") => (day.test(String(given[key])) ? { [key]: String(given[key]) } : {});
  return {
    ...textParam(given, "search"),
    ...date("from"),
    ...date("to"),
    ...textParam(given, "action", 1_024),
    ...textParam(given, "person", 64),
    ...textParam(given, "container", 128),
    ...textParam(given, "result", 32),
    ...pageParam(given),
  };
}
