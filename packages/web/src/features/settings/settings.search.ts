import { type SearchParams, textParam } from "../../core/search-params.ts";

/** What the page shows; absent: every setting that the person may open. */
export interface SettingsSearch {
  q?: string;
}

export function settingsSearch(given: SearchParams): SettingsSearch {
  return textParam(given, "q");
}
