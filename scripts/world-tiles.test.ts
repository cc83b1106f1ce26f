import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { southEnd } from "@offgrid/contract/map/map-extent";
import { expect, test } from "vitest";

import { namePlace, type Position, toLand, unwrap } from "./world-land.ts";
import { readLand, worldTiles } from "./world-tiles.ts";
import { firstZooms, type Town, toTowns, weightOf } from "./world-towns.ts";

const readWorld = () =>
  toLand(JSON.parse(readFileSync(createRequire(import.meta.url).resolve("world-atlas/countries-110m.json"), "utf8")));

test("a coast that crosses the 180th meridian runs on", () => {
  const coast: Position[] = [
    [179, 1],
    [-179, 2],
    [178, 3],
  ];
  expect(unwrap(coast).map(([long]) => long)).toEqual([179, 181, 178]);
});

test("no country jumps across the map, none is on the ice, and all have a name place within the world", () => {
  const { countries, borders } = readWorld();
  expect(countries.length).toBeGreaterThan(150);
  const lines = [...countries.flatMap(({ polygons }) => polygons.flat()), ...borders];
  const jumps = lines.filter((line) =>
    line.some(([long], index) => index > 0 && Math.abs(long - line[index - 1]![0]) > 180),
  );
  expect(jumps).toEqual([]);
  expect(countries.find(({ code }) => code === "AQ")).toBeUndefined();
  const kenya = countries.find(({ code }) => code === "KE")!;
  const { at, roomDegrees } = namePlace(kenya)!;
  expect(at[0]).toBeGreaterThan(34);
  expect(at[0]).toBeLessThan(42);
  expect(roomDegrees).toBeGreaterThan(1);
  for (const country of countries) {
    const [long, lat] = namePlace(country)!.at;
    expect(Math.abs(long)).toBeLessThanOrEqual(180);
    expect(lat).toBeGreaterThan(southEnd);
  }
});

const named = (name: string, lat: number, lng: number) => ({ name, lat: String(lat), lng: String(lng), country: "KE" });
const counted = (name: string, lat: number, long: number, population: number, featureCode = "PPL") => ({
  name,
  country: "KE",
  featureCode,
  population,
  loc: { coordinates: [long, lat] as Position },
});

test("a town has the population of the place of its name nearby, or of a large one with another name at its spot", () => {
  const towns = toTowns(
    [named("Nairobi", -1.28, 36.82), named("Kakuma", 3.71, 34.86), named("Kitale", 1.01, 35.0), named("Kitale", 9, 40)],
    [
      counted("Nairobi", -1.29, 36.83, 2_750_547, "PPLC"),
      counted("Kitalé Town", 1.011, 35.001, 220_000),
      counted("Kitale", 1.5, 39, 900),
    ],
  );
  expect(towns.map(({ population }) => population)).toEqual([2_750_547, 0, 220_000, 0]);
  expect(towns.map(({ isCapital }) => isCapital)).toEqual([true, false, false, false]);
});

test("of towns that stand close, the larger is there from farther away; the closest tiles have all", () => {
  const town = (name: string, at: Position, population: number): Town => ({ name, at, population, isCapital: false });
  const towns = [town("small", [36.9, 0.1], 900), town("large", [36.8, 0.2], 90_000), town("remote", [20, 20], 50)];
  const zooms = firstZooms(towns, 7);
  expect(towns.map((one) => zooms.get(one))).toEqual([7, 2, 2]);
  expect(weightOf(towns[1]!)).toBeGreaterThan(weightOf(towns[0]!));
});

test("tiles are made where there is something, and hold their names", () => {
  const tiles = worldTiles(readWorld(), [{ name: "Lodwar", at: [35.6, 3.1], population: 20_000, isCapital: false }], 3);
  const at = (z: number, x: number, y: number) => tiles.find((tile) => tile.z === z && tile.x === x && tile.y === y);
  expect(Buffer.from(at(3, 4, 3)!.bytes).toString("latin1")).toMatch(/Kenya.*Lodwar/s);
  expect(Buffer.from(at(0, 0, 0)!.bytes).toString("utf8")).toContain("États-Unis");
  // In the middle of the southern Pacific there is nothing.
  expect(at(3, 0, 5)).toBeUndefined();
});

test("the world is made of countries at 1 to 10 million: an island state that coarser ones leave out is on it, with its name", async () => {
  const land = await readLand();
  const isThere = ({ countries }: typeof land) => countries.some(({ code }) => code === "TV");
  expect([isThere(land), isThere(readWorld())]).toEqual([true, false]);
  const near = (positions: readonly Position[]) =>
    positions.some(([long, lat]) => Math.hypot(long - 179.2, lat + 8.5) < 1);
  const funafuti = land.countries.filter(({ polygons }) => polygons.some(([outer]) => near(outer ?? [])));
  expect(funafuti.map(({ name }) => name)).toEqual(["Tuvalu"]);
  const tiles = worldTiles({ countries: funafuti, borders: [] }, [], 5);
  expect(tiles.some(({ z, bytes }) => z === 5 && Buffer.from(bytes).toString("latin1").includes("Tuvalu"))).toBe(true);
});
