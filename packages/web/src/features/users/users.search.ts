import { type SearchParams, choiceParam, pageParam, textParam } from "../../core/search-params.ts";
import { type PersonState, type UserSort, personStates, userSorts } from "./list-choices.ts";

/** Which people the list shows, in which order; absent: all, by name, the first page. */
export interface UsersSearch {
  search?: string;
  role?: string;
  state?: PersonState;
  /** Id of a container that they see. */
  container?: string;
  sort?: UserSort;
  /** Present: in reverse order. */
  reversed?: true;
  /** From 2. */
  page?: number;
}

export function usersSearch(given: SearchParams): UsersSearch {
  return {
    ...textParam(given, "search"),
    ...textParam(given, "role", 32),
    ...choiceParam(given, "state", personStates),
    ...textParam(given, "container", 64),
    ...choiceParam(given, "sort", userSorts),
    ...(given["reversed"] === true ? { reversed: true } : {}),
    ...pageParam(given),
  };
}
