import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { type PersonState, type UserSort, personStates, userSorts } from "./list-choices.ts";

/** Which people the list shows, in which order; absent: all, by name, the first page. */
export interface UsersSearch {
  search?: string;
  role?: string;
  state?: PersonState;
  /** Id of a container that they see. */
  container?: string;
  sort?: UserSort;
  /** Present: the other way round. */
  reversed?: true;
  /** From 2. */
  page?: number;
}

const texts = ["users", "ui"];

export const usersRoute = {
  load: () => loadWithTexts(texts, () => import("./users.page.tsx")),
  loadAdd: () => loadWithTexts(texts, () => import("./add-user.page.tsx")),
  loadPerson: () => loadWithTexts(texts, () => import("./person/person.page.tsx")),
  search: (given: Record<string, unknown>): UsersSearch => {
    const state = personStates.find((key) => key === given["state"]);
    const sort = userSorts.find((key) => key === given["sort"]);
    const { search, role, container, page } = given;
    return {
      // The router reads a bare number as a number; a search for "12" is still a text.
      ...(typeof search === "string" || typeof search === "number" ? { search: String(search).slice(0, 128) } : {}),
      ...(typeof role === "string" && role !== "" ? { role: role.slice(0, 32) } : {}),
      ...(state ? { state } : {}),
      ...(typeof container === "string" && container !== "" ? { container: container.slice(0, 64) } : {}),
      ...(sort ? { sort } : {}),
      ...(given["reversed"] === true ? { reversed: true } : {}),
      ...(typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {}),
    };
  },
};
