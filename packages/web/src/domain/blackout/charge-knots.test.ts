import { expect, test } from "vitest";

import { chargeKnots } from "./charge-knots.ts";

const hourMs = 3_600_000;
const iso = (hours: number) => new Date(hours * hourMs).toISOString();
const forecast = {
  t: [1, 2, 3].map((hours) => hours * 3_600),
  soc: { value: 30, at: iso(0.5) },
  soc10: [24, 18, 18],
  soc50: [26, 20, 20],
  soc90: [28, 24, 22],
  likely: null,
  cutOff: { soc: 20, from: "learned" as const },
};

test("the line begins at the charge that was measured, without a range", () => {
  const { times, series } = chargeKnots(forecast);
  expect(times).toEqual([0.5, 1, 2, 3].map((hours) => hours * hourMs));
  expect(series).toEqual({ low: [30, 24, 18, 18], middle: [30, 26, 20, 20], high: [30, 28, 24, 22] });
});

test("within an hour the line is at the cut-off at the instant at which loads are said to be cut", () => {
  for (const said of [{ likely: iso(1.5) }, { generatorStart: { soc: 25, withoutAt: iso(1.5) } }]) {
    const { times, series } = chargeKnots({ ...forecast, ...said });
    expect(times).toEqual([0.5, 1, 1.5, 2, 3].map((hours) => hours * hourMs));
    expect(series).toEqual({ low: [30, 24, 20, 18, 18], middle: [30, 26, 20, 20, 20], high: [30, 28, 26, 24, 22] });
  }
});

test("a cut that has come before the line begins, or comes at a full hour or after its end, moves nothing", () => {
  for (const hours of [0.2, 1, 4])
    expect(chargeKnots({ ...forecast, likely: iso(hours) })).toEqual(chargeKnots(forecast));
});
