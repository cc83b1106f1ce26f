/** What the list can be narrowed to: a state of communication, or open warnings. */
export const siteStates = ["online", "just_offline", "offline", "warning"] as const;
export type SiteState = (typeof siteStates)[number];

/** What the list can show of a container and be ordered by, from left to right. */
export const siteColumns = [
  "state",
  "name",
  "cluster",
  "soc",
  "hours",
  "solar",
  "load",
  "battery",
  "energy",
  "warnings",
  "seen",
  "version",
  "country",
  "zone",
  "serial",
] as const;
export type SiteColumn = (typeof siteColumns)[number];
export type SiteSort = SiteColumn;

/** What is shown until somebody chooses. */
export const usualColumns: readonly SiteColumn[] = [
  "state",
  "name",
  "cluster",
  "soc",
  "hours",
  "solar",
  "load",
  "seen",
];

/** The columns that somebody chose, in the order of the table; the name is always among them. */
export function columnsOf(chosen: readonly string[] | undefined): readonly SiteColumn[] {
  if (!chosen) return usualColumns;
  return siteColumns.filter((column) => column === "name" || chosen.includes(column));
}

/** In the place of an id or version: containers that have none. */
export const noneChosen = "none";

/** Most containers that are compared at a time. */
export const mostCompared = 4;

/** Which containers the list shows and in which order; absent: all, worst first. */
export interface SiteWish {
  search?: string;
  status?: SiteState;
  /** Id of a cluster, or `noneChosen`. */
  cluster?: string;
  version?: string;
  /** Code of a country, or `noneChosen`. */
  country?: string;
  favorite?: true;
  sort?: SiteSort;
  /** Present: the other way round. */
  reversed?: true;
}

/** A wish out of an address or a saved view; what is not understood is left out. */
export function readWish(given: Readonly<Record<string, unknown>>): SiteWish {
  const status = siteStates.find((state) => state === given["status"]);
  const sort = siteColumns.find((column) => column === given["sort"]);
  const texts = (["search", "cluster", "version", "country"] as const).flatMap((name) => {
    const value = given[name];
    // The router reads a bare number as a number; a search for "12" is still a text.
    const text = typeof value === "number" ? String(value) : value;
    return typeof text === "string" && text !== "" ? [[name, text.slice(0, 128)] as const] : [];
  });
  return {
    ...(Object.fromEntries(texts) as Pick<SiteWish, "search" | "cluster" | "version" | "country">),
    ...(status ? { status } : {}),
    ...(given["favorite"] === true ? { favorite: true } : {}),
    ...(sort ? { sort } : {}),
    ...(given["reversed"] === true ? { reversed: true } : {}),
  };
}

/** How many filters beside search and state are set: those that a phone keeps behind a button. */
export function countFacets({ cluster, version, country, favorite }: SiteWish): number {
  return [cluster, version, country, favorite].filter((one) => one !== undefined).length;
}

export function isNarrowed({ sort: _sort, reversed: _reversed, ...filters }: SiteWish): boolean {
  return Object.keys(filters).length > 0;
}
