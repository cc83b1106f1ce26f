import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { troubleWeight } from "../../domain/containers/container-facts.ts";
import { worstFirst } from "../../domain/containers/fleet-facts.ts";
import { searchContainers } from "../../domain/containers/search-containers.ts";
import { isPlaced } from "../../domain/map/bubbles.ts";
import type { MapGroup } from "../../domain/map/fleet-map.types.ts";
import type { Cluster } from "./clusters.data.ts";

/** A cluster with the rows of its containers, the worst first, equals by their names. */
export interface ClusterRows {
  cluster: Cluster;
  containers: ContainerRow[];
}

/** Of a cluster without containers: it comes last. */
const mildest = Number.MAX_SAFE_INTEGER;

/**
 * The clusters with their rows, and the containers that are in none; rows are the worst first, and so are clusters by the
 * worst of theirs, equals by their names.
 */
export function groupContainers(
  clusters: readonly Cluster[],
  containers: readonly ContainerRow[],
  nowMs: number,
): { groups: ClusterRows[]; others: ContainerRow[] } {
  const byId = new Map(containers.map((container) => [container.containerId, container]));
  const groups = clusters
    .map((cluster) => ({
      cluster,
      containers: worstFirst(
        cluster.containers.flatMap((id) => byId.get(id) ?? []),
        nowMs,
      ),
    }))
    .map((group) => ({ group, rank: group.containers[0] ? troubleWeight(group.containers[0], nowMs).rank : mildest }))
    .sort((one, other) => one.rank - other.rank || one.group.cluster.name.localeCompare(other.group.cluster.name))
    .map(({ group }) => group);
  const grouped = new Set(clusters.flatMap(({ containers }) => containers));
  return {
    groups,
    others: worstFirst(
      containers.filter((container) => !grouped.has(container.containerId)),
      nowMs,
    ),
  };
}

export function byName(one: ContainerRow, other: ContainerRow): number {
  return one.name.localeCompare(other.name);
}

/** The clusters as the map outlines them. */
export function toMapGroups(groups: readonly ClusterRows[]): MapGroup[] {
  return groups.map(({ cluster: { id, name }, containers }) => ({ id, name, containers: containers.filter(isPlaced) }));
}

/** Containers whose name, id or cluster holds every word of a text. */
export function findContainers(containers: readonly ContainerRow[], text: string): readonly ContainerRow[] {
  return searchContainers(containers, text, ({ cluster }) => cluster ?? "");
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
