import { type SearchParams, textParam } from "../../core/search-params.ts";

export interface UpgradesSearch {
  /** Id of the campaign that is edited, or "new". */
  edit?: string;
}

export function upgradesSearch(given: SearchParams): UpgradesSearch {
  return textParam(given, "edit", 64);
}
