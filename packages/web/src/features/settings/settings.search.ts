import { type SearchParams, textParam } from "../../core/search-params.ts";

/** What the page shows; absent: every setting that the person may open. */
export interface SettingsSearch {
  q?: string;
}

export function settingsSearch(given: SearchParams): SettingsSearch {
  return textParam(given, "q");
}

/** Settings of the whole portal; `at` names the one that is led to, by the key of its label. */
export interface GeneralSearch {
  at?: string;
}

export function generalSearch(given: SearchParams): GeneralSearch {
  return textParam(given, "at", 64);
}
