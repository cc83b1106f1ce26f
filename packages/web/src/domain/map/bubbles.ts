import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import { type Pixel, type Position, toPixel, toPosition } from "./projection.ts";

/** What a container counts as on the map, from worst to best; open warnings count where it is online. */
export const placeStates = ["offline", "just_offline", "warning", "online"] as const;
export type PlaceState = (typeof placeStates)[number];

/** A container that has a position. */
export type PlacedContainer = ContainerRow & { location: NonNullable<ContainerRow["location"]> };

export function isPlaced(container: ContainerRow): container is PlacedContainer {
  return container.location !== null;
}

export function positionOf({ location }: PlacedContainer): Position {
  return [location.long, location.lat];
}

export function placeState({ status, warnings }: Pick<ContainerRow, "status" | "warnings">): PlaceState {
  return status === "online" && warnings > 0 ? "warning" : status;
}

/** One or several containers that stand too close to be drawn apart at a zoom. */
export interface Bubble {
  /** Stays the same while the same containers stand together. */
  key: string;
  position: Position;
  /** Never empty. */
  containers: readonly PlacedContainer[];
}

/** Containers nearer to each other than this, in pixels, share a bubble. */
const joinPx = 56;

/**
 * Gathers containers into bubbles for a zoom: each that has no bubble yet takes along its neighbours without one.
 * The same containers in the same order always give the same bubbles.
 */
export function toBubbles(containers: readonly PlacedContainer[], zoom: number): Bubble[] {
  const pixels = containers.map((container) => toPixel(positionOf(container), zoom));
  const cells = new Map<string, number[]>();
  const cellOf = ([x, y]: Pixel) => [Math.floor(x / joinPx), Math.floor(y / joinPx)] as const;
  for (const [index, pixel] of pixels.entries()) {
    const key = cellOf(pixel).join();
    const cell = cells.get(key);
    if (cell) cell.push(index);
    else cells.set(key, [index]);
  }
  const taken = new Set<number>();
  const bubbles: Bubble[] = [];
  for (const [index, pixel] of pixels.entries()) {
    if (taken.has(index)) continue;
    const members: number[] = [];
    const [column, row] = cellOf(pixel);
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        for (const other of cells.get(`${x},${y}`) ?? []) {
          if (taken.has(other) || distance(pixel, pixels[other]!) > joinPx) continue;
          taken.add(other);
          members.push(other);
        }
      }
    }
    const middle: Pixel = [mean(members.map((one) => pixels[one]![0])), mean(members.map((one) => pixels[one]![1]))];
    const together = members.map((one) => containers[one]!);
    bubbles.push({
      key: `${containers[index]!.containerId} ${together.length}`,
      position: together.length === 1 ? positionOf(together[0]!) : toPosition(middle, zoom),
      containers: together,
    });
  }
  return bubbles;
}

function distance([x1, y1]: Pixel, [x2, y2]: Pixel): number {
  return Math.hypot(x1 - x2, y1 - y2);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** How many of some containers are in each state, worst first, without those that are 0. */
export function stateShares(containers: readonly ContainerRow[]): { state: PlaceState; count: number }[] {
  return placeStates
    .map((state) => ({ state, count: containers.filter((container) => placeState(container) === state).length }))
    .filter(({ count }) => count > 0);
}

/** South-west and north-east corner around some containers; undefined when there are none. */
export function boundsOf(containers: readonly PlacedContainer[]): [Position, Position] | undefined {
  if (containers.length === 0) return undefined;
  const longs = containers.map(({ location }) => location.long);
  const lats = containers.map(({ location }) => location.lat);
  return [
    [Math.min(...longs), Math.min(...lats)],
    [Math.max(...longs), Math.max(...lats)],
  ];
}

/** Closer than this, in degrees, no zoom of ours draws two containers apart. */
const samePlaceDeg = 0.0005;

/** Do all containers stand at one place, so that zooming in would not part them? */
export function isOnePlace(containers: readonly PlacedContainer[]): boolean {
  const bounds = boundsOf(containers);
  if (!bounds) return true;
  const [[west, south], [east, north]] = bounds;
  return east - west < samePlaceDeg && north - south < samePlaceDeg;
}
