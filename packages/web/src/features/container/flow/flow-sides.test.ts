import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { expect, test } from "vitest";

import { bothSides } from "./flow-sides.ts";

const partsOf = (totals: Partial<Record<(typeof energyParts)[number], number>>) => ({
  parts: Object.fromEntries(
    energyParts.map((part) => [part, { values: [], total: totals[part] ?? null, coverage: 1 }]),
  ) as unknown as Parameters<typeof bothSides>[0]["parts"],
});

test("both sides of the bus have the same sum, and what no meter accounts for is named", () => {
  const sides = bothSides(partsOf({ solar: 2_140, batteryOut: 4_700, load: 5_380, batteryIn: 1_400 }));
  expect(sides.in).toEqual({
    sum: 6_840,
    parts: [
      { id: "solar", total: 2_140 },
      { id: "batteryOut", total: 4_700 },
    ],
  });
  expect(sides.out.sum).toBe(6_840);
  expect(sides.out.parts.at(-1)).toEqual({ id: "unmetered", total: 60 });
});

test("what the rounding of the meters explains is not unmetered, as in Analysis, and the sums are one", () => {
  const { in: given, out } = bothSides(partsOf({ solar: 4_680, load: 4_676 }));
  expect(out).toEqual({ sum: given.sum, parts: [{ id: "load", total: 4_676 }] });
});

test("where more went out than came in, the rest stands with what came in", () => {
  const { in: given } = bothSides(partsOf({ solar: 4_000, load: 4_021 }));
  expect(given).toEqual({
    sum: 4_021,
    parts: [
      { id: "solar", total: 4_000 },
      { id: "unmetered", total: 21 },
    ],
  });
});

test("a side of which nothing was measured gets no rest, since nobody knows what it is", () => {
  expect(bothSides(partsOf({ solar: 2_140 })).out).toEqual({ sum: 0, parts: [] });
});
