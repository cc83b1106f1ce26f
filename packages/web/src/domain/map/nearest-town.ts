import type { Map as MapLibre } from "maplibre-gl";

import type { Position } from "./projection.ts";

/** Which town is nearest to what is seen: close by, an empty square of land could be anywhere. */

export interface Town {
  name: string;
  position: Position;
}

interface View {
  center: Position;
  contains: (position: Position) => boolean;
}

/** Farther ones say no more than the country does. */
const farthestKm = 500;
const earthKm = 6_371;

/** @returns undefined where a town is in sight, or none is near. */
export function nearestTown(towns: readonly Town[], view: View): { name: string; km: number } | undefined {
  if (towns.some(({ position }) => view.contains(position))) return undefined;
  let nearest: { name: string; km: number } | undefined;
  for (const { name, position } of towns) {
    const km = kmBetween(view.center, position);
    if (km <= farthestKm && km < (nearest?.km ?? Infinity)) nearest = { name, km };
  }
  return nearest;
}

/** Along the surface of a sphere. */
export function kmBetween([west, south]: Position, [east, north]: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const square = half(south, north) + Math.cos(radians(south)) * Math.cos(radians(north)) * half(west, east);
  return 2 * earthKm * Math.asin(Math.sqrt(square));
}

/** Towns of the tiles that are there. */
export function townsOf(map: Pick<MapLibre, "getSource" | "querySourceFeatures">): Town[] {
  if (!map.getSource("world")) return [];
  return map.querySourceFeatures("world", { sourceLayer: "towns" }).flatMap(({ geometry, properties }): Town[] => {
    const { name } = properties as { name?: unknown };
    if (geometry.type !== "Point" || typeof name !== "string") return [];
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return [{ name, position: [longitude, latitude] }];
  });
}
