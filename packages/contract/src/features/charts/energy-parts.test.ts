import { expect, test } from "vitest";

import { asPartsOf } from "./energy-parts.ts";

test("what meters explain of a total is part of its devices, so that together they are the total of all screens", () => {
  const given = (solar: number | null, devices: Record<string, number>) =>
    Object.entries(asPartsOf({ solar: { total: solar }, generator: { total: null } }, devices)).map(([id, wh]) => [
      id,
      Number(wh.toFixed(6)),
    ]);
  expect(given(4_905, { "solar.1": 4_792 })).toEqual([["solar.1", 4_905]]);
  expect(given(8_820, { "solar.1": 5_000, "solar.2": 4_000 })).toEqual([
    ["solar.1", 4_900],
    ["solar.2", 3_920],
  ]);
  expect(given(60, { "solar.1": 45, ac: 900 })).toEqual([
    ["solar.1", 60],
    ["ac", 900],
  ]);
  // Where there is more than meters explain, that is what the total has more.
  expect(given(9_600, { "solar.1": 5_000, "solar.2": 4_000 })).toEqual([
    ["solar.1", 5_000],
    ["solar.2", 4_000],
  ]);
  expect(given(null, { "solar.1": 5_000 })).toEqual([["solar.1", 5_000]]);
  expect(given(0, { "solar.1": 0 })).toEqual([["solar.1", 0]]);
});
