import { shownOrigins } from "@offgrid/contract/charts/shown-origins";
import fc from "fast-check";
import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { expect, test } from "vitest";

import {
  type Energies,
  elapsedPart,
  energiesOf,
  measuredShare,
  partlyMeasured,
  pointsBetween,
  roundTrip,
  selfSufficiency,
  storedChangeWh,
  unmeteredWh,
} from "./balance-figures.ts";

const nothing = Object.fromEntries(energyParts.map((part) => [part, 0])) as unknown as Energies;
const parts = (totals: Partial<Record<(typeof energyParts)[number], number>>, coverage = 1) =>
  Object.fromEntries(
    energyParts.map((part) => [
      part,
      { values: [], total: totals[part] ?? null, coverage: part in totals ? coverage : 0 },
    ]),
  ) as unknown as Parameters<typeof energiesOf>[0]["parts"];

test("what was not measured stays unknown, and what is left of the sum is unmetered", () => {
  const energies = energiesOf({
    parts: parts({ solar: 2_000, generator: 200, batteryOut: 100, load: 1_350, losses: 75 }),
  });
  expect(energies.gridIn).toBeUndefined();
  expect(unmeteredWh(energies)).toBe(2_300 - 1_425);
});

test("what is within the rounding of the meters is not unmetered", () => {
  const of = (load: number) => unmeteredWh(energiesOf({ parts: parts({ solar: 2_000, load }) }));
  expect([of(2_000.2), of(1_998.5), of(1_990)]).toEqual([0, 0, 10]);
});

test("where nothing of one side is measured, nobody knows what is unmetered", () => {
  expect(unmeteredWh(energiesOf({ parts: parts({ solar: 2_000 }) }))).toBeUndefined();
  expect(unmeteredWh(energiesOf({ parts: parts({ load: 2_000 }) }))).toBeUndefined();
});

const fromNothing = {
  sun: 0,
  battery: 0,
  generator: 0,
  generatorStored: 0,
  grid: 0,
  gridStored: 0,
  unknown: 0,
};

test("a container that runs on its generator alone is not self-sufficient", () => {
  expect(selfSufficiency({ ...fromNothing, generator: 4_000 }, [])).toBe(0);
  expect(selfSufficiency({ ...fromNothing, sun: 1_000, battery: 3_000 }, [])).toBe(1);
});

test("what is not self-sufficient is the share of generator and grid in what the consumption came from", () => {
  const origins = {
    sun: 3_200,
    battery: 3_600,
    generator: 2_000,
    generatorStored: 400,
    grid: 500,
    gridStored: 300,
    unknown: 0,
  };
  expect(1 - selfSufficiency(origins, [])!).toBeCloseTo((2_400 + 800) / 10_000);
  // What is not known is neither.
  expect(selfSufficiency({ ...origins, unknown: 5_000 }, [])).toBeCloseTo(0.68);
  expect(selfSufficiency({ ...origins, unknown: 11_000 }, [])).toBeUndefined();
});

test("sun and battery among the origins read together as the self-sufficiency", () => {
  // Rounded each by what is left of it: 30, 30, 20 and 20, beside a self-sufficiency of 61 %.
  const near = { ...fromNothing, sun: 3_030, battery: 3_030, generator: 1_970, grid: 1_970 };
  const own = (origins: typeof near) =>
    shownOrigins(origins).reduce(
      (sum, { origin, share }) => (origin === "sun" || origin === "battery" ? sum + share : sum),
      0,
    );
  expect(Math.round(own(near) * 100)).toBe(61);
  const wh = fc.integer({ min: 100, max: 5_000 });
  fc.assert(
    fc.property(fc.tuple(wh, wh, wh, wh), ([sun, battery, generator, grid]) => {
      const origins = { ...fromNothing, sun, battery, generator, grid };
      const percent = selfSufficiency(origins, [])! * 100;
      // Of exactly a half either is right.
      fc.pre(Math.abs((percent % 1) - 0.5) > 1e-9);
      expect(Math.round(own(origins) * 100)).toBe(Math.round(percent));
    }),
  );
});

test("without a consumption meter, or beside a generator or a grid without one, self-sufficiency is not known", () => {
  expect(selfSufficiency(fromNothing, [])).toBeUndefined();
  expect(selfSufficiency({ ...fromNothing, sun: 4_000 }, ["generator"])).toBeUndefined();
  expect(selfSufficiency({ ...fromNothing, sun: 4_000 }, ["grid"])).toBeUndefined();
});

test("a battery returns what it took except its losses; what it still holds is not lost", () => {
  expect(roundTrip({ ...nothing, batteryIn: 1_000, batteryOut: 500 }, 400)).toBeCloseTo(0.9);
  expect(roundTrip({ ...nothing, batteryIn: 1_000, batteryOut: 1_500 }, -600)).toBeCloseTo(0.9);
  expect(roundTrip({ ...nothing, batteryIn: 50, batteryOut: 40 }, 0)).toBeUndefined();
  expect(roundTrip({ ...nothing, batteryIn: 1_000, batteryOut: 2_000 }, undefined)).toBeUndefined();
});

test("the energy that a battery has gained follows from its change of charge", () => {
  expect(storedChangeWh({ soc: { first: 60, last: 72 } }, 10_000)).toBe(1_200);
  expect(storedChangeWh({ soc: { first: 60, last: 72 } }, undefined)).toBeUndefined();
  expect(storedChangeWh({ soc: null }, 10_000)).toBeUndefined();
});

test("parts that were measured with gaps say so, and those that do not exist have no say", () => {
  expect(partlyMeasured({ parts: parts({ solar: 1, load: 2 }, 0.4) }, ["solar", "load", "gridIn"])).toBe(0.4);
  expect(partlyMeasured({ parts: parts({ solar: 1, load: 2 }, 0.995) }, ["solar", "load", "gridIn"])).toBeUndefined();
});

test("the measured share of a time without any reading is not known", () => {
  expect(measuredShare({ parts: parts({}) }, ["solar", "load"])).toBeUndefined();
  expect(partlyMeasured({ parts: parts({}) }, ["solar", "load"])).toBeUndefined();
  expect(measuredShare({ parts: parts({ solar: 1 }) }, ["solar", "load"])).toBe(1);
});

test("a day that has just begun is compared with the beginning of the one before", () => {
  const hour = 3_600_000;
  const [before, today] = [
    { fromMs: 0, toMs: 24 * hour },
    { fromMs: 24 * hour, toMs: 48 * hour },
  ];
  expect(elapsedPart(before, today, 33 * hour)).toEqual({ fromMs: 0, toMs: 9 * hour });
  expect(elapsedPart(before, today, 33.5 * hour + 59_000)).toEqual({ fromMs: 0, toMs: 9.5 * hour });
  expect(elapsedPart(before, today, 60 * hour)).toEqual(before);
});

test("two shares differ in points, of what both read on screen", () => {
  expect(pointsBetween(0.8, 0.64)).toBe(16);
  expect(pointsBetween(0.604, 0.596)).toBe(0);
  expect(Object.is(pointsBetween(0.5, 0.5), 0)).toBe(true);
  expect(pointsBetween(0.5, undefined)).toBeUndefined();
});
