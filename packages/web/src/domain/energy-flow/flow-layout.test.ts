import { expect, test } from "vitest";

import { flowOf } from "./flow-balance.ts";
import { layFlow, lineStep } from "./flow-layout.ts";

const atMs = 0;
const reading = (value: number) => ({ value, atMs, isStale: false });

const threeLines = () => 3;

function everything() {
  const names = [
    "solar.1",
    "solar.2",
    "solar.3",
    "solar.4",
    "alternator.1",
    "alternator.2",
    "grid",
    "ac",
    "street_light",
  ];
  return flowOf({
    ...Object.fromEntries(names.map((name) => [`${name}.power`, reading(100)])),
    "solar.power": reading(900),
    "load.power": reading(700),
    "losses.power": reading(10),
    "battery.pack.1.voltage": reading(50),
    "battery.pack.1.current": reading(3),
    "battery.pack.2.voltage": reading(50),
    "battery.pack.2.current": reading(-3),
  });
}

test("the sun is above the bus, sources left, batteries below, loads and unmetered power right", () => {
  const { placed, bus } = layFlow(everything().branches, threeLines);
  for (const { branch, x, y, width, height } of placed) {
    if (branch.kind === "solar") expect(y + height).toBeLessThan(bus.y);
    if (branch.kind === "battery") expect(y).toBeGreaterThan(bus.y + bus.height);
    if (branch.kind === "generator" || branch.kind === "grid") expect(x + width).toBeLessThan(bus.x);
    if (["load", "losses", "unmetered"].includes(branch.kind)) expect(x).toBeGreaterThan(bus.x + bus.width);
  }
});

test.each([3, 5])(
  "with every possible device, boxes of %i lines stay inside the drawing and do not overlap",
  (lines) => {
    const { placed, bus, width, height } = layFlow(everything().branches, () => lines);
    expect(placed).toHaveLength(15);
    const boxes = [...placed, { ...bus, branch: { id: "bus" } }];
    for (const one of boxes) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.y).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(width);
      expect(one.y + one.height).toBeLessThanOrEqual(height);
      for (const other of boxes) {
        if (one === other) continue;
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        expect({ boxes: [one.branch.id, other.branch.id], apart }).toMatchObject({ apart: true });
      }
    }
  },
);

test("boxes above keep clear of the curves of the loads beside them", () => {
  const loads = ["ac", "street_light", "losses", "load"].map((name) => [`${name}.power`, reading(100)]);
  const solars = [1, 2, 3].map((number) => [`solar.${number}.power`, reading(100)]);
  const { placed } = layFlow(
    flowOf({ ...Object.fromEntries([...loads, ...solars]), "load.power": reading(900) }).branches,
    threeLines,
  );
  const above = placed.filter(({ branch }) => branch.kind === "solar");
  const beside = placed.filter(({ branch }) => branch.kind === "load");
  expect(above).toHaveLength(3);
  expect(Math.min(...beside.map(({ y }) => y))).toBeGreaterThan(Math.max(...above.map(({ y, height }) => y + height)));
});

test("the box of a load grows with its lines, and the others of its column keep their distance from it", () => {
  const { branches } = everything();
  const column = (linesOf: Parameters<typeof layFlow>[1]) =>
    layFlow(branches, linesOf).placed.filter(({ x, branch }) => x > 700 && branch.kind !== "solar");
  const plain = column(threeLines);
  const grown = column(({ id }) => (id === "ac" ? 5 : 3));
  const heightOf = (boxes: typeof plain, id: string) => boxes.find(({ branch }) => branch.id === id)?.height;
  expect(heightOf(grown, "ac")).toBe((heightOf(plain, "ac") ?? 0) + 2 * lineStep);
  expect(heightOf(grown, "street_light")).toBe(heightOf(plain, "street_light"));
  const gaps = (boxes: typeof plain) =>
    boxes.slice(1).map(({ y }, index) => y - boxes[index]!.y - boxes[index]!.height);
  expect(gaps(grown)).toEqual(gaps(plain));
});

test("a line runs in the direction of its power: to the bus from a source, from the bus to a load", () => {
  const { placed, bus } = layFlow(
    flowOf({ "solar.power": reading(100), "load.power": reading(80) }).branches,
    threeLines,
  );
  const solar = placed.find(({ branch }) => branch.kind === "solar");
  const load = placed.find(({ branch }) => branch.kind === "load");
  expect(solar?.arrow.angleDeg).toBe(90);
  expect(solar?.path).toMatch(new RegExp(`${bus.y}$`));
  expect(load?.path).toMatch(new RegExp(`^M${bus.x + bus.width} `));
});
