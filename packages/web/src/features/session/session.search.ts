import type { SearchParams } from "../../core/search-params.ts";

export interface LoginSearch {
  /** Where to go afterwards. */
  next?: string;
  /** The form for a new account in place of the sign-in, where the portal lets people make one. */
  create?: true;
}

export function loginSearch({ next, create }: SearchParams): LoginSearch {
  return { ...(typeof next === "string" ? { next } : {}), ...(create === true ? { create } : {}) };
}
