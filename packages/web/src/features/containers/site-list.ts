import type { SiteRow } from "@offgrid/contract/containers/containers.schema";

import { atMs, compareWorst } from "../../ui/container/site-facts.ts";
import type { SiteSort, SiteState } from "./list-choices.ts";

/** Letters without accents and case, so that "thies" finds "Thiès". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Containers whose name or id holds every word of a text. */
export function searchSites(sites: readonly SiteRow[], text: string): SiteRow[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return sites.filter((site) => {
    const place = plain(`${site.name} ${site.containerId}`);
    return words.every((word) => place.includes(word));
  });
}

export function isInState(site: SiteRow, state: SiteState): boolean {
  return state === "warning" ? site.warnings > 0 : site.status === state;
}

/** How many of these containers each filter would leave. */
export function countByState(sites: readonly SiteRow[]): Record<SiteState, number> {
  const count = (state: SiteState) => sites.filter((site) => isInState(site, state)).length;
  return {
    online: count("online"),
    just_offline: count("just_offline"),
    offline: count("offline"),
    warning: count("warning"),
  };
}

const figures: Partial<Record<SiteSort, (site: SiteRow) => number | null | undefined>> = {
  soc: (site) => site.soc,
  solar: (site) => site.solarPower,
  load: (site) => site.loadPower,
  energy: (site) => site.solarGeneration,
  seen: (site) => atMs(site.lastSeen),
};

/**
 * The list in an order: by state worst first, by words from A to Z, by figures from the highest; `reversed` turns it.
 * What has no figure comes last either way.
 */
export function sortSites(sites: readonly SiteRow[], sort: SiteSort, reversed: boolean, nowMs: number): SiteRow[] {
  const turn = reversed ? -1 : 1;
  const byName = (one: SiteRow, other: SiteRow) => one.name.localeCompare(other.name);
  const figure = figures[sort];
  return [...sites].sort((one, other) => {
    if (sort === "state") return turn * compareWorst(one, other, nowMs);
    if (sort === "name") return turn * byName(one, other);
    if (sort === "version") return turn * compareVersions(one.version, other.version) || byName(one, other);
    const [a, b] = [figure?.(one) ?? null, figure?.(other) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byName(one, other);
    return turn * (b - a) || byName(one, other);
  });
}

function compareVersions(one: string | null, other: string | null): number {
  return (one ?? "").localeCompare(other ?? "", "en", { numeric: true });
}
