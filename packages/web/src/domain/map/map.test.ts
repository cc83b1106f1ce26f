import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { fakeContainer, fakeEnergy } from "../containers/container-row.fake.ts";
import {
  type Bounds,
  type Bubble,
  closestZoom,
  gather,
  isPlaced,
  type PlacedContainer,
  renewed,
  spotsWithin,
  standAlike,
  stateShares,
  toBubbles,
} from "./bubbles.ts";
import { toLand, unwrap } from "./land.ts";
import { outlineAround } from "./outline.ts";
import { isInside, type Position, toPixel, toPosition } from "./projection.ts";

const at = (name: string, long: number, lat: number, other: object = {}): PlacedContainer =>
  ({ ...fakeContainer({ name, ...other }), location: { lat, long } }) as PlacedContainer;

const world: Bounds = [
  [-180, -90],
  [180, 90],
];
const bubblesOf = (containers: readonly PlacedContainer[], zoom: number, bounds = world): Bubble[] =>
  toBubbles(spotsWithin(gather(containers), bounds, zoom), containers);
const namesOf = (bubbles: readonly Bubble[]) =>
  bubbles.flatMap(({ containers }) => containers.map(({ name }) => name)).sort();

test("a place and its pixel are the same thing at every zoom", () => {
  const place = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -85, max: 85, noNaN: true }),
  );
  fc.assert(
    fc.property(place, fc.integer({ min: 0, max: 18 }), ([long, lat], zoom) => {
      const [again, lat2] = toPosition(toPixel([long, lat], zoom), zoom);
      expect(again).toBeCloseTo(long, 6);
      expect(lat2).toBeCloseTo(lat, 6);
    }),
  );
});

describe("bubbles", () => {
  test("hold every container once, whatever the zoom", () => {
    const place = fc.record({ long: fc.integer({ min: -179, max: 179 }), lat: fc.integer({ min: -80, max: 80 }) });
    fc.assert(
      fc.property(fc.array(place, { minLength: 30, maxLength: 60 }), fc.integer({ min: 0, max: 4 }), (places, zoom) => {
        const containers = places.map(({ long, lat }, index) => at(`Container ${index}`, long, lat));
        expect(namesOf(bubblesOf(containers, zoom))).toEqual(containers.map(({ name }) => name).sort());
      }),
    );
  });

  test("part as one comes closer, at the zoom that they tell", () => {
    const containers = [at("Nairobi", 36.8, -1.3), at("Kisumu", 34.8, -0.1)];
    const [both, ...others] = bubblesOf(containers, 2);
    expect(others).toEqual([]);
    expect(both?.position[0]).toBeCloseTo(35.8, 6);
    const partsAt = both?.partsAt ?? 0;
    expect(bubblesOf(containers, partsAt - 1)).toHaveLength(1);
    const apart = bubblesOf(containers, partsAt);
    expect(apart.map((bubble) => bubble.partsAt)).toEqual([undefined, undefined]);
    expect(apart.map((bubble) => namesOf([bubble]).join())).toEqual(expect.arrayContaining(["Kisumu", "Nairobi"]));
  });

  test("of one place are never parted, however near one comes", () => {
    const containers = [at("A", 1, 1), at("B", 1, 1), at("C", 1.00001, 1)];
    for (const zoom of [0, 10, closestZoom]) {
      const [only] = bubblesOf(containers, zoom);
      expect(only?.containers).toHaveLength(3);
      expect(only?.partsAt).toBe(closestZoom + 1);
    }
  });

  test("keep their key while the same containers stand together, whatever the zoom and who else is there", () => {
    const containers = [at("A", 1, 1), at("B", 1.1, 1), at("C", 60, 40)];
    const keysOf = (some: readonly PlacedContainer[], zoom: number) => bubblesOf(some, zoom).map(({ key }) => key);
    expect(new Set(keysOf(containers, 2))).toEqual(new Set(["a 2", "c 1"]));
    expect(new Set(keysOf(containers, 4))).toEqual(new Set(["a 2", "c 1"]));
    expect(new Set(keysOf([at("D", -60, 40), ...containers], 4))).toEqual(new Set(["a 2", "c 1", "d 1"]));
  });

  test("are those of the part of the world that is asked for; beyond its edges there is nothing", () => {
    const containers = [at("West", -170, 10), at("Middle", 0, 10), at("Pole", 0, 89.5), at("East", 180, 10)];
    const within = (west: number, east: number) =>
      namesOf(
        bubblesOf(containers, 4, [
          [west, -95],
          [east, 95],
        ]),
      );
    expect(within(-10, 10)).toEqual(["Middle", "Pole"]);
    expect(within(100, 260)).toEqual(["East"]);
    expect(within(-400, 400)).toEqual(["East", "Middle", "Pole", "West"]);
    expect(bubblesOf([], 4)).toEqual([]);
  });

  test("follow the states of their containers without being gathered again, unless one came, went or moved", () => {
    const before = [at("A", 1, 1), at("B", 1.1, 1)];
    const spots = spotsWithin(gather(before), world, 2);
    const now = [at("A", 1, 1, { status: "offline" }), before[1]!];
    expect(standAlike(before, now)).toBe(true);
    expect(toBubbles(spots, now).map(({ containers }) => stateShares(containers))).toEqual([
      [
        { state: "offline", count: 1 },
        { state: "online", count: 1 },
      ],
    ]);
    const [opened] = toBubbles(spots, before);
    expect(renewed(opened!, now)?.containers).toEqual(now);
    expect(renewed(opened!, [at("C", 1, 1)])).toBeUndefined();
    expect(standAlike(before, [before[0]!, at("B", 1.2, 1)])).toBe(false);
    expect(standAlike(before, before.toReversed())).toBe(false);
    expect(standAlike(before, before.slice(1))).toBe(false);
  });

  test("tell their states, the worst first; a warning counts only where the container is online", () => {
    const containers = [
      fakeContainer({ name: "A" }),
      fakeContainer({ name: "B", warnings: 2 }),
      fakeContainer({ name: "C", status: "offline", warnings: 1 }),
      fakeContainer({ name: "D" }),
    ];
    expect(stateShares(containers)).toEqual([
      { state: "offline", count: 1 },
      { state: "warning", count: 1 },
      { state: "online", count: 2 },
    ]);
  });

  test("have the worse of energy and link, so that no container without power counts as online", () => {
    const containers = [
      fakeContainer({ name: "A" }),
      fakeContainer({ name: "B", energy: fakeEnergy("cut") }),
      fakeContainer({ name: "C", energy: fakeEnergy("cut_ahead"), status: "offline" }),
      fakeContainer({ name: "D", energy: fakeEnergy("unknown"), status: "offline" }),
      fakeContainer({ name: "E", energy: fakeEnergy("unknown") }),
    ];
    expect(stateShares(containers).map(({ state }) => state)).toEqual([
      "cut",
      "cut_ahead",
      "offline",
      "unknown",
      "online",
    ]);
  });

  test("are made of containers that have a position", () => {
    expect([fakeContainer(), at("A", 1, 1)].filter(isPlaced).map(({ name }) => name)).toEqual(["A"]);
  });
});

test("the outline of a group lies around all of its containers", () => {
  const place = fc.tuple(fc.double({ min: -10, max: 10, noNaN: true }), fc.double({ min: -10, max: 10, noNaN: true }));
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
      const corners = outlineAround(places, 5).map((corner) => toPixel(corner, 5));
      expect(corners.at(-1)).toEqual(corners[0]);
      for (const one of places) expect(isInside(toPixel(one, 5), corners.slice(0, -1))).toBe(true);
    }),
  );
  expect(outlineAround([], 5)).toEqual([]);
});

test("a pixel beside a shape with a bay is not inside of it", () => {
  const bay = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 2],
    [0, 10],
  ] as const;
  expect(isInside([5, 1], bay)).toBe(true);
  expect(isInside([5, 8], bay)).toBe(false);
  expect(isInside([20, 1], bay)).toBe(false);
});

test("a coast that crosses the 180th meridian runs on", () => {
  expect(
    unwrap([
      [179, 1],
      [-179, 2],
      [178, 3],
    ]),
  ).toEqual([
    [179, 1],
    [181, 2],
    [178, 3],
  ]);
});

test("no country of the bundled world jumps across the map, and all lie within it or just beyond", () => {
  const path = createRequire(import.meta.url).resolve("world-atlas/countries-110m.json");
  const { countries, borders } = toLand(JSON.parse(readFileSync(path, "utf8")));
  expect(countries.features.length).toBeGreaterThan(150);
  const rings = countries.features.flatMap(({ geometry }) => geometry.coordinates.flat());
  const jumps = [...rings, ...borders.geometry.coordinates].filter((line) =>
    line.some(([long]: Position, index) => index > 0 && Math.abs(long - line[index - 1]![0]) > 180 && line.length > 0),
  );
  // Antarctica goes home along the pole, which is outside of the map.
  expect(jumps.every((line) => line.some(([, lat]) => lat === -90))).toBe(true);
  expect(jumps.length).toBeLessThanOrEqual(1);
});
