import fc from "fast-check";
import { expect, test } from "vitest";

import { type OriginSamples, knownOrigins, originEnergy, originsAt } from "./energy-origin.ts";

const minute = 60_000;
const hour = 60 * minute;
const none = { sun: 0, battery: 0, generator: 0, grid: 0 };

test("the sun is used first, and only as much of it as is used", () => {
  expect(originsAt(400, { ...none, sun: 1_000, battery: -600 })).toEqual({ ...none, sun: 400 });
  expect(originsAt(400, { ...none, sun: 100, battery: 320 })).toEqual({ ...none, sun: 100, battery: 300 });
});

test("a generator that also charges the battery gave the loads only what these took", () => {
  expect(originsAt(400, { ...none, generator: 3_000, battery: -2_500 })).toEqual({ ...none, generator: 400 });
});

test("the origins of a load are never more than the load, and never less than nothing", () => {
  const power = fc.double({ min: -5_000, max: 5_000, noNaN: true });
  fc.assert(
    fc.property(power, power, power, power, power, (load, sun, battery, generator, grid) => {
      const split = originsAt(load, { sun, battery, generator, grid });
      const sum = knownOrigins.reduce((all, origin) => all + split[origin], 0);
      expect(sum).toBeLessThanOrEqual(Math.max(0, load) + 1e-6);
      expect(Math.min(...Object.values(split))).toBeGreaterThanOrEqual(0);
    }),
  );
});

/** Readings every ten minutes for four hours: sun in the first two, the battery in the others. */
function fourHours(): OriginSamples {
  const atMs = Array.from({ length: 25 }, (_, index) => index * 10 * minute);
  const isDay = (index: number) => index < 12;
  return {
    atMs,
    loadW: atMs.map(() => 600),
    solarW: atMs.map((_, index) => (isDay(index) ? 900 : 0)),
    batteryW: atMs.map((_, index) => (isDay(index) ? -300 : 600)),
    generatorW: atMs.map(() => null),
    gridW: atMs.map(() => null),
  };
}

const edges = [0, 2 * hour, 4 * hour];

test("energy by origin adds up to the consumption, bucket by bucket", () => {
  const { known, load } = originEnergy(fourHours(), edges, 10 * minute);
  expect([...load.wh]).toEqual([1_200, 1_200]);
  expect(known.sun[0]! + known.battery[0]!).toBeCloseTo(1_200, 6);
  // The battery takes over within ten minutes.
  expect(known.sun[0]).toBeCloseTo(1_150, 6);
  expect([known.sun[1], known.battery[1]]).toEqual([0, 1_200]);
  expect([...known.generator, ...known.grid]).toEqual([0, 0, 0, 0]);
});

test("while a source was not measured nothing is said of where the consumption came from", () => {
  const samples = fourHours();
  const batteryW = samples.batteryW.map((value, index) => (index >= 14 ? null : value));
  const { known, load } = originEnergy({ ...samples, batteryW }, edges, 10 * minute);
  expect(load.measuredMs[0]).toBe(2 * hour);
  // Its last reading counts for three periods.
  expect(load.measuredMs[1]).toBe(40 * minute);
  expect(known.battery[1]).toBeCloseTo(400, 6);
});

test("sources that are read at other instants than the load count with their last reading", () => {
  const samples = fourHours();
  const every = (values: readonly (number | null)[], rest: number) =>
    values.map((value, index) => (index % 2 === rest ? value : null));
  const apart = { ...samples, solarW: every(samples.solarW, 0), batteryW: every(samples.batteryW, 0) };
  const { known, load } = originEnergy(apart, edges, 10 * minute);
  expect(load.measuredMs[1]).toBe(2 * hour);
  expect(known.battery[1]).toBeCloseTo(1_200, 0);
});
