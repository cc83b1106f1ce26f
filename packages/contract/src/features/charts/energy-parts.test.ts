import { expect, test } from "vitest";

import { asPartsOf, shownOrigins } from "./energy-parts.ts";

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

test("a third of a per cent stays that where the others have to be rounded up to come to 100", () => {
  const direct = { sun: 1_300_000, battery: 1_018_000, generator: 172_000, grid: 9_290 };
  const shown = shownOrigins({ ...direct, generatorStored: 345_000, gridStored: 38_100, unknown: null });
  const shares = new Map(shown.map(({ origin, share }) => [origin, share]));
  expect(shares.get("grid")).toBeCloseTo(0.0032, 4);
  shares.delete("grid");
  expect([...shares.values()]).toEqual([0.45, 0.36, 0.06, 0.12, 0.01]);
});
