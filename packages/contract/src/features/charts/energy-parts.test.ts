import { expect, test } from "vitest";

import type { UseIf } from "./chart-choices.ts";
import { asPartsOf, energyOfPower, metricsOfSeries } from "./energy-parts.ts";
import { shownOrigins } from "./shown-origins.ts";

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

test("of a power that flows both ways, each direction has an energy with its meter, and both at once have none", () => {
  const of = (metric: string, useIf: UseIf = "all") => energyOfPower({ metric, useIf });
  expect(of("battery.power")).toBeUndefined();
  expect([of("battery.power", "positive")?.meter, of("battery.power", "negative_and_0")?.meter]).toEqual([
    "battery.energy_in",
    "battery.energy_out",
  ]);
  expect([of("solar.power")?.meter, of("solar.power", "positive")?.meter]).toEqual(["solar.energy", "solar.energy"]);
  expect(of("solar.power", "negative")).toBeUndefined();
  expect(of("ac.power")).toEqual({ power: "ac.power", meter: undefined, useIf: "all" });
  expect([of("battery.soc"), of("solar.energy")]).toEqual([undefined, undefined]);
});

test("the energy of a series is made of its power and the meter of that, everything else of its metric alone", () => {
  const of = (func: "average" | "energy") => metricsOfSeries({ metric: "load.power", func, useIf: "all" });
  expect([of("average"), of("energy")]).toEqual([["load.power"], ["load.power", "load.energy"]]);
});
