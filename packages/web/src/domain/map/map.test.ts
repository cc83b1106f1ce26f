import { northEnd, southEnd } from "@offgrid/contract/map/map-extent";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { fakeContainer, fakeEnergy } from "../containers/container-row.fake.ts";
import {
  type Bounds,
  type Bubble,
  closestZoom,
  gather,
  isPlaced,
  type PlacedContainer,
  placeState,
  renewed,
  spotsWithin,
  standAlike,
  stateShares,
  toBubbles,
} from "./bubbles.ts";
import { farthestIn, farthestZoom, keepWithin } from "./map-limits.ts";
import { ownStyle } from "./map-style.ts";
import { type Box, boxOfGroupName, type Mark, placeLabels, squaresOver } from "./mark-labels.ts";
import { withMarks } from "./mark-style.ts";
import { outlineAround } from "./outline.ts";
import { isInside, toPixel, toPosition } from "./projection.ts";
import { regionLayers } from "./region-style.ts";
import { scaleFor } from "./scale.ts";

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

test("what never connected counts as that, and neither as offline nor as without charge", () => {
  const never = fakeContainer({ status: "offline", lastSeen: null, energy: fakeEnergy("unknown") });
  expect(placeState(never)).toBe("never");
  expect(placeState({ ...never, lastSeen: "2026-11-28T10:00:00.000Z" })).toBe("offline");
});

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
        { state: "normal", count: 1 },
      ],
    ]);
    const [opened] = toBubbles(spots, before);
    expect(renewed(opened!, now)?.containers).toEqual(now);
    expect(renewed(opened!, [at("C", 1, 1)])).toBeUndefined();
    expect(standAlike(before, [before[0]!, at("B", 1.2, 1)])).toBe(false);
    expect(standAlike(before, before.toReversed())).toBe(false);
    expect(standAlike(before, before.slice(1))).toBe(false);
  });

  test("tell their states in the words of every list, the worst first; an open warning is none of them", () => {
    const containers = [
      fakeContainer({ name: "A" }),
      fakeContainer({ name: "B", warnings: 2 }),
      fakeContainer({ name: "C", status: "offline", warnings: 1 }),
      fakeContainer({ name: "D", energy: fakeEnergy("charging") }),
    ];
    expect(stateShares(containers)).toEqual([
      { state: "offline", count: 1 },
      { state: "normal", count: 2 },
      { state: "charging", count: 1 },
    ]);
  });

  test("have the worse of energy and link, so that no container without power counts as well", () => {
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
      "unknown",
      "offline",
      "normal",
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

describe("the names of marks", () => {
  const seen = [0, 0, 400, 400] as const;
  const mark = (key: string, x: number, y: number, rank = 0) => ({
    key,
    at: [x, y] as const,
    sizePx: 28,
    name: key,
    rank,
  });
  const sidesOf = (marks: readonly Mark[]) =>
    Object.fromEntries([...placeLabels(marks, () => 80, seen)].map(([key, { side }]) => [key, side]));

  test("stand to the right, but not over another mark or out of the picture", () => {
    expect(sidesOf([mark("alone", 200, 200)])).toEqual({ alone: "right" });
    expect(sidesOf([mark("first", 200, 200), mark("next", 250, 200)])).toEqual({ first: "left", next: "right" });
    expect(sidesOf([mark("at the edge", 390, 200)])).toEqual({ "at the edge": "left" });
  });

  test("are given to the worst where there is room for one", () => {
    expect(sidesOf([mark("well", 200, 200, 8), mark("cut", 200, 200, 0)])["cut"]).toBe("right");
  });

  test("leave the names of groups alone, which stay within the picture as long as their place does", () => {
    const over = (one: Box, other: Box) =>
      one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
    const group = boxOfGroupName([240, 210], 80, seen);
    expect(group).toEqual([200, 190, 280, 210]);
    const marks = [mark("beside", 180, 200)];
    expect(placeLabels(marks, () => 80, seen).get("beside")?.side).toBe("right");
    const placed = placeLabels(marks, () => 80, seen, [group]).get("beside")!;
    expect([placed.side, over(placed.box, group)]).toEqual(["left", false]);
    expect(boxOfGroupName([390, 5], 80, seen)).toEqual([320, 0, 400, 20]);
    expect(boxOfGroupName([500, 100], 80, seen)).toEqual([460, 80, 540, 100]);
  });

  test("never cover each other, and the squares that keep other names away cover them", () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (places) => {
        const marks = places.map(([x, y], index) => mark(`m${index}`, x, y, index % 3));
        const boxes = [...placeLabels(marks, (name) => 20 + name.length * 9, seen).values()].map(({ box }) => box);
        for (const [index, box] of boxes.entries()) {
          const covers = (other: Box) =>
            box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3];
          expect(boxes.slice(index + 1).some(covers)).toBe(false);
          const squares = squaresOver(box);
          expect(squares[0]!.at[0] - squares[0]!.sizePx / 2).toBeCloseTo(box[0]);
          if (squares.length > 1) expect(squares.at(-1)!.at[0] + squares[0]!.sizePx / 2).toBeCloseTo(box[2]);
        }
      }),
    );
  });
});

describe("where the map ends", () => {
  const frame = { width: 600, height: 400 };

  test("no view goes beyond 60 degrees south or the edges of the world", () => {
    const [long, lat] = keepWithin([170, -75], 4, frame);
    const [x, y] = toPixel([long, lat], 4);
    expect(toPosition([x, y + frame.height / 2], 4)[1]).toBeCloseTo(-60);
    expect(toPosition([x + frame.width / 2, y], 4)[0]).toBeCloseTo(180);
  });

  test("a map that is smaller than its frame stands in its middle, so that all of it is seen", () => {
    const [long] = keepWithin([120, 10], 0, frame);
    expect(long).toBeCloseTo(0);
    expect(keepWithin([-100, 10], 0, frame)).toEqual(keepWithin([100, -20], 0, { ...frame, height: 400 }));
  });

  test("it is left as far as all of it is in view, and no farther", () => {
    const sizeAt = (zoom: number) => [
      512 * 2 ** zoom,
      toPixel([0, southEnd], zoom)[1] - toPixel([0, northEnd], zoom)[1],
    ];
    const [wide = 0, high = 0] = sizeAt(farthestIn(frame));
    expect(Math.max(wide / frame.width, high / frame.height)).toBeCloseTo(1);
    expect(Math.min(wide / frame.width, high / frame.height)).toBeLessThan(1);
    expect(farthestIn({ width: 0, height: 0 })).toBe(farthestZoom);
  });
});

test("a scale has a round length that fits", () => {
  expect(scaleFor({ lat: 0, zoom: 0, mostPx: 100 })).toMatchObject({ metres: 5_000_000 });
  fc.assert(
    fc.property(
      fc.double({ min: -60, max: 84, noNaN: true }),
      fc.double({ min: -1, max: 18, noNaN: true }),
      (lat, zoom) => {
        const { metres, px } = scaleFor({ lat, zoom, mostPx: 110 });
        expect(px).toBeLessThanOrEqual(110.001);
        expect(px).toBeGreaterThan(50);
        expect(String(metres)).toMatch(/^[1235]0*$/);
      },
    ),
  );
});

test("the world is drawn with names in the language of the page, and without them under tiles that have their own", () => {
  const colors = { water: "#1", land: "#2", border: "#3", group: "#4", country: "#5", town: "#6" };
  const world = { version: "v1", minZoom: 0, maxZoom: 7 };
  const idsOf = (style: { layers: { id: string }[] }) => style.layers.map(({ id }) => id);
  vi.stubGlobal("location", { origin: "https://portal.example" });
  try {
    const own = ownStyle(colors, { world }, "fr");
    expect(idsOf(own)).toEqual(["water", "land", "borders", "towns", "countries"]);
    expect(JSON.stringify(own.layers.at(-1))).toContain('"text-field":["get","fr"]');
    expect(own.sources["world"]).toMatchObject({ tiles: ["https://portal.example/map/world/v1/{z}/{x}/{y}"] });
    expect(idsOf(ownStyle(colors, { world }, "en", { tileUrl: "https://t.example/{z}/{x}/{y}.png" }))).toEqual([
      "water",
      "land",
      "borders",
      "tiles",
    ]);
    expect(idsOf(ownStyle(colors, { world: null }, "en"))).toEqual(["water"]);
    expect(idsOf(withMarks(own, colors)).at(-1)).toBe("spaces");
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a region is drawn above the world with names of its own, without pictures or fonts from elsewhere", () => {
  const colors = { water: "#010101", land: "#020202", border: "#3", group: "#4", country: "#5", town: "#6" };
  const streets = regionLayers("light", colors, "fr");
  expect(streets.map(({ id }) => id)).toContain("region-roads_minor");
  expect(JSON.stringify(streets).match(/icon-image|Noto|pgf|http/)).toBeNull();
  expect(streets.find(({ id }) => id === "region-earth")).toMatchObject({ paint: { "fill-color": "#020202" } });
  expect(regionLayers("dark", colors, "fr").map(({ id }) => id)).toEqual(streets.map(({ id }) => id));
  const region = {
    version: "r1",
    minZoom: 5,
    maxZoom: 14,
    bounds: [34, -5, 42, 5] as [number, number, number, number],
    attribution: null,
  };
  vi.stubGlobal("location", { origin: "https://portal.example" });
  try {
    const style = ownStyle(colors, { world: { version: "v1", minZoom: 0, maxZoom: 7 }, region }, "fr", { streets });
    expect(style.sources["region"]).toMatchObject({ bounds: region.bounds, maxzoom: 14 });
    const ids = style.layers.map(({ id }) => id);
    expect(ids.indexOf("region-earth")).toBeGreaterThan(ids.indexOf("borders"));
    expect(ids.slice(-2)).toEqual(["towns", "countries"]);
    expect(JSON.stringify(style.layers.at(-2))).toContain('["step",["zoom"],true,5,["!",["within"');
  } finally {
    vi.unstubAllGlobals();
  }
});
