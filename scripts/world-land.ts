/** Land, borders and names of countries, from Natural Earth at 1 to 10 million. */
import { southEnd } from "@offgrid/contract/map/map-extent";
import countryCodes from "i18n-iso-countries";
import { feature, mesh, type Topology } from "topojson-client";

/** [longitude, latitude] in degrees. */
export type Position = [long: number, lat: number];
export type Polygon = Position[][];

export interface Country {
  /** ISO 3166-1 alpha-2; absent for areas without one. */
  code: string | undefined;
  /** As the source has it, in English. */
  name: string;
  polygons: Polygon[];
}

export interface Land {
  countries: Country[];
  /** Between two countries; coasts are none. */
  borders: Position[][];
}

/** Areas that have a name of their own but no number in the standard. */
const unnumbered: Record<string, string> = { Kosovo: "XK" };

/**
 * Shapes that cross the 180th meridian jump from one edge of the map to the other in the source; here they run on beyond
 * 180 degrees, which is what cutting them into tiles expects.
 */
export function toLand(world: Topology): Land {
  const { features } = feature(world, world.objects["countries"]!);
  return {
    countries: features.flatMap(({ id, properties: { name }, geometry }) => {
      const polygons = (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates)
        .map((rings) => rings.map(unwrap))
        .filter(([outer]) => outer?.some(([, lat]) => lat > southEnd));
      const code = unnumbered[name] ?? (id === undefined ? undefined : countryCodes.numericToAlpha2(id));
      return polygons.length === 0 || code === "AQ" ? [] : [{ code, name, polygons }];
    }),
    borders: mesh(world, world.objects["countries"]!, (one, other) => one !== other).coordinates.map(unwrap),
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

/** Where the name of a country stands, and how much room it has there. */
export interface NamePlace {
  at: Position;
  /** To the nearest coast or border, in degrees. */
  roomDegrees: number;
}

/** Points tried along each side of a country, and corners of its outline that distances are measured to. */
const [triedPoints, measuredCorners] = [28, 240];

/** The point of a country's largest piece that is farthest from its edge, of those tried. */
export function namePlace({ polygons }: Pick<Country, "polygons">): NamePlace | undefined {
  const outlines = polygons.flatMap(([outer]) => (outer ? [outer] : []));
  const largest = outlines.toSorted((one, other) => areaOf(other) - areaOf(one))[0];
  if (!largest) return undefined;
  const [west, south, east, north] = boxOf(largest);
  const step = Math.max(1, Math.floor(largest.length / measuredCorners));
  const corners = largest.filter((_, index) => index % step === 0);
  let best: NamePlace | undefined;
  for (let column = 1; column < triedPoints; column++) {
    for (let row = 1; row < triedPoints; row++) {
      const at: Position = [
        west + ((east - west) * column) / triedPoints,
        south + ((north - south) * row) / triedPoints,
      ];
      const least = best?.roomDegrees ?? 0;
      const roomDegrees = roomAt(at, corners, least);
      if (roomDegrees > least && contains(largest, at)) best = { at, roomDegrees };
    }
  }
  const { at, roomDegrees } = best ?? { at: largest[0]!, roomDegrees: 0 };
  return { at: [((((at[0] + 180) % 360) + 360) % 360) - 180, at[1]], roomDegrees };
}

/** To the nearest of these corners; once it is no more than the least that is of use, the others are not looked at. */
function roomAt([long, lat]: Position, corners: readonly Position[], leastDegrees: number): number {
  let room = Infinity;
  for (const corner of corners) {
    // Names are wider than high: room to the sides counts for less.
    room = Math.min(room, Math.hypot((corner[0] - long) / 2, corner[1] - lat));
    if (room <= leastDegrees) break;
  }
  return room;
}

function boxOf(ring: readonly Position[]): [west: number, south: number, east: number, north: number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [long, lat] of ring) {
    box[0] = Math.min(box[0], long);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], long);
    box[3] = Math.max(box[3], lat);
  }
  return box;
}

/** In square degrees as the map shows them: only to compare with others. */
function areaOf(ring: readonly Position[]): number {
  let sum = 0;
  for (const [index, [long, lat]] of ring.entries()) {
    const [nextLong, nextLat] = ring[(index + 1) % ring.length]!;
    sum += long * nextLat - nextLong * lat;
  }
  return Math.abs(sum) / 2;
}

/** Outlines have thousands of corners, so nothing is made anew for each. */
function contains(ring: readonly Position[], [x, y]: Position): boolean {
  let isInside = false;
  let before = ring.at(-1)!;
  for (const corner of ring) {
    if (before[1] > y !== corner[1] > y) {
      const crossing = before[0] + ((y - before[1]) / (corner[1] - before[1])) * (corner[0] - before[0]);
      if (x < crossing) isInside = !isInside;
    }
    before = corner;
  }
  return isInside;
}
