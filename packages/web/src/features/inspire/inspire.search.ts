import { choiceParam, type SearchParams, textParam } from "../../core/search-params.ts";

export const ideaKinds = ["chart", "widget", "rule", "automation"] as const;
export type IdeaKind = (typeof ideaKinds)[number];

export interface InspireSearch {
  /** Only of this kind. */
  kind?: IdeaKind;
  /** Words that ideas have. */
  search?: string;
  /** Id of the container that they are drawn with; absent: one that is online. */
  container?: string;
}

export function inspireSearch(given: SearchParams): InspireSearch {
  return {
    ...choiceParam(given, "kind", ideaKinds),
    ...textParam(given, "search"),
    ...textParam(given, "container", 64),
  };
}
