import { expect, test } from "vitest";

import {
  energyTotals,
  groupHours,
  regroup,
  roundTrip,
  selfSufficiency,
  storedChangeWh,
  unmeteredWh,
} from "./energy-totals.ts";

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
const start = Date.UTC(2026, 5, 10);
const later = start + 24 * hourMs;

/** Four quarter hours. Order: solar, generator, grid, battery, load, losses. */
function history(series: (number | null)[][]) {
  return { t: [0, 1, 2, 3].map((index) => start + index * quarterMs), series };
}

test("powers become energies, and the battery's directions are kept apart", () => {
  const energies = energyTotals(
    history([
      [4_000, 4_000, 0, 0],
      [0, 0, 0, 800],
      [],
      [2_000, 1_200, -400, 0],
      [1_800, 2_600, 400, 600],
      [100, 100, null, 100],
    ]),
    later,
  );
  expect(energies).toEqual({
    solar: 2_000,
    generator: 200,
    gridIn: undefined,
    gridOut: undefined,
    batteryIn: 800,
    batteryOut: 100,
    load: 1_350,
    losses: 75,
  });
  expect(unmeteredWh(energies)).toBe(2_300 - 2_225);
  expect(selfSufficiency(energies)).toBeCloseTo(1 - 200 / 1_350);
});

test("the group of the present counts up to now, future groups not at all", () => {
  expect(groupHours(history([]).t, start + 1.5 * quarterMs)).toEqual([0.25, 0.125, 0, 0]);
});

test("a container that runs on its generator alone is not self-sufficient; without a consumption meter it is unknown", () => {
  const none = { solar: 0, gridIn: 0, gridOut: 0, batteryIn: 0, batteryOut: 0, losses: 0 };
  expect(selfSufficiency({ ...none, generator: 5_000, load: 4_000 })).toBe(0);
  expect(selfSufficiency({ ...none, generator: 0, load: 4_000 })).toBe(1);
  expect(selfSufficiency({ ...none, generator: 0, load: undefined })).toBeUndefined();
});

test("a battery returns what it took except its losses; what it still holds is not lost", () => {
  const through = { solar: 0, generator: 0, gridIn: 0, gridOut: 0, load: 0, losses: 0 };
  expect(roundTrip({ ...through, batteryIn: 1_000, batteryOut: 500 }, 400)).toBeCloseTo(0.9);
  expect(roundTrip({ ...through, batteryIn: 1_000, batteryOut: 1_500 }, -600)).toBeCloseTo(0.9);
  expect(roundTrip({ ...through, batteryIn: 50, batteryOut: 40 }, 0)).toBeUndefined();
  expect(roundTrip({ ...through, batteryIn: 1_000, batteryOut: 2_000 }, undefined)).toBeUndefined();
});

test("the energy that a battery has gained follows from its change of charge", () => {
  const charged = history([[], [], [], [], [], [], [null, 60, 72, null]]);
  expect(storedChangeWh(charged, 10_000)).toBe(1_200);
  expect(storedChangeWh(charged, undefined)).toBeUndefined();
  expect(storedChangeWh(history([]), 10_000)).toBeUndefined();
});

test("quarter hours add up to longer groups, and a group without measurements stays empty", () => {
  const t = [0, 1, 4, 5].map((index) => start + index * quarterMs);
  const hour = (atMs: number) => atMs - (atMs % hourMs);
  expect(regroup(t, [1, 2, null, null], hour)).toEqual({ t: [start, start + hourMs], values: [3, null] });
});
