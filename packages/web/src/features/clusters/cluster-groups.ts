import type { SiteRow } from "@offgrid/contract/containers/containers.schema";

import { searchSites } from "../../core/sites/search-sites.ts";
import { isPlaced } from "../../ui/map/bubbles.ts";
import type { MapGroup } from "../../ui/map/fleet-map.types.ts";
import type { Cluster } from "./clusters.data.ts";

/** A cluster with the rows of its containers, in the order of their names. */
export interface ClusterRows {
  cluster: Cluster;
  sites: SiteRow[];
}

/** The clusters by name, each with its rows, and the containers that are in none. */
export function groupSites(
  clusters: readonly Cluster[],
  sites: readonly SiteRow[],
): { groups: ClusterRows[]; others: SiteRow[] } {
  const byId = new Map(sites.map((site) => [site.containerId, site]));
  const groups = clusters
    .map((cluster) => ({ cluster, sites: cluster.containers.flatMap((id) => byId.get(id) ?? []).sort(byName) }))
    .sort((one, other) => one.cluster.name.localeCompare(other.cluster.name));
  const grouped = new Set(clusters.flatMap(({ containers }) => containers));
  return { groups, others: sites.filter((site) => !grouped.has(site.containerId)).sort(byName) };
}

export function byName(one: SiteRow, other: SiteRow): number {
  return one.name.localeCompare(other.name);
}

/** The clusters as the map outlines them. */
export function toMapGroups(groups: readonly ClusterRows[]): MapGroup[] {
  return groups.map(({ cluster: { id, name }, sites }) => ({ id, name, sites: sites.filter(isPlaced) }));
}

/** Containers whose name, id or cluster holds every word of a text. */
export function findSites(sites: readonly SiteRow[], text: string): readonly SiteRow[] {
  return searchSites(sites, text, ({ cluster }) => cluster ?? "");
}

/** A set with more in it. */
export function withAll(known: ReadonlySet<string>, more: Iterable<string>): ReadonlySet<string> {
  return new Set([...known, ...more]);
}

/** A set with one put in, or taken out where it was. */
export function toggled(known: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(known);
  if (!next.delete(one)) next.add(one);
  return next;
}
