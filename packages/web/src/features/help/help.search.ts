import { type SearchParams, textParam } from "../../core/search-params.ts";

/** What is looked for in all pages; absent: one page is read. */
export interface HelpSearch {
  search?: string;
}

export function helpSearch(given: SearchParams): HelpSearch {
  return textParam(given, "search");
}
