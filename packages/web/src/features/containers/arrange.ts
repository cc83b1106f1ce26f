import { containerLink } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { atMs, countedLevel, troubleWeight } from "../../domain/containers/container-facts.ts";
import { batteryNow } from "../../domain/containers/energy-facts.ts";
import { energyRank, energyWithin } from "../../domain/energy-state/energy-rank.ts";
import { hoursLeft, hoursLeftOrder } from "../../domain/energy-state/hours-left.ts";
import { countryOf } from "./list/country.ts";
import { type ContainerSort, type ListQuery, noneChosen } from "./list-choices.ts";

/** Is a container among those that a state of the link or of energy counts? */
export function isInState(container: ContainerRow, { status, energy }: Pick<ListQuery, "status" | "energy">): boolean {
  if (energy !== undefined && countedLevel(container) !== energy) return false;
  if (status === "works") return container.works !== null;
  if (status === "warning") return container.warnings > 0;
  return status === undefined || containerLink(container) === status;
}

/** Does a container match everything in a query, except search and state? */
export function fitsFacets(
  container: ContainerRow,
  { cluster, version, country, operator, favorite }: ListQuery,
): boolean {
  return (
    (cluster === undefined || (container.clusterId ?? noneChosen) === cluster) &&
    (version === undefined || (container.version ?? noneChosen) === version) &&
    (country === undefined || (countryOf(container.address) ?? noneChosen) === country) &&
    (operator === undefined || (container.simOperator ?? noneChosen) === operator) &&
    (favorite === undefined || container.favorite)
  );
}

/** One choice of a filter: `noneChosen` for containers that have none. */
export interface Facet {
  value: string;
  /** Absent where it is the value itself, or has to be written in the reader's language. */
  label?: string;
  count: number;
}

export interface Facets {
  clusters: Facet[];
  versions: Facet[];
  countries: Facet[];
  /** Of SIM cards. */
  operators: Facet[];
}

/**
 * The values by which containers can be filtered, each with the number of containers that have it.
 * @param counted Those of them that a search has found: the choices stay while one types.
 */
export function facetsOf(containers: readonly ContainerRow[], counted = containers): Facets {
  const isCounted = new Set(counted);
  const count = (
    valueOf: (container: ContainerRow) => string | null | undefined,
    labelOf?: (container: ContainerRow) => string | null,
  ) => {
    const found = new Map<string, Facet>();
    for (const container of containers) {
      const value = valueOf(container) ?? noneChosen;
      const known = found.get(value);
      const one = isCounted.has(container) ? 1 : 0;
      if (known) known.count += one;
      else {
        const label = labelOf?.(container);
        found.set(value, { value, ...(label ? { label } : {}), count: one });
      }
    }
    const nameOf = ({ value, label }: Facet) => label ?? value;
    return [...found.values()].sort(
      (one, other) =>
        Number(one.value === noneChosen) - Number(other.value === noneChosen) ||
        byText.compare(nameOf(one), nameOf(other)),
    );
  };
  return {
    clusters: count(
      (container) => container.clusterId,
      (container) => container.cluster,
    ),
    versions: count((container) => container.version),
    countries: count((container) => countryOf(container.address)),
    operators: count((container) => container.simOperator),
  };
}

const byText = new Intl.Collator("en", { numeric: true });
const mostRanked = 20_000;
let ranks: ReadonlyMap<string, number> = new Map();

/** Places of texts in the order of the language; a comparison by the language is slow, and lists hold the same ones each time. */
function ranksOf(texts: readonly string[]): ReadonlyMap<string, number> {
  if (texts.every((text) => ranks.has(text))) return ranks;
  const known = ranks.size > mostRanked ? [] : ranks.keys();
  const sorted = [...new Set([...known, ...texts])].sort(byText.compare);
  return (ranks = new Map(sorted.map((text, rank) => [text, rank])));
}

/** Figures are ordered from the highest. */
const figures: Partial<Record<ContainerSort, (container: ContainerRow) => number | null | undefined>> = {
  solar: (container) => container.solarPower,
  load: (container) => container.loadPower,
  battery: (container) => container.batteryPower,
  energy: (container) => container.solarGeneration,
  warnings: (container) => container.warnings,
  seen: (container) => atMs(container.lastSeen),
};

/** Words are ordered from A to Z. */
const words: Partial<Record<ContainerSort, (container: ContainerRow) => string | null | undefined>> = {
  name: (container) => container.name,
  cluster: (container) => container.cluster,
  version: (container) => container.version,
  country: (container) => countryOf(container.address),
  zone: (container) => container.zoneName,
  serial: (container) => container.serialNumber,
};

/** Further apart than anything within one kind of trouble, such as two instants. */
const troubleStep = 1e13;

/** The link: the longest silence first, and of those that are online, first those with open warnings. */
function linkKey(container: ContainerRow): number | undefined {
  const { status, lastSeen, warnings } = container;
  if (containerLink(container) === "never") return undefined;
  const rank = status === "offline" ? 0 : status === "just_offline" ? 1 : warnings > 0 ? 2 : 3;
  return rank * troubleStep + (status === "online" ? 0 : (atMs(lastSeen) ?? 0));
}

/**
 * The list in an order: by trouble and states worst first, by words from A to Z, by charge the lowest and by hours left the soonest first, by other figures from the highest; `reversed` turns it.
 * What has none of it comes last either way; equals stand by their names.
 */
export function sortContainers(
  containers: readonly ContainerRow[],
  sort: ContainerSort,
  reversed: boolean,
  nowMs: number,
): ContainerRow[] {
  const figure = figures[sort];
  const word = words[sort];
  const texts = word ? containers.flatMap((container) => word(container) ?? []) : [];
  const places = ranksOf([...containers.map((container) => container.name), ...texts]);
  const keyOf = (container: ContainerRow): number | undefined => {
    if (figure) return negated(figure(container));
    if (sort === "soc") return container.soc ?? undefined;
    if (sort === "hours")
      return hoursLeftOrder(hoursLeft(container.energy, container.blackout, batteryNow(container, nowMs), nowMs));
    if (sort === "supply") {
      const level = countedLevel(container);
      return level && energyRank(level) * troubleStep + energyWithin(container.energy);
    }
    if (sort === "state") return linkKey(container);
    if (word) return places.get(word(container) ?? "\0");
    const { rank, within } = troubleWeight(container, nowMs);
    return rank * troubleStep + within;
  };
  const turn = reversed ? -1 : 1;
  return containers
    .map((container) => ({ container, key: keyOf(container), place: places.get(container.name) ?? 0 }))
    .sort((one, other) => {
      if (one.key === undefined || other.key === undefined) {
        return Number(one.key === undefined) - Number(other.key === undefined) || one.place - other.place;
      }
      return turn * (one.key - other.key) || one.place - other.place;
    })
    .map(({ container }) => container);
}

function negated(value: number | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : -value;
}
