import type { ContainerStatus, SiteRow } from "@offgrid/contract/containers/containers.schema";

import { atMs, isStale, type Trouble, troublesOf, troubleWeight } from "./site-facts.ts";

/** How many containers are in each state; a container with open warnings counts in its state too. */
export type FleetCounts = Record<ContainerStatus | "warning", number>;

export function countStates(sites: readonly SiteRow[]): FleetCounts {
  const counts: FleetCounts = { online: 0, just_offline: 0, offline: 0, warning: 0 };
  for (const site of sites) {
    counts[site.status] += 1;
    if (site.warnings > 0) counts.warning += 1;
  }
  return counts;
}

/** A figure of several containers and what it stands on. */
export interface FleetFigure {
  /** Absent: no container has one now. */
  value?: number;
  /** Containers that it counts; those without a value or with old ones are left out. */
  counted: number;
  of: number;
  /** Age of the oldest part, epoch ms. */
  at?: number;
  everyS: number;
}

/** Power now (W) or energy of today (Wh) summed over containers. Negatives count as 0. */
export function sumOf(
  sites: readonly SiteRow[],
  field: "solarGeneration" | "energyConsumption" | "solarPower" | "loadPower",
  nowMs: number,
): FleetFigure {
  const counted = sites.filter((site) => site[field] !== null && !isStale(site, nowMs));
  const value = counted.reduce((sum, site) => sum + Math.max(0, site[field] ?? 0), 0);
  return { ...basisOf(counted, sites.length), ...(counted.length > 0 ? { value } : {}) };
}

export interface SocSpread extends FleetFigure {
  /** `value` is the median, percent. */
  lowest?: { site: SiteRow; percent: number };
  /** Every counted state of charge, percent, rising. */
  percents: number[];
  /** How many of them are below the reserve of their container. */
  belowReserve: number;
}

/** How full the batteries of some containers are. */
export function socSpread(sites: readonly SiteRow[], nowMs: number): SocSpread {
  const counted = sites
    .flatMap((site) => (site.soc === null || isStale(site, nowMs) ? [] : [{ site, percent: site.soc }]))
    .sort((one, other) => one.percent - other.percent);
  const percents = counted.map(({ percent }) => percent);
  const belowReserve = counted.filter(({ site, percent }) => percent < site.reserveSoc).length;
  const basis = basisOf(
    counted.map(({ site }) => site),
    sites.length,
  );
  const lowest = counted[0];
  if (!lowest) return { ...basis, percents, belowReserve };
  const middle = (percents.length - 1) / 2;
  const value = (percents[Math.floor(middle)]! + percents[Math.ceil(middle)]!) / 2;
  return { ...basis, value, lowest, percents, belowReserve };
}

function basisOf(counted: readonly SiteRow[], of: number): FleetFigure {
  let at = Infinity;
  let everyS = 60;
  for (const site of counted) {
    at = Math.min(at, atMs(site.valuesAt) ?? 0);
    everyS = Math.max(everyS, site.everyS);
  }
  return { counted: counted.length, of, everyS, ...(counted.length > 0 ? { at } : {}) };
}

/** A container that needs someone, and why: worst reason first, never none. */
export interface Need {
  site: SiteRow;
  troubles: Trouble[];
}

/** Containers that need attention, worst first. */
export function needsAttention(sites: readonly SiteRow[], nowMs: number): Need[] {
  const troubled = sites.filter((site) => troublesOf(site, nowMs).length > 0);
  return sortWorst(troubled, nowMs).map((site) => ({ site, troubles: troublesOf(site, nowMs) }));
}

/** Order of the grid: favourites first, then worst first. */
export function gridOrder(sites: readonly SiteRow[], nowMs: number): SiteRow[] {
  const worst = sortWorst(sites, nowMs);
  return [...worst.filter((site) => site.favorite), ...worst.filter((site) => !site.favorite)];
}

const names = new Intl.Collator();

/** In the order of `compareWorst`; each is looked at once, so that thousands take no time. */
function sortWorst(sites: readonly SiteRow[], nowMs: number): SiteRow[] {
  return sites
    .map((site) => ({ site, weight: troubleWeight(site, nowMs) }))
    .sort(
      (one, other) =>
        one.weight.rank - other.weight.rank ||
        one.weight.within - other.weight.within ||
        names.compare(one.site.name, other.site.name),
    )
    .map(({ site }) => site);
}
