import fc from "fast-check";
import { expect, test } from "vitest";

import { type Flow, flowMetrics, flowOf, isFlowing, lineWidth, type Readings, speedClass } from "./flow-balance.ts";

const atMs = Date.UTC(2026, 5, 10, 12);

/** Readings of one instant; null: the meter is there and told nothing. */
function measured(values: Record<string, number | null>, stale: readonly string[] = []): Readings {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null ? undefined : { value, atMs, isStale: stale.includes(name) },
    ]),
  );
}

const powersOf = ({ branches }: Flow) => Object.fromEntries(branches.map(({ id, powerW }) => [id, powerW]));
const sumOf = ({ branches }: Flow) =>
  branches.reduce((sum, { powerW, isCounted }) => sum + (isCounted ? (powerW ?? 0) : 0), 0);

test("on a sunny day the sun feeds loads and battery, and the rest is unmetered", () => {
  const flow = flowOf(
    measured({ "solar.power": 3_000, "load.power": 1_200, "battery.power": 1_600, "losses.power": 150 }),
  );
  expect(powersOf(flow)).toEqual({ solar: 3_000, battery: -1_600, load: -1_200, losses: -150, unmetered: -50 });
  expect(flow.throughputW).toBe(3_000);
});

test("a remainder that the rounding of the meters explains is nothing unmetered", () => {
  const flow = flowOf(measured({ "solar.power": 0, "load.power": 1_767, "battery.power": -1_768 }));
  expect(flow.unmeteredW).toBe(0);
  expect(flow.branches.filter(isFlowing).map(({ id }) => id)).toEqual(["battery", "load"]);
  const more = flowOf(measured({ "solar.power": 0, "load.power": 1_760, "battery.power": -1_768 }));
  expect(more.unmeteredW).toBe(-8);
});

test("at night the battery discharges, and power without a metered source is unmetered too", () => {
  const flow = flowOf(measured({ "solar.power": 0, "load.power": 900, "battery.power": -700 }));
  expect(powersOf(flow)).toEqual({ solar: 0, battery: 700, load: -900, unmetered: 200 });
  expect(flow.throughputW).toBe(900);
  expect(flow.branches.filter(isFlowing).map(({ id }) => id)).toEqual(["battery", "load", "unmetered"]);
});

test("each charger is a branch; the rest of the total is one more, unless meters and chargers explain it", () => {
  const chargers = { "solar.1.power": 400, "solar.2.power": 500 };
  expect(powersOf(flowOf(measured({ ...chargers, "solar.power": 940 })))).toEqual({
    "solar.1": 400,
    "solar.2": 500,
    unmetered: -900,
  });
  expect(powersOf(flowOf(measured({ ...chargers, "solar.power": 1_300 })))).toMatchObject({ "solar.rest": 400 });
});

test("each battery keeps its own direction, also where one charges the other", () => {
  const flow = flowOf(
    measured({
      "battery.pack.1.voltage": 50,
      "battery.pack.1.current": 10,
      "battery.pack.1.soc": 40,
      "battery.pack.2.voltage": 52,
      "battery.pack.2.current": -20,
      "battery.pack.2.soc": 90,
      "battery.power": -540,
      "battery.soc": 65,
    }),
  );
  expect(powersOf(flow)).toEqual({ "battery.pack.1": -500, "battery.pack.2": 1_040, unmetered: -540 });
  expect(flow.branches.map(({ socPercent }) => socPercent)).toEqual([40, 90, undefined]);
});

test("a charge that is too old to be of now says when it was read, whatever the power is", () => {
  const values = { "battery.power": -540, "battery.soc": 65, "load.power": 540 };
  const oldAt = (stale: readonly string[]) =>
    flowOf(measured(values, stale)).branches.find(({ id }) => id === "battery")?.socOldAtMs;
  expect(oldAt([])).toBeUndefined();
  expect(oldAt(["battery.soc"])).toBe(atMs);
});

test("a battery of another voltage is connected through a converter: it is a branch, and not part of the bank's total", () => {
  const flow = flowOf(
    measured({
      "battery.pack.1.voltage": 27,
      "battery.pack.1.current": -1,
      "battery.pack.2.voltage": 52,
      "battery.pack.2.current": -75,
      "battery.voltage": 52,
      "battery.power": -3_900,
    }),
  );
  expect(powersOf(flow)).toEqual({ "battery.pack.1": 27, "battery.pack.2": 3_900, unmetered: -3_927 });
});

test("metered loads have branches of their own, other loads are the rest of the consumption, never below zero", () => {
  expect(powersOf(flowOf(measured({ "load.power": 1_000, "ac.power": 600, "street_light.power": 0 })))).toEqual({
    ac: -600,
    street_light: 0,
    "load.rest": -400,
    unmetered: 1_000,
  });
  expect(powersOf(flowOf(measured({ "load.power": 500, "ac.power": 600 })))).toMatchObject({
    "load.rest": 0,
    unmetered: 600,
  });
});

test("an old value is drawn but not counted; where all are old, the last known picture adds up", () => {
  const values = { "solar.power": 800, "load.power": 500, "battery.power": 300 };
  const one = flowOf(measured(values, ["battery.power"]));
  expect(one.branches.find(({ id }) => id === "battery")).toMatchObject({
    powerW: -300,
    isStale: true,
    isCounted: false,
  });
  expect(one).toMatchObject({ unmeteredW: -300, isLastKnown: false });
  const all = flowOf(measured(values, Object.keys(values)));
  expect(all).toMatchObject({ unmeteredW: 0, isLastKnown: true });
  expect(all.branches.every(({ isStale, isCounted }) => isStale && isCounted)).toBe(true);
});

test("the total makes up for a charger whose value is old", () => {
  const flow = flowOf(measured({ "solar.power": 900, "solar.1.power": 400, "solar.2.power": 380 }, ["solar.2.power"]));
  expect(powersOf(flow)).toEqual({ "solar.1": 400, "solar.2": 380, "solar.rest": 500, unmetered: -900 });
});

test("a meter without a reading stays in the picture without a power; without meters there is no picture", () => {
  expect(powersOf(flowOf(measured({ "solar.power": null, "load.power": 100 })))).toEqual({
    solar: undefined,
    load: -100,
    unmetered: 100,
  });
  expect(flowOf(measured({ "battery.soc": 50 })).branches).toEqual([]);
  expect(flowOf(measured({ "solar.power": null })).branches).toHaveLength(1);
});

test("whatever is measured, and however old, the picture adds up to zero, but for the rounding of its meters", () => {
  const value = fc.option(fc.double({ min: -30_000, max: 30_000, noNaN: true }), { nil: null });
  const names = fc.subarray([...flowMetrics]);
  const readings = names.chain((chosen) =>
    fc.tuple(fc.record(Object.fromEntries(chosen.map((name) => [name, value]))), fc.subarray(chosen)),
  );
  fc.assert(
    fc.property(readings, ([values, stale]) => {
      const flow = flowOf(measured(values, stale));
      const unmetered = flow.branches.find(({ kind }) => kind === "unmetered");
      const withinRounding = unmetered?.powerW === 0 ? unmetered.roundingW : 0;
      expect(Math.abs(sumOf(flow))).toBeLessThanOrEqual(withinRounding + 1e-6);
      const into = flow.branches.filter(({ isCounted, powerW = 0 }) => isCounted && powerW > 0);
      expect(flow.throughputW).toBeCloseTo(
        into.reduce((sum, { powerW = 0 }) => sum + powerW, 0),
        6,
      );
    }),
  );
});

test("lines grow with the logarithm of their power and move above 20 W, whatever the direction", () => {
  expect([5, 20, 200, -2_000, 20_000, 90_000].map((watt) => Number(lineWidth(watt).toFixed(2)))).toEqual([
    2, 2, 4.67, 7.33, 10, 10,
  ]);
  expect([0, 20, -21, 200, 1_000, 5_000].map(speedClass)).toEqual([0, 0, 1, 2, 3, 4]);
});
