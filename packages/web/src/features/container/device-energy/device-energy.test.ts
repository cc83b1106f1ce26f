import { energyParts } from "@offgrid/contract/charts/energy-parts";
import { expect, test } from "vitest";

import { branchEnergies, meteredDevices, rankEnergies } from "./device-energy.ts";

const balanceOf = (
  totals: Partial<Record<(typeof energyParts)[number], number>>,
  devices: Readonly<Record<string, number>>,
) => ({
  devices,
  parts: Object.fromEntries(
    energyParts.map((part) => [part, { values: [], total: totals[part] ?? null, coverage: 1 }]),
  ) as unknown as Parameters<typeof branchEnergies>[0]["parts"],
});

test("each branch has its energy from its own side, and a rest is what the total has beyond its devices", () => {
  const devices = { "solar.1": 5_000, "solar.2": 4_000, ac: 2_500 };
  const balance = balanceOf({ solar: 9_000, batteryIn: 4_000, batteryOut: 3_000, load: 7_000 }, devices);
  const energies = branchEnergies(balance);
  expect(energies).toMatchObject({
    solar: { intoBusWh: 9_000, fromBusWh: undefined },
    "solar.1": { intoBusWh: 5_000, fromBusWh: undefined },
    "solar.rest": { intoBusWh: 0 },
    battery: { intoBusWh: 3_000, fromBusWh: 4_000 },
    ac: { intoBusWh: undefined, fromBusWh: 2_500 },
    "load.rest": { fromBusWh: 4_500 },
    generator: { intoBusWh: undefined, fromBusWh: undefined },
  });
});

test("what meters and chargers explain of a total is no other source: some per cent, and some Wh in the morning", () => {
  const devices = { "solar.1": 5_000, "solar.2": 4_000 };
  const restOf = (solar: number, of: Record<string, number> = devices) =>
    branchEnergies(balanceOf({ solar }, of))["solar.rest"].intoBusWh;
  expect(restOf(9_400)).toBe(0);
  expect(restOf(8_800)).toBe(0);
  expect(restOf(9_600)).toBe(600);
  expect(restOf(60, { "solar.1": 45 })).toBe(0);
  // Loads without a meter of their own are expected, however small.
  expect(branchEnergies(balanceOf({ load: 900 }, { ac: 870 }))["load.rest"].fromBusWh).toBe(30);
});

test("what a meter counted while its chargers were not measured is named as that, and is no other source", () => {
  const devices = { "solar.1": 983, "solar.2": 986 };
  const balance = { ...balanceOf({ solar: 2_143 }, devices), besideDevices: { solar: 4 } };
  const energies = branchEnergies(balance);
  expect(energies["solar.rest"].intoBusWh).toBe(0);
  expect(energies["solar.gap"].intoBusWh).toBe(174);
  expect(rankEnergies(energies, devices).sources.map(({ id }) => id)).toEqual(["solar.2", "solar.1", "solar.gap"]);
  // Panels without a charger that is metered stay what they are.
  expect(branchEnergies({ ...balance, besideDevices: { solar: 174 } })).toMatchObject({
    "solar.rest": { intoBusWh: 174 },
    "solar.gap": { intoBusWh: 0 },
  });
});

test("devices come by their energy, each source and load once; what gave nothing is left out", () => {
  const devices = { "solar.1": 4_000, "solar.2": 5_000, ac: 0 };
  const energies = branchEnergies(balanceOf({ solar: 9_000, generator: 1_000, gridIn: 0, load: 7_000 }, devices));
  const { sources, loads } = rankEnergies(energies, devices);
  expect(sources).toEqual([
    { id: "solar.2", wh: 5_000, share: 1 },
    { id: "solar.1", wh: 4_000, share: 0.8 },
    { id: "generator", wh: 1_000, share: 0.2 },
  ]);
  expect(loads).toEqual([{ id: "load.rest", wh: 7_000, share: 1 }]);
});

test("an alternator is part of its generator, and generators without a meter of their own are one rank more", () => {
  const devices = { "alternator.1": 300, "alternator.2": 900, street_light: 40 };
  const energies = branchEnergies(balanceOf({ generator: 1_500, load: 500 }, devices));
  expect(rankEnergies(energies, devices)).toMatchObject({
    sources: [
      { id: "alternator.2", wh: 900 },
      { id: "alternator.1", wh: 300 },
      { id: "generator.rest", wh: 300 },
    ],
    loads: [
      { id: "load.rest", wh: 460 },
      { id: "street_light", wh: 40 },
    ],
  });
});

test("a device that was not measured has no rank, and a consumption without a device's meter is one rank", () => {
  const energies = branchEnergies(balanceOf({ load: 500 }, {}));
  expect(rankEnergies(energies, {})).toEqual({ sources: [], loads: [{ id: "load", wh: 500, share: 1 }] });
  expect(meteredDevices({ "load.power": {} })).toEqual([]);
});

test("of a container's values those are asked for that are powers of single devices", () => {
  const values = { "solar.1.power": {}, "solar.1.voltage": {}, "ac.power": {}, "load.power": {} };
  expect(meteredDevices(values)).toEqual(["solar.1", "ac"]);
});
