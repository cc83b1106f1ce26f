import { type SearchParams, textParam } from "../../core/search-params.ts";

export interface UpgradesSearch {
  /** Id of the campaign that is edited, or "new". */
  edit?: string;
  /** Its name as it is typed, so that a reload does not lose it. */
  name?: string;
}

export function upgradesSearch(given: SearchParams): UpgradesSearch {
  return { ...textParam(given, "edit", 64), ...textParam(given, "name", 64) };
}
