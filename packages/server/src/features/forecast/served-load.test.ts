import { expect, test } from "vitest";

import { type Hourly, learnLoad } from "./load-model.ts";
import { servedLoad } from "./served-load.ts";
import { hourMs } from "./solar-model.ts";

const days = 14;
const hourly = (valueOf: (hour: number, day: number) => number): Hourly => ({
  fromMs: 0,
  values: Float64Array.from({ length: 24 * days }, (_, index) => valueOf(index % 24, Math.floor(index / 24))),
});
const measuredHours = ({ values }: Hourly) =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => !Number.isNaN(values[24 * 3 + hour]!));
/** Cut from 2 to 5, and at half past one already. */
const isOff = (hour: number) => hour >= 2 && hour < 5;
const offShare = (hour: number) => (isOff(hour) ? 1 : hour === 1 ? 0.5 : 0);
const load = hourly((hour) => 400 * (1 - offShare(hour)));
const noneFrom1To5 = [0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];

test("hours in which the inverter was off, all or part of them, teach nothing of the load", () => {
  const state = hourly((hour) => 1 - offShare(hour));
  const served = servedLoad(load, { "inverter.state": state, "load.ac.power": load, "load.power": load }, 20);
  expect(measuredHours(served)).toEqual(noneFrom1To5);
  const model = learnLoad(served, (atMs) => Math.floor(atMs / hourMs) % 168);
  expect(Math.min(...model.byHour)).toBeCloseTo(400);
});

test("where only power and charge are measured, so do hours without load at or below the cut-off", () => {
  const soc = hourly((hour) => (isOff(hour) ? 15 : 40));
  expect(measuredHours(servedLoad(load, { "load.power": load, "battery.soc": soc }, 20))).toEqual(noneFrom1To5);
  // The same at a high charge: nobody is at home.
  const full = hourly(() => 90);
  expect(measuredHours(servedLoad(load, { "load.power": load, "battery.soc": full }, 20))).toHaveLength(24);
});

test("a relay that is nearly always closed sheds when it opens; one that opens every day is a timer", () => {
  const steady = hourly(() => 300);
  const shed = hourly((hour, day) => (day === 3 && hour >= 20 ? 0 : 1));
  expect(measuredHours(servedLoad(steady, { "relay.1.on": shed, "load.power": steady }, 20))).toHaveLength(20);
  const timer = hourly((hour) => (hour >= 7 && hour < 18 ? 0 : 1));
  expect(measuredHours(servedLoad(steady, { "relay.1.on": timer, "load.power": steady }, 20))).toHaveLength(24);
});

test("a container that falls silent in a cut teaches nothing in the hour in which it sends again", () => {
  const silent = (hour: number) => hour === 3 || hour === 4;
  const state = hourly((hour) => (silent(hour) ? NaN : hour === 2 ? 0 : 1));
  const drawn = hourly((hour) => (silent(hour) ? NaN : hour === 2 ? 0 : 400));
  const served = servedLoad(drawn, { "inverter.state": state, "load.power": drawn }, 20);
  expect(measuredHours(served)).toEqual(
    Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour < 1 || hour > 5),
  );
});
