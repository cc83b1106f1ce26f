import { type SearchParams, textParam } from "../../core/search-params.ts";

export interface SolarTemplateSearch {
  /** Id of the template that is edited, or "new". */
  edit?: string;
  /** Id of the one whose yield is shown. */
  open?: string;
}

export function solarTemplateSearch(given: SearchParams): SolarTemplateSearch {
  return { ...textParam(given, "edit", 64), ...textParam(given, "open", 64) };
}
