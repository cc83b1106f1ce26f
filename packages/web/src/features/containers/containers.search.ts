import { type SearchParams, zoomParam } from "../../core/search-params.ts";
import { type ListQuery, mostCompared, readListQuery } from "./list-choices.ts";

/** What the list shows, and the ids of the containers compared in the dialog over it. */
export interface ContainersSearch extends ListQuery {
  /** Joined by commas. */
  compare?: string;
  /** The part of their chart that is looked at. */
  zoom?: string;
}

export function containersSearch(given: SearchParams): ContainersSearch {
  const compare = given["compare"];
  const ids = typeof compare === "string" ? compare.split(",").filter(Boolean).slice(0, mostCompared) : [];
  return { ...readListQuery(given), ...(ids.length > 0 ? { compare: ids.join(","), ...zoomParam(given) } : {}) };
}
