import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { fakeContainer } from "../containers/container-row.fake.ts";
import { boundsOf, gather, type PlacedContainer, spotsWithin, toBubbles } from "./bubbles.ts";
import { type Box, type Mark, placeLabels, squaresAround } from "./mark-labels.ts";
import { toPixel } from "./projection.ts";

const at = (name: string, lat: number, long: number): PlacedContainer => ({
  ...fakeContainer({ name }),
  containerId: name,
  location: { long, lat },
});

/** Containers all over the world. */
const fleet = [
  at("Lodwar clinic", 3.1191, 35.5973),
  at("Agadez water works", 16.9733, 7.9911),
  at("Saint-Louis fish market", 16.0264, -16.5089),
  at("Tamale school", 9.4075, -0.8534),
  at("Morondava village kiosk", -20.2847, 44.3175),
  at("Jumla hospital", 29.2747, 82.1838),
  at("Saint-Véran refuge", 44.7003, 6.869),
  at("Barcelos river station", -0.975, -62.9239),
  at("Lord Howe research base", -31.5553, 159.0821),
  at("Coober Pedy mine camp", -29.0135, 134.7544),
  at("Gosaba ferry ghat", 22.1652, 88.8079),
  at("Fogo Island harbour", 49.7167, -54.2667),
  at("Dahab beach school", 28.5, 34.5136),
];

/** About as wide as it is drawn. */
const widthOf = (name: string) => name.length * 6.6 + 8;

/** Marks of a map of all of them in a frame, with a margin at its edges. */
function firstView(width: number, height: number): { marks: Mark[]; seen: Box } {
  const [south, north] = boundsOf(fleet)!;
  const margin = Math.min(76, width * 0.12);
  const [[left, bottom], [right, top]] = [toPixel(south, 0), toPixel(north, 0)];
  const zoom = Math.log2(Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top)));
  const [x, y] = [((left + right) / 2) * 2 ** zoom, ((top + bottom) / 2) * 2 ** zoom];
  const world: [[number, number], [number, number]] = [
    [-180, -80],
    [180, 80],
  ];
  const spots = spotsWithin(gather(fleet), world, Math.max(0, Math.round(zoom)));
  const marks = toBubbles(spots, fleet).map(({ key, position, containers }) => ({
    key,
    at: toPixel(position, zoom),
    sizePx: containers.length === 1 ? 28 : 40,
    rank: 0,
    ...(containers.length === 1 && { name: containers[0]!.name }),
  }));
  return { marks, seen: [x - width / 2, y - height / 2, x + width / 2, y + height / 2] };
}

describe("the names of marks take another side where the first ones are taken", () => {
  test.each([
    ["a desk", 964, 420],
    ["a wide screen", 1560, 420],
  ])("so that every container that stands alone is named at the first view, on %s", (_screen, width, height) => {
    const { marks, seen } = firstView(width, height);
    const placed = placeLabels(marks, widthOf, seen);
    const unnamed = marks.filter(({ key, name }) => name !== undefined && !placed.has(key)).map(({ name }) => name);
    expect(unnamed).toEqual([]);
  });

  test("and on a phone, which has no room for all of them, the worst is", () => {
    const { marks, seen } = firstView(340, 420);
    const named = marks.filter(({ name }) => name !== undefined);
    expect(named.length).toBeGreaterThan(2);
    for (const worst of named) {
      const ranked = marks.map((mark) => ({ ...mark, rank: mark === worst ? 0 : 1 }));
      const nameless = marks.map(({ key, at: place, sizePx, rank }) => ({ key, at: place, sizePx, rank }));
      const hasRoom = placeLabels([...nameless, worst], widthOf, seen).has(worst.key);
      expect(placeLabels(ranked, widthOf, seen).has(worst.key), worst.name).toBe(hasRoom);
    }
  });

  test("and are whole where there is room, and end in dots only where there is not", () => {
    const long: Mark = { key: "long", at: [300, 60], sizePx: 28, name: "long", rank: 0 };
    const widthIn = (seen: Box) => {
      const { box } = placeLabels([long], () => 200, seen).get("long")!;
      return box[2] - box[0];
    };
    expect(widthIn([0, 0, 600, 120])).toBe(200);
    expect(widthIn([130, 42, 480, 78])).toBe(150);
  });

  test("and slide along their mark, so that those that stand alone among groups are named on a phone, too", () => {
    const seen: Box = [0, 0, 331, 434];
    const groups = [
      [140, 246],
      [277, 239],
      [293, 307],
    ] as const;
    const alone = {
      "Fogo Island harbour": [64, 204],
      "Barcelos river station": [55, 272],
      "Morondava village kiosk": [175, 294],
    };
    const marks: Mark[] = [
      ...groups.map((place, index) => ({ key: `group ${index}`, at: place, sizePx: 40, rank: 0 })),
      ...Object.entries(alone).map(([name, [x = 0, y = 0]]) => ({
        key: name,
        name,
        at: [x, y] as const,
        sizePx: 28,
        rank: 1,
      })),
    ];
    const groupNames: Box[] = [
      [102, 204, 169, 224],
      [189, 189, 252, 208],
    ];
    expect([...placeLabels(marks, widthOf, seen, groupNames).keys()].toSorted()).toEqual(Object.keys(alone).toSorted());
  });

  test("and one at the edge of the picture slides into it, and stays at its mark", () => {
    const seen: Box = [4, 20, 400, 100];
    const edge: Mark = { key: "edge", at: [30, 40], sizePx: 28, name: "edge", rank: 0 };
    const around: Mark[] = [
      { key: "beside", at: [66, 40], sizePx: 28, rank: 0 },
      { key: "below", at: [120, 66], sizePx: 28, rank: 0 },
    ];
    const { side, slidPx, box } = placeLabels([edge, ...around], () => 100, seen).get("edge")!;
    expect([side, slidPx, ...box]).toEqual(["below", 24, 4, 57, 104, 75]);
    expect(placeLabels([{ ...edge, at: [-60, 40] }, ...around], () => 100, seen).has("edge")).toBe(false);
  });

  test("and one that is placed makes room for a further name, but is not dropped for it", () => {
    const mark = (key: string, x: number, rank: number) => ({ key, at: [x, 27] as const, sizePx: 28, name: key, rank });
    // The strip has no room above or below its marks.
    const strip: Box = [0, 12, 400, 42];
    const sides = (marks: readonly Mark[]) =>
      Object.fromEntries([...placeLabels(marks, () => 100, strip)].map(([key, { side }]) => [key, side]));
    expect(sides([mark("worst", 130, 0), mark("other", 270, 1)])).toEqual({ worst: "right", other: "right" });
    expect(sides([mark("worst", 130, 0), mark("other", 350, 1)])).toEqual({ worst: "left", other: "left" });
    expect(sides([mark("worst", 60, 0), mark("other", 290, 1)])).toEqual({ worst: "right" });
  });
});

test("names of the map itself cannot run out of the picture: squares stand all around it, and none beyond the world", () => {
  const box = fc.tuple(fc.integer({ min: -300, max: 800 }), fc.integer({ min: -300, max: 800 }));
  fc.assert(
    fc.property(box, fc.integer({ min: 100, max: 900 }), ([left, top], edge) => {
      const zoom = 1;
      const seen: Box = [left, top, left + edge, top + edge];
      const squares = squaresAround(seen, zoom);
      const within = (value: number) => Math.min(1_024, Math.max(0, value));
      const [west, north, east, south] = seen.map(within) as [number, number, number, number];
      fc.pre(east - west > 20 && south - north > 20);
      const covered = ([x, y]: readonly [number, number]) =>
        squares.some(({ at, sizePx }) => Math.abs(at[0] - x) <= sizePx / 2 && Math.abs(at[1] - y) <= sizePx / 2);
      for (let share = 0; share <= 1; share += 0.05) {
        const [x, y] = [west + share * (east - west), north + share * (south - north)];
        for (const point of [
          [x, north],
          [x, south],
          [west, y],
          [east, y],
        ] as const)
          expect(covered(point)).toBe(true);
      }
      // What is in the middle stays free.
      expect(covered([(west + east) / 2, (north + south) / 2])).toBe(false);
      for (const { at } of squares) expect(at.map(within)).toEqual([...at]);
    }),
  );
});
