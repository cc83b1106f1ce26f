import { type SearchParams, textParam } from "../../core/search-params.ts";

export interface KitsSearch {
  /** Id of the kit that is edited, or "new". */
  edit?: string;
}

export function kitsSearch(given: SearchParams): KitsSearch {
  return textParam(given, "edit", 64);
}
