import { type SearchParams, textParam } from "../../core/search-params.ts";

/** Which role is open; absent: the first. */
export interface RolesSearch {
  role?: string;
}

export function rolesSearch(given: SearchParams): RolesSearch {
  return textParam(given, "role", 32);
}
