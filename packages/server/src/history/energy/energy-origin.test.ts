import fc from "fast-check";
import { expect, test } from "vitest";

import { unknownContent } from "./battery-content.ts";
import {
  type OriginSamples,
  batteryAfter,
  knownOrigins,
  originEnergy,
  originsAt,
  powerSources,
} from "./energy-origin.ts";

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
      const sum = powerSources.reduce((all, source) => all + split[source], 0);
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
    batteryW: atMs.map((_, index) => (isDay(index) ? 0 : 600)),
    chargeW: atMs.map((_, index) => (isDay(index) ? 300 : 0)),
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

/**
 * Readings every ten minutes for six hours, with a load of 500 W: for an hour a generator of 1,500 W, which also charges
 * the battery; for two hours the battery; for an hour the sun with 2,500 W; then the battery again.
 */
function generatorThenSun(): OriginSamples {
  const atMs = Array.from({ length: 37 }, (_, index) => index * 10 * minute);
  const phase = (index: number) => (index <= 6 ? "generator" : index > 18 && index <= 24 ? "sun" : "battery");
  const when = (wanted: string, watt: number) => atMs.map((_, index) => (phase(index) === wanted ? watt : 0));
  const charged = atMs.map((_, index) => (phase(index) === "generator" ? 1_000 : phase(index) === "sun" ? 2_000 : 0));
  return {
    atMs,
    loadW: atMs.map(() => 500),
    solarW: when("sun", 2_500),
    batteryW: when("battery", 500),
    chargeW: charged,
    generatorW: when("generator", 1_500),
    gridW: atMs.map(() => null),
  };
}

test("what a generator put into the battery is the generator's when the battery gives it", () => {
  const samples = generatorThenSun();
  const battery = { content: unknownContent, kept: 1 };
  const { known, load, content } = originEnergy(samples, [0, 3 * hour, 6 * hour], 10 * minute, { battery });
  // An hour from the generator and two hours from what it had charged, while it stood still.
  expect(known.generator[0]).toBeCloseTo(542, 0);
  expect(known.generatorStored[0]).toBeCloseTo(958, 0);
  expect(known.generator[0]! + known.generatorStored[0]!).toBeCloseTo(1_500, 6);
  expect([known.sun[0], known.battery[0]]).toEqual([0, 0]);
  // It had charged 1,083 Wh (1,000 in its hour, the rest while it stops), of which 125 Wh are left at three o'clock. 42 Wh
  // of these are used while the sun takes over; then they are mixed with 2,000 Wh of it.
  expect(content?.mix.generator).toBeCloseTo((125 - 42) / (125 - 42 + 2_000), 2);
  expect(known.generator[1]).toBe(0);
  expect(known.generatorStored[1]).toBeCloseTo(42 + 0.04 * (1_000 - 42), 0);
  const sum = knownOrigins.reduce((all, origin) => all + known[origin][1]!, 0);
  expect(sum).toBeCloseTo(load.wh[1]!, 6);
});

test("a battery that is not followed gives what the sun charged", () => {
  const { known, content } = originEnergy(generatorThenSun(), [0, 3 * hour], 10 * minute);
  expect(content).toBeUndefined();
  expect(known.generator[0]).toBeCloseTo(542, 0);
  expect(known.battery[0]).toBeCloseTo(958, 0);
});

test("what a battery held before anything was measured is of unknown origin", () => {
  const samples = generatorThenSun();
  const from = 8;
  const cut = Object.fromEntries(
    Object.entries(samples).map(([name, list]) => [name, (list as readonly number[]).slice(from)]),
  ) as unknown as OriginSamples;
  const { known, load } = originEnergy(cut, [2 * hour, 3 * hour], 10 * minute, {
    there: new Set(powerSources.filter((source) => source !== "grid")),
    battery: { content: unknownContent, kept: 1 },
  });
  expect(load.wh[0]).toBeCloseTo(500, 6);
  expect(knownOrigins.map((origin) => known[origin][0])).toEqual(knownOrigins.map(() => 0));
});

test("what a battery holds when a range begins follows from the days before it", () => {
  const { content, kept } = batteryAfter(generatorThenSun(), { fromMs: 0, toMs: 3 * hour }, 10 * minute);
  // Charged 1,083 Wh and gave 958 Wh back.
  expect(kept).toBeCloseTo(958.33 / 1_083.33, 4);
  expect(content.wh).toBeCloseTo(0, 6);
  expect(content.mix.generator).toBe(1);
});

test("groups that follow one another are the same as all of them at once", () => {
  const samples = generatorThenSun();
  const battery = { content: unknownContent, kept: 0.9 };
  const whole = originEnergy(samples, [0, 3 * hour, 6 * hour], 10 * minute, { battery });
  const first = originEnergy(samples, [0, 3 * hour], 10 * minute, { battery });
  const second = originEnergy(samples, [3 * hour, 6 * hour], 10 * minute, {
    battery: { content: first.content!, kept: 0.9 },
  });
  for (const origin of knownOrigins) {
    expect(first.known[origin][0]).toBeCloseTo(whole.known[origin][0]!, 6);
    expect(second.known[origin][0]).toBeCloseTo(whole.known[origin][1]!, 6);
  }
});
