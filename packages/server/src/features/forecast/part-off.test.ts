import { expect, test } from "vitest";

import { meteredShare, shareTakenOff } from "./part-off.ts";
import { hourMs } from "./solar-model.ts";

const minuteMs = 60_000;
const usualW = () => 1_000;

/** A reading a minute: what is drawn, and two switches. */
const minutes = (count: number, at: (minute: number) => [watt: number | null, one: number, two: number]) => {
  const rows = Array.from({ length: count }, (_, minute) => at(minute));
  return {
    atMs: rows.map((_, minute) => minute * minuteMs),
    loadW: rows.map(([watt]) => watt),
    switches: [rows.map(([, one]) => one), rows.map(([, , two]) => two)],
  };
};
/** Both are opened one after the other, an hour and a half after the beginning. */
const opened = (minute: number) => [minute < 90 ? 1 : 0, minute < 92 ? 1 : 0] as const;

test("what two switches take off follows from the load before the first and after the last was opened", () => {
  const cut = minutes(120, (minute) => [minute < 90 ? 1_500 : minute < 92 ? 900 : 600, ...opened(minute)]);
  // It was half above the usual: of that, too, they took their share.
  expect(shareTakenOff(cut, usualW)).toBeCloseTo(0.6, 6);
});

test("a load that would have fallen anyway is not taken for what was switched off", () => {
  const falling = (atMs: number) => (atMs < 90 * minuteMs ? 1_000 : 500);
  const cut = minutes(120, (minute) => [minute < 90 ? 1_000 : minute < 92 ? 500 : 400, ...opened(minute)]);
  expect(shareTakenOff(cut, falling)).toBeCloseTo(0.2, 6);
});

test("right after a switch was opened, and where the load was not measured since, nothing is known", () => {
  expect(
    shareTakenOff(
      minutes(93, (minute) => [1_000, ...opened(minute)]),
      usualW,
    ),
  ).toBeUndefined();
  expect(
    shareTakenOff(
      minutes(120, (minute) => [minute < 90 ? 1_000 : null, ...opened(minute)]),
      usualW,
    ),
  ).toBeUndefined();
  expect(shareTakenOff({ atMs: [], loadW: [], switches: [[]] }, usualW)).toBeUndefined();
});

test("where they were opened before the first reading, the usual load stands for the one before", () => {
  expect(
    shareTakenOff(
      minutes(60, () => [300, 0, 0]),
      usualW,
    ),
  ).toBeCloseTo(0.7, 6);
  // More is drawn than usual: nothing is taken off, and nothing added.
  expect(
    shareTakenOff(
      minutes(60, () => [1_300, 0, 0]),
      usualW,
    ),
  ).toBe(0);
});

test("a switch that reports seldom stays as it was read last", () => {
  const cut = minutes(120, (minute) => [minute < 92 ? 1_000 : 400, ...opened(minute)]);
  const switches = cut.switches.map((column) => column.map((on, minute) => (minute % 10 === 0 ? on : null)));
  expect(shareTakenOff({ ...cut, switches }, usualW)).toBeCloseTo(0.6, 6);
});

test("by its own meter, a part has its share of each hour, without the hours in which loads were shed", () => {
  const hourOfWeek = (atMs: number) => Math.floor(atMs / hourMs) % 168;
  const hourly = (valueOf: (hour: number) => number) => ({
    fromMs: 0,
    values: Float64Array.from({ length: 28 * 24 }, (_, index) => valueOf(index)),
  });
  // By night it draws half of all; on the third day it was shed.
  const isShed = (index: number) => Math.floor(index / 24) === 2;
  const load = hourly((index) => (isShed(index) ? NaN : 400));
  const part = hourly((index) => (isShed(index) ? 0 : index % 24 < 6 ? 200 : 40));
  const share = meteredShare(part, load, hourOfWeek)!;
  expect(share[3]).toBeCloseTo(0.5, 6);
  expect(share[12]).toBeCloseTo(0.1, 6);
  expect(
    meteredShare(
      hourly(() => NaN),
      load,
      hourOfWeek,
    ),
  ).toBeUndefined();
});
