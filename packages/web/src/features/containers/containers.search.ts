import type { SearchParams } from "../../core/search-params.ts";
import { type ListQuery, readListQuery } from "./list-choices.ts";

declare module "@tanstack/react-router" {
  /** What a step of the browser's history remembers beside its address. */
  interface HistoryState {
    /** Ids of the containers that are selected in the list, so that the way back from a comparison keeps them. */
    selected?: readonly string[];
    /** The list that a comparison was opened from. */
    list?: ListQuery;
  }
}

export type ContainersSearch = ListQuery;

export function containersSearch(given: SearchParams): ContainersSearch {
  return readListQuery(given);
}
