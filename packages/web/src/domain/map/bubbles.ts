import { type ClusterFeature, type ClusterOrPointFeature, Supercluster } from "@maplibre/geojson-vt";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { isNeverSeen } from "../containers/container-facts.ts";
import { badLevels, isBad, wellLevels } from "../energy-state/energy-rank.ts";
import type { Position } from "./projection.ts";

/**
 * What a container counts as on the map, from worst to best, in the order and words of all lists: the worse of its energy
 * and its link; a charge that is not known counts where it is online, and of what never connected nothing went wrong.
 */
export const placeStates = [...badLevels, "offline", "just_offline", ...wellLevels, "never"] as const;
export type PlaceState = (typeof placeStates)[number];

/** A container that has a position. */
export type PlacedContainer = ContainerRow & { location: NonNullable<ContainerRow["location"]> };

export function isPlaced(container: ContainerRow): container is PlacedContainer {
  return container.location !== null;
}

export function positionOf({ location }: PlacedContainer): Position {
  return [location.long, location.lat];
}

export function placeState(container: Pick<ContainerRow, "status" | "energy" | "lastSeen">): PlaceState {
  if (isNeverSeen(container)) return "never";
  const { status, energy } = container;
  const { level } = energy;
  if (isBad(level) && (level !== "unknown" || status === "online")) return level;
  return status === "online" ? level : status;
}

/** Containers nearer to each other than this, in pixels, share a bubble. */
const joinPx = 56;
/** The map comes no closer than this. */
export const closestZoom = 18;

/**
 * Where containers stand, gathered by the clustering of the map library for every zoom at once. It knows nothing of their
 * states, so it holds until one comes, goes or moves.
 */
export function gather(containers: readonly PlacedContainer[]): Supercluster {
  const index = new Supercluster({ radius: joinPx, maxZoom: closestZoom, wrap: false });
  index.load(
    containers.map((container, row) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: positionOf(container) },
      properties: { row },
    })),
  );
  return index;
}

/** Would `gather` give the same for both: are they the same containers, in the same order, at the same places? */
export function standAlike(some: readonly PlacedContainer[], others: readonly PlacedContainer[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ containerId, location }, row) => {
      const other = others[row]!;
      return (
        containerId === other.containerId &&
        location.long === other.location.long &&
        location.lat === other.location.lat
      );
    })
  );
}

/** What is drawn at one place at a zoom: a container, or several that stand too close to be drawn apart. */
interface Spot {
  /** The middle of several. */
  position: Position;
  /** Rising indices of the containers that were gathered; never empty. */
  rows: readonly number[];
  /** The first zoom at which they are drawn apart, `closestZoom + 1` for those that never are. Absent for one alone. */
  partsAt?: number;
}

/** A spot with its containers as they are now. */
export interface Bubble extends Omit<Spot, "rows"> {
  /** Stays the same while the same containers stand together. */
  key: string;
  /** Never empty. */
  containers: readonly PlacedContainer[];
}

/** South-west and north-east corner. */
export type Bounds = [Position, Position];

/** What is drawn within some bounds at a zoom. */
export function spotsWithin(index: Supercluster, [[west, south], [east, north]]: Bounds, zoom: number): Spot[] {
  return index.getClusters([west, south, east, north], zoom).map((feature): Spot => {
    const position = feature.geometry.coordinates as Position;
    if (!isCluster(feature)) return { position, rows: [rowOf(feature)] };
    const { cluster_id: id } = feature.properties;
    const rows = index.getLeaves(id, Infinity).map(rowOf);
    return { position, rows: rows.sort((one, other) => one - other), partsAt: index.getClusterExpansionZoom(id) };
  });
}

function isCluster(feature: ClusterOrPointFeature): feature is ClusterFeature {
  return feature.properties?.["cluster"] === true;
}

function rowOf({ properties }: ClusterOrPointFeature): number {
  return (properties as { row: number }).row;
}

/** Puts the containers that were gathered, as they are now, into their spots. */
export function toBubbles(spots: readonly Spot[], containers: readonly PlacedContainer[]): Bubble[] {
  return spots.map(({ rows, ...spot }) => {
    const together = rows.map((row) => containers[row]!);
    return { ...spot, key: `${together[0]!.containerId} ${rows.length}`, containers: together };
  });
}

/** A bubble with its containers as they are now; undefined when none of them is left. */
export function renewed(bubble: Bubble, containers: readonly PlacedContainer[]): Bubble | undefined {
  const ids = new Set(bubble.containers.map(({ containerId }) => containerId));
  const left = containers.filter(({ containerId }) => ids.has(containerId));
  return left.length > 0 ? { ...bubble, containers: left } : undefined;
}

/** How many of some containers are in each state, worst first, without those that are 0. */
export function stateShares(containers: readonly ContainerRow[]): { state: PlaceState; count: number }[] {
  return placeStates
    .map((state) => ({ state, count: containers.filter((container) => placeState(container) === state).length }))
    .filter(({ count }) => count > 0);
}

/** The bounds around some containers; undefined when there are none. */
export function boundsOf(containers: readonly PlacedContainer[]): Bounds | undefined {
  if (containers.length === 0) return undefined;
  const longs = containers.map(({ location }) => location.long);
  const lats = containers.map(({ location }) => location.lat);
  return [
    [Math.min(...longs), Math.min(...lats)],
    [Math.max(...longs), Math.max(...lats)],
  ];
}
