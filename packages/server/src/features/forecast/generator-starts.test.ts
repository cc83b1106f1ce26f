import { expect, test } from "vitest";

import { usualStart } from "./generator-starts.ts";

const perDay = 96;

interface Day {
  /** Charge of the quarter hours, percent. */
  soc?: (quarter: number) => number;
  runs?: (quarter: number) => boolean;
}

/** Falls from 60 % to 25 % by the evening; then the generator runs for four hours. */
const usual: Required<Day> = {
  soc: (quarter) => (quarter < 70 ? 60 - quarter / 2 : 25 + (quarter - 70)),
  runs: (quarter) => quarter >= 70 && quarter < 86,
};

function recordOf(days: readonly Day[], metric: "generator.on" | "generator.power" = "generator.on") {
  const quarters = days.flatMap((day) =>
    Array.from({ length: perDay }, (_, quarter) => ({ ...usual, ...day, quarter })),
  );
  const column = (value: (one: (typeof quarters)[number]) => number) => ({
    quarters: Float64Array.from(quarters, value),
  });
  const empty = { quarters: new Float64Array() };
  const runs = column((one) => (one.runs(one.quarter) ? (metric === "generator.on" ? 1 : 4_000) : 0));
  return {
    "battery.soc": column((one) => one.soc(one.quarter)),
    "generator.on": metric === "generator.on" ? runs : empty,
    "generator.power": metric === "generator.power" ? runs : empty,
  };
}

const days = (count: number, day: Day = {}): Day[] => Array.from({ length: count }, () => day);

test("a generator that starts at the same charge each evening is known to, by its own word or by its power", () => {
  expect(usualStart(recordOf(days(14)))).toEqual({ soc: 25, starts: 14 });
  expect(usualStart(recordOf(days(5), "generator.power"))).toEqual({ soc: 25, starts: 5 });
  // Older ones are not looked at.
  expect(usualStart(recordOf(days(20)))).toEqual({ soc: 25, starts: 14 });
});

test("a few starts, starts at any charge, and none at all tell nothing", () => {
  expect(usualStart(recordOf(days(4)))).toBeUndefined();
  expect(usualStart(recordOf([]))).toBeUndefined();
  const any = Array.from({ length: 14 }, (_, day) => ({ soc: () => 20 + 5 * day }));
  expect(usualStart(recordOf(any))).toBeUndefined();
  // Several a day on one day are one cause.
  const often = { soc: () => 25, runs: (quarter: number) => quarter % 10 > 5 };
  expect(usualStart(recordOf([...days(5, { runs: () => false }), often]))).toBeUndefined();
});

test("a run by hand at another charge changes nothing", () => {
  const byHand = { soc: () => 80 };
  expect(usualStart(recordOf([...days(6), byHand, ...days(5)]))).toEqual({ soc: 25, starts: 11 });
});

test("what was before a time at which it did not start there does not count", () => {
  const missed = { soc: (quarter: number) => (quarter < 90 ? 60 - quarter / 2 : 40), runs: () => false };
  expect(usualStart(recordOf([...days(9), missed, ...days(3)]))).toBeUndefined();
  expect(usualStart(recordOf([...days(8), missed, ...days(5)]))).toEqual({ soc: 25, starts: 5 });
});
