import type { SiteRow } from "@offgrid/contract/containers/containers.schema";

import { atMs, lastingStates, troubleWeight } from "../../ui/container/site-facts.ts";
import { countryOf } from "./list/country.ts";
import { type SiteSort, type SiteState, type SiteWish, noneChosen } from "./list-choices.ts";

export function isInState(site: SiteRow, state: SiteState): boolean {
  return state === "warning" ? site.warnings > 0 : site.status === state;
}

/** Does a container have all that a wish names, but for search and state? */
export function fitsFacets(site: SiteRow, { cluster, version, country, favorite }: SiteWish): boolean {
  return (
    (cluster === undefined || (site.clusterId ?? noneChosen) === cluster) &&
    (version === undefined || (site.version ?? noneChosen) === version) &&
    (country === undefined || (countryOf(site.address) ?? noneChosen) === country) &&
    (favorite === undefined || site.favorite)
  );
}

/** How many of these containers each filter would leave. */
export function countByState(sites: readonly SiteRow[]): Record<SiteState, number> {
  const counts = { online: 0, just_offline: 0, offline: 0, warning: 0 };
  for (const site of sites) {
    counts[site.status]++;
    if (site.warnings > 0) counts.warning++;
  }
  return counts;
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
}

/** What the containers can be told apart by, each with how many have it. */
export function facetsOf(sites: readonly SiteRow[]): Facets {
  const count = (valueOf: (site: SiteRow) => string | null | undefined, labelOf?: (site: SiteRow) => string | null) => {
    const found = new Map<string, Facet>();
    for (const site of sites) {
      const value = valueOf(site) ?? noneChosen;
      const known = found.get(value);
      if (known) known.count++;
      else {
        const label = labelOf?.(site);
        found.set(value, { value, ...(label ? { label } : {}), count: 1 });
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
      (site) => site.clusterId,
      (site) => site.cluster,
    ),
    versions: count((site) => site.version),
    countries: count((site) => countryOf(site.address)),
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
const figures: Partial<Record<SiteSort, (site: SiteRow) => number | null | undefined>> = {
  soc: (site) => site.soc,
  solar: (site) => site.solarPower,
  load: (site) => site.loadPower,
  battery: (site) => site.batteryPower,
  energy: (site) => site.solarGeneration,
  warnings: (site) => site.warnings,
  seen: (site) => atMs(site.lastSeen),
};

/** Hours left are ordered from the soonest; a battery that lasts as far as one can see comes after all that do not. */
const hoursLeft = ({ blackout }: SiteRow): number | undefined => {
  if (blackout && lastingStates.has(blackout.state)) return Number.MAX_SAFE_INTEGER;
  return blackout?.hours ?? undefined;
};

/** Words are ordered from A to Z. */
const words: Partial<Record<SiteSort, (site: SiteRow) => string | null | undefined>> = {
  name: (site) => site.name,
  cluster: (site) => site.cluster,
  version: (site) => site.version,
  country: (site) => countryOf(site.address),
  zone: (site) => site.zoneName,
  serial: (site) => site.serialNumber,
};

/** Further apart than anything within one kind of trouble: ms of three months. */
const troubleStep = 1e11;

/**
 * The list in an order: by state worst first, by words from A to Z, by hours left the soonest first, by figures from the highest; `reversed` turns it.
 * What has none of it comes last either way; equals stand by their names.
 */
export function sortSites(sites: readonly SiteRow[], sort: SiteSort, reversed: boolean, nowMs: number): SiteRow[] {
  const figure = figures[sort];
  const word = words[sort];
  const texts = word ? sites.flatMap((site) => word(site) ?? []) : [];
  const places = ranksOf([...sites.map((site) => site.name), ...texts]);
  const keyOf = (site: SiteRow): number | undefined => {
    if (figure) return negated(figure(site));
    if (sort === "hours") return hoursLeft(site);
    if (word) return places.get(word(site) ?? "\0");
    const { rank, within } = troubleWeight(site, nowMs);
    return rank * troubleStep + within;
  };
  const turn = reversed ? -1 : 1;
  return sites
    .map((site) => ({ site, key: keyOf(site), place: places.get(site.name) ?? 0 }))
    .sort((one, other) => {
      if (one.key === undefined || other.key === undefined) {
        return Number(one.key === undefined) - Number(other.key === undefined) || one.place - other.place;
      }
      return turn * (one.key - other.key) || one.place - other.place;
    })
    .map(({ site }) => site);
}

function negated(value: number | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : -value;
}
