import { expect, test } from "vitest";

import { alarmsBeside, type BatteryAlarm, alarmsOf, balanceAt, balanceOf } from "./battery-alarms.ts";

const nowMs = Date.UTC(2026, 5, 10, 12);
const everyS = 60;

/** Alarms by these readings, of which some came some minutes before the newest. */
function alarms(values: Record<string, number>, old: Record<string, number> = {}): BatteryAlarm[] {
  const latest = (metric: string): [number, number] | undefined => {
    if (values[metric] !== undefined) return [values[metric], nowMs];
    return old[metric] === undefined ? undefined : [old[metric], nowMs - 10 * 60_000];
  };
  return alarmsOf(latest, nowMs, everyS);
}

test("a battery that refuses charge or discharge, or is too hot, too cold or worn out, raises an alarm", () => {
  expect(alarms({ "battery.temperature": 25, "battery.soc": 80, "battery.charge_limit": 100 })).toEqual([]);
  expect(alarms({ "battery.pack.2.temperature": 51, "battery.soh": 69 })).toEqual(["hot", "soh"]);
  expect(alarms({ "battery.temperature": 0, "battery.charge_limit": 0, "battery.soc": 80 })).toEqual([
    "cold",
    "no_charge",
  ]);
  expect(alarms({ "battery.discharge_limit": 0 })).toEqual(["no_discharge"]);
});

test("a full battery takes no more, and that is right; so may be one of which nobody knows the charge", () => {
  expect(alarms({ "battery.charge_limit": 0, "battery.soc": 100 })).toEqual([]);
  expect(alarms({ "battery.charge_limit": 0 })).toEqual([]);
});

test("a reading that was old when the newest came raises no alarm", () => {
  expect(alarms({ "solar.power": 0 }, { "battery.temperature": 60, "battery.soh": 40 })).toEqual([]);
  expect(alarms({ "battery.charge_limit": 0 }, { "battery.soc": 40 })).toEqual([]);
});

test("what no battery can be raises no alarm: a sensor is broken, or measures in another unit", () => {
  expect(alarms({ "battery.temperature": -40, "battery.soh": -1, "battery.discharge_limit": 40 })).toEqual([]);
  expect(
    alarms({ "battery.temperature": 1e308, "battery.soc": 60, "battery.cell_min": 0, "battery.cell_max": 3.3 }),
  ).toEqual([]);
  expect(alarms({ "battery.cell.1.voltage": 3.3, "battery.cell.2.voltage": 3_300, "battery.soc": 60 })).toEqual([]);
});

test("cells are judged between 10 and 95 % of charge only, where the charge is known", () => {
  const spread = { "battery.cell_min": 3.2, "battery.cell_max": 3.3 };
  const judged = [9.9, 10, 95, 95.1, undefined, "old"] as const;
  expect(judged.map((soc) => balanceAt({ spreadMv: 100 }, soc))).toEqual([
    "not_judged",
    "alarm",
    "alarm",
    "not_judged",
    "alarm",
    "not_judged",
  ]);
  expect(alarms({ ...spread, "battery.soc": 99 })).toEqual([]);
  expect(alarms({ ...spread, "battery.soc": 60 })).toEqual(["spread"]);
  expect(alarms(spread, { "battery.soc": 60 })).toEqual([]);
});

test("cells that are reported count before the lowest and highest of the monitor", () => {
  const cells = { "battery.cell.1.voltage": 3.3, "battery.cell.2.voltage": 3.31 };
  expect(alarms({ ...cells, "battery.cell_min": 1, "battery.cell_max": 5, "battery.soc": 60 })).toEqual([]);
});

test("a cell spread is fine under 35 mV, to be watched from there, and needs attention from 60 mV", () => {
  expect([0, 34, 35, 59, 60].map((spreadMv) => balanceOf({ spreadMv }))).toEqual([
    "balanced",
    "balanced",
    "watch",
    "watch",
    "alarm",
  ]);
});

test("what a warning says of a battery its own alarm does not say again", () => {
  expect(alarmsBeside(["cold", "soh"], ["battery.pack.1.temperature"])).toEqual(["soh"]);
  expect(alarmsBeside(["spread", "hot"], ["battery.cell_spread", "inside.temperature"])).toEqual(["hot"]);
  expect(alarmsBeside(["cold"])).toEqual(["cold"]);
});
