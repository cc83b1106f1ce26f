import { expect, test } from "vitest";

import { energyRanks, metersOf } from "./energy-ranks.ts";

const value = { value: 1, at: "2026-11-20T10:00:00.000Z" };

test("devices stand by their energy, sources apart from uses, and what has no meter of its own is last", () => {
  const values = { "street_light.power": value, "solar.2.power": value, "solar.1.power": value, "load.power": value };
  const metrics = metersOf(values);
  expect(metrics).toEqual(["solar.1.power", "solar.2.power", "street_light.power", "load.power"]);
  expect(energyRanks(metrics, [[100, null, 50], [900], [40], [500]])).toEqual({
    source: [
      { kind: "solar_charger", number: 2, energyWh: 900 },
      { kind: "solar_charger", number: 1, energyWh: 150 },
    ],
    use: [
      { kind: "street_light", number: undefined, energyWh: 40 },
      { kind: undefined, number: undefined, energyWh: 460 },
    ],
  });
});

test("a device that was not measured has no rank, and a consumption without a device's meter is none of devices", () => {
  expect(energyRanks(["street_light.power", "load.power"], [[null], [500]])).toEqual({ source: [], use: [] });
  expect(metersOf({ "load.power": value })).toEqual([]);
});
