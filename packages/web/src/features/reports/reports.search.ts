import { type SearchParams, textParam } from "../../core/search-params.ts";

export interface ReportsSearch {
  /** The report that is open; "new": one that is made. */
  open?: string;
  /** What a new one is about. */
  chart?: string;
  container?: string;
}

export function reportsSearch(given: SearchParams): ReportsSearch {
  return { ...textParam(given, "open", 64), ...textParam(given, "chart", 64), ...textParam(given, "container", 64) };
}

export interface StopSearch {
  token?: string;
}

export function stopSearch(given: SearchParams): StopSearch {
  return textParam(given, "token", 512);
}
