import { containerLinks } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";

import { type SearchParams, choiceParam, textParam } from "../../core/search-params.ts";

/** What the list can be filtered by: a state of the link, open warnings, or works. */
export const stateFilters = [...containerLinks, "warning", "works"] as const;
export type StateFilter = (typeof stateFilters)[number];

/**
 * What the list can show of a container and be ordered by, from left to right. `supply` is the state of energy; `energy`,
 * which people's settings hold, what the sun gave today.
 */
export const containerColumns = [
  "name",
  "supply",
  "state",
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
export type ContainerColumn = (typeof containerColumns)[number];
/** What the list can be ordered by: a column, or how bad what is wrong with a container is, as everywhere else. */
export const containerSorts = ["trouble", ...containerColumns] as const;
export type ContainerSort = (typeof containerSorts)[number];
export const usualSort = "trouble" satisfies ContainerSort;

/** The columns shown until the user chooses. */
export const usualColumns: readonly ContainerColumn[] = [
  "name",
  "supply",
  "state",
  "cluster",
  "soc",
  "hours",
  "solar",
  "load",
  "seen",
];

/** Columns that may be empty for a whole fleet, such as one without clusters or without panels. */
const foldable = {
  cluster: ({ cluster }) => cluster !== null,
  soc: ({ soc }) => soc !== null,
  solar: ({ solarPower }) => solarPower !== null,
  load: ({ loadPower }) => loadPower !== null,
} satisfies Partial<Record<ContainerColumn, (row: ContainerRow) => boolean>>;

/** Those of the columns that may be empty and are not. */
export function filledColumns(containers: readonly ContainerRow[]): ContainerColumn[] {
  return usualColumns.filter(
    (column) => column in foldable && containers.some(foldable[column as keyof typeof foldable]),
  );
}

/**
 * The columns that the user chose, in the order of the table; the name is always among them.
 * @param filled Those that may be empty and are not: empty ones fold away unless they were chosen.
 */
export function columnsOf(
  chosen: readonly string[] | undefined,
  filled: ReadonlySet<string>,
): readonly ContainerColumn[] {
  if (!chosen) return usualColumns.filter((column) => !(column in foldable) || filled.has(column));
  return containerColumns.filter((column) => column === "name" || chosen.includes(column));
}

/** In the place of an id or version: containers that have none. */
export const noneChosen = "none";

/** Most containers that are compared at a time: beyond that nobody tells their lines apart. */
export const mostCompared = 8;

/** Which containers the list shows and in which order; absent: all, worst first. */
export interface ListQuery {
  search?: string;
  status?: StateFilter;
  /** A state of energy. */
  energy?: EnergyLevel;
  /** Id of a cluster, or `noneChosen`. */
  cluster?: string;
  version?: string;
  /** Code of a country, or `noneChosen`. */
  country?: string;
  /** Of the SIM card, or `noneChosen`. */
  operator?: string;
  favorite?: true;
  sort?: ContainerSort;
  /** Present: in reverse order. */
  reversed?: true;
}

/** A query from an address or a saved view; unknown parts are left out. */
export function readListQuery(given: SearchParams): ListQuery {
  return {
    ...textParam(given, "search"),
    ...textParam(given, "cluster"),
    ...textParam(given, "version"),
    ...textParam(given, "country"),
    ...textParam(given, "operator"),
    // Addresses and views that were saved earlier have a tick for it.
    ...(given["never"] === true ? { status: "never" as const } : {}),
    ...choiceParam(given, "status", stateFilters),
    ...choiceParam(given, "energy", energyLevels),
    ...(given["favorite"] === true ? { favorite: true } : {}),
    ...choiceParam(given, "sort", containerSorts),
    ...(given["reversed"] === true ? { reversed: true } : {}),
  };
}

/** How many filters besides search and state are set: on a phone they are behind a button. */
export function countFacets({ cluster, version, country, operator, favorite }: ListQuery): number {
  return [cluster, version, country, operator, favorite].filter((one) => one !== undefined).length;
}

export function isNarrowed({ sort: _sort, reversed: _reversed, ...filters }: ListQuery): boolean {
  return Object.keys(filters).length > 0;
}
