import { expect, test } from "vitest";

import { freshnessOf } from "../../../ui/freshness.ts";
import { batteriesOf, cellSpread, packDifference, socBelowReserve } from "./battery-facts.ts";

const now = Date.UTC(2026, 5, 10, 12);
const at = (agoS: number) => new Date(now - agoS * 1_000).toISOString();
const values = (given: Record<string, number>, agoS = 0) =>
  Object.fromEntries(Object.entries(given).map(([metric, value]) => [metric, { value, at: at(agoS) }]));

test("the lowest and the highest cell are named, and the spread is between them", () => {
  const cells = { "battery.cell.1.voltage": 3.312, "battery.cell.2.voltage": 3.251, "battery.cell.3.voltage": 3.318 };
  const spread = cellSpread(values({ ...cells, "battery.cell_min": 1, "battery.cell_max": 5 }));
  expect(spread).toMatchObject({ lowest: 2, highest: 3, spreadMv: 67, lowestV: 3.251, highestV: 3.318 });
});

test("a battery that reports only its lowest and highest cell voltage has a spread without names; one that reports neither has none", () => {
  const spread = cellSpread(values({ "battery.cell_min": 3.3, "battery.cell_max": 3.336 }));
  expect(spread).toMatchObject({ cells: [], spreadMv: 36, lowest: undefined, highest: undefined });
  expect(cellSpread(values({ "battery.cell_min": 3.3 }))).toBeUndefined();
  expect(cellSpread({})).toBeUndefined();
});

test("a pack's power is its voltage times current; a silent pack's values are old while the bank's are not", () => {
  const found = batteriesOf(
    {
      ...values({ "battery.soc": 70, "battery.power": -500 }),
      ...values({ "battery.pack.1.soc": 80, "battery.pack.1.voltage": 50, "battery.pack.1.current": -4 }),
      ...values({ "battery.pack.2.soc": 60 }, 31),
    },
    10,
    now,
    freshnessOf,
  );
  expect(found.map(({ id, powerW, isStale }) => [id, powerW, isStale])).toEqual([
    ["battery", -500, false],
    ["battery.pack.1", -200, false],
    ["battery.pack.2", undefined, true],
  ]);
  expect(packDifference(found)).toBeUndefined();
});

test("a charge is old by its own age, and then neither compared nor judged, while other values still come", () => {
  const fresh = values({ "battery.power": -500, "battery.pack.1.voltage": 50, "battery.pack.2.soc": 60 });
  const old = values({ "battery.soc": 3, "battery.pack.1.soc": 80 }, 31);
  const found = batteriesOf({ ...fresh, ...old }, 10, now, freshnessOf);
  expect(found.map(({ isStale, isSocOld }) => [isStale, isSocOld])).toEqual([
    [false, true],
    [false, true],
    [false, false],
  ]);
  expect(packDifference(found)).toBeUndefined();
  expect(socBelowReserve(found, 7)).toBeUndefined();
});

test("a bank is below its reserve by its own charge", () => {
  const below = (soc: number) => socBelowReserve(batteriesOf(values({ "battery.soc": soc }), 10, now, freshnessOf), 7);
  expect([0, 6.9, 7, 60].map(below)).toEqual([0, 6.9, undefined, undefined]);
  expect(socBelowReserve(batteriesOf(values({ "battery.pack.1.soc": 2 }), 10, now, freshnessOf), 7)).toBeUndefined();
});

test("packs differ by the percentage points between the fullest and the emptiest", () => {
  const packs = values({ "battery.pack.1.soc": 80, "battery.pack.2.soc": 72 });
  expect(packDifference(batteriesOf(packs, 10, now, freshnessOf))).toBe(8);
});

test("a container without a battery has none", () => {
  expect(batteriesOf(values({ "solar.power": 5 }), 10, now, freshnessOf)).toEqual([]);
});

test("cells deviate from the mean of all, and are marked only where the bank is out of balance", () => {
  const reported = (...volts: number[]) =>
    Object.fromEntries(volts.map((volt, index) => [`battery.cell.${index + 1}.voltage`, volt]));
  const bank = (...volts: number[]) => cellSpread(values(reported(...volts)));
  expect(bank(3.3, 3.302, 3.304)?.cells).toMatchObject([
    { deviationMv: -2, isMarked: false },
    { deviationMv: 0, isMarked: false },
    { deviationMv: 2, isMarked: false },
  ]);
  expect(bank(3.3, 3.3, 3.3, 3.24)?.cells.map(({ isMarked }) => isMarked)).toEqual([false, false, false, true]);
  // Near empty and near full, voltages of sound cells run apart too.
  const isMarkedAt = (soc: number) =>
    cellSpread(values({ ...reported(3.4, 3.4, 3.4, 3.5), "battery.soc": soc }))?.cells.some(({ isMarked }) => isMarked);
  expect([5, 9, 10, 50, 95, 96, 98].map(isMarkedAt)).toEqual([false, false, true, true, true, false, false]);
});
