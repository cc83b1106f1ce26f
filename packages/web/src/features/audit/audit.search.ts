import { type SearchParams, pageParam, textParam } from "../../core/search-params.ts";

/** Which lines are shown; absent: all, the newest page. */
export interface AuditSearch {
  search?: string;
  /** First and last day, such as 2026-11-20, in the zone of the browser. */
  from?: string;
  to?: string;
  /** Name of a call, or of what happened without one. */
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

const day = /^\d{4}-\d{2}-\d{2}$/;

export function auditSearch(given: SearchParams): AuditSearch {
  const date = (key: "from" | "to") => (day.test(String(given[key])) ? { [key]: String(given[key]) } : {});
  return {
    ...textParam(given, "search"),
    ...date("from"),
    ...date("to"),
    ...textParam(given, "action", 64),
    ...textParam(given, "person", 64),
    ...textParam(given, "container", 128),
    ...textParam(given, "result", 32),
    ...pageParam(given),
  };
}
