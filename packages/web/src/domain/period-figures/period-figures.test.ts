import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import { energyOrigins, energyParts } from "@offgrid/contract/charts/energy-parts";
import { expect, test } from "vitest";

import { fakeFigures } from "./period-figures.fake.ts";
import {
  type PeriodAnswers,
  figureOf,
  isAsMeasured,
  periodFigures,
  worstFirst,
  worstPlaces,
} from "./period-figures.ts";

const balance = {
  parts: Object.fromEntries(energyParts.map((part) => [part, { values: [], total: null, coverage: 0 }])),
  origins: Object.fromEntries(energyOrigins.map((origin) => [origin, { values: [], total: null }])),
  unmeasured: [],
} as unknown as EnergyBalance;
const prices = {
  currency: "EUR",
  fuelPricePerLitre: 1,
  litresPerHour: 1,
  litresPerKwh: null,
  gridPricePerKwh: null,
};
const generator = { hours: 3, wh: 5_000, fuelL: 4, cost: 6 };
const answers: PeriodAnswers = {
  balance,
  cuts: { hours: null, unservedWh: null },
  costs: { generator: null, grid: null, prices: null },
  lowest: [null],
};

test("what nothing tells about is not known, and a time without any cut left nothing unserved", () => {
  const { withoutPowerH, unservedWh, lowestSoc, generatorH, cost } = periodFigures(answers);
  expect([withoutPowerH, unservedWh, lowestSoc, generatorH, cost]).toEqual(Array(5).fill(undefined));
  const cuts = { hours: 0, unservedWh: null };
  expect(periodFigures({ ...answers, cuts, lowest: [60, null, 21.5] })).toMatchObject({
    withoutPowerH: 0,
    unservedWh: 0,
    lowestSoc: 21.5,
  });
});

test("the cost is known where the price of all that was bought is", () => {
  const costOf = (costs: PeriodAnswers["costs"]) => periodFigures({ ...answers, costs }).cost;
  expect(costOf({ generator, grid: { wh: 1_000, cost: 0.25 }, prices })).toEqual({
    amount: 6.25,
    currency: "EUR",
    isEstimate: true,
  });
  expect(costOf({ generator, grid: { wh: 1_000, cost: null }, prices })).toBeUndefined();
  expect(costOf({ generator: null, grid: null, prices })).toBeUndefined();
});

const named = (name: string, figures: Parameters<typeof fakeFigures>[0] | undefined) => ({
  name,
  figures: figures && fakeFigures(figures),
});

test("the worst is who was without power longest, then whose charge fell lowest; what is not known comes last", () => {
  const all = [
    named("away", undefined),
    named("fine", {}),
    named("low", { lowestSoc: 14 }),
    // Seconds apart read the same, and the energy then decides.
    named("cut", { withoutPowerH: 2, unservedWh: 900 }),
    named("cut and missed", { withoutPowerH: 2.001, unservedWh: 1_400 }),
    named("cut for long", { withoutPowerH: 11 }),
  ];
  const names = (first?: Parameters<typeof worstFirst>[1]) => worstFirst(all, first).map(({ name }) => name);
  expect(names()).toEqual(["cut for long", "cut and missed", "cut", "low", "fine", "away"]);
  expect(names("lowestSoc")[0]).toBe("low");
});

test("the worst of each figure is marked, and none where all read the same or only one is known", () => {
  const list = [
    fakeFigures({ withoutPowerH: 3, generatorH: 2, sufficiency: 0.801 }),
    fakeFigures({ withoutPowerH: 3, sufficiency: 0.799 }),
    fakeFigures({ lowestSoc: 12, sufficiency: 0.8 }),
    undefined,
  ];
  expect(worstPlaces(list)).toEqual({
    withoutPowerH: [0, 1],
    unservedWh: [],
    lowestSoc: [2],
    sufficiency: [],
    generatorH: [],
  });
});

test("energies of shares that are far apart are not compared", () => {
  const whole = fakeFigures();
  const { coverage } = whole;
  expect(isAsMeasured("solar", whole, fakeFigures({ coverage: { ...coverage, solar: 0.97 } }))).toBe(true);
  expect(isAsMeasured("solar", whole, fakeFigures({ coverage: { ...coverage, solar: 0.6 } }))).toBe(false);
  expect(isAsMeasured("load", whole, fakeFigures({ coverage: { ...coverage, solar: 0.6 } }))).toBe(true);
});

test("a figure is a number in its unit, shares in per cent, and nothing where it is not known", () => {
  const figures = fakeFigures({ sufficiency: 0.5, withoutPowerH: undefined, cost: { amount: 9, currency: "EUR" } });
  const numberOf = (id: Parameters<typeof figureOf>[0]) => figureOf(id, figures);
  expect([numberOf("sufficiency"), numberOf("measured"), numberOf("cost"), numberOf("solar")]).toEqual([
    50, 100, 9, 226_000,
  ]);
  expect([numberOf("withoutPowerH"), numberOf("generatorH"), numberOf("gridIn")]).toEqual(Array(3).fill(undefined));
});
