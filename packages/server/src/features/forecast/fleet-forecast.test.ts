import { expect, test } from "vitest";

import { sumForecasts } from "./fleet-forecast.ts";

const hourS = 3_600;
const fromMs = Date.UTC(2026, 5, 10, 15);

/** A forecast of some hours that begins so many hours after the present one. */
function forecast(startsAfter: number, hours: number, solarW: number, loadW: number) {
  const t = Array.from({ length: hours }, (_, index) => fromMs / 1_000 + (startsAfter + index + 1) * hourS);
  return { t, taken: t.map(() => solarW), served: t.map(() => loadW) };
}

test("the expected energy of a fleet is the sum of its forecasts by the hour, the present one first", () => {
  const sum = sumForecasts([forecast(0, 48, 1_000, 300), forecast(0, 48, 500, 200)], fromMs);
  expect(sum.t).toHaveLength(48);
  expect([sum.t[0], sum.generation[0], sum.consumption[47], sum.counted]).toEqual([fromMs, 1_500, 500, 2]);
});

test("a forecast from an hour ago ends earlier, and so does the sum, rather than dropping there", () => {
  const sum = sumForecasts([forecast(-1, 48, 1_000, 300), forecast(0, 48, 500, 200)], fromMs);
  expect(sum.t).toHaveLength(47);
  expect(new Set(sum.generation)).toEqual(new Set([1_500]));
});

test("without any forecast there are no hours, rather than hours of nothing", () => {
  expect(sumForecasts([], fromMs)).toEqual({ t: [], generation: [], consumption: [], counted: 0, countedSun: 0 });
});

test("a container without a forecast of the sun adds its consumption alone, and the sum says so", () => {
  const sum = sumForecasts([forecast(0, 48, 1_000, 300), { ...forecast(0, 48, 0, 200), taken: [] }], fromMs);
  expect([sum.generation[0], sum.consumption[0], sum.counted, sum.countedSun]).toEqual([1_000, 500, 2, 1]);
});
