import { feature, mesh, type Topology } from "topojson-client";

import type { Position } from "./projection.ts";

/** A drawing of the world that the portal has with it. */
export interface Land {
  countries: {
    type: "FeatureCollection";
    features: { type: "Feature"; properties: null; geometry: { type: "MultiPolygon"; coordinates: Position[][][] } }[];
  };
  borders: { type: "Feature"; properties: null; geometry: { type: "MultiLineString"; coordinates: Position[][] } };
}

/**
 * Countries and the borders between them. Shapes that cross the 180th meridian jump from one edge of the map to the other
 * in the source; here they run on beyond 180 degrees, which the map library draws on both sides.
 */
export function toLand(world: Topology): Land {
  const { features } = feature(world, world.objects["countries"]!);
  return {
    countries: {
      type: "FeatureCollection",
      features: features.map(({ geometry }) => ({
        type: "Feature",
        properties: null,
        geometry: {
          type: "MultiPolygon",
          coordinates: (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).map((rings) =>
            rings.map((ring) => closeOverPole(unwrap(ring))),
          ),
        },
      })),
    },
    borders: {
      type: "Feature",
      properties: null,
      geometry: {
        type: "MultiLineString",
        coordinates: mesh(world, world.objects["countries"]!, (one, other) => one !== other).coordinates.map(unwrap),
      },
    },
  };
}

/** A line without jumps of more than half the world. */
export function unwrap(line: readonly Position[]): Position[] {
  let shift = 0;
  return line.map(([long, lat], index) => {
    const step = index === 0 ? 0 : long - line[index - 1]![0];
    if (step > 180) shift -= 360;
    if (step < -180) shift += 360;
    return [long + shift, lat];
  });
}

/** A ring that runs once around the world, as that of Antarctica does, goes home by way of the pole. */
function closeOverPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring;
  const poleLat = first[1] < 0 ? -90 : 90;
  return [...ring, [last[0], poleLat], [first[0], poleLat], first];
}
