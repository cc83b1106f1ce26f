import { expect, test } from "vitest";

import { hadDaylight, performanceOf } from "./performance.ts";

const hourMs = 3_600_000;
const equinox = Date.UTC(2026, 2, 20);
const later = equinox + 48 * hourMs;
const t = Array.from({ length: 24 }, (_, index) => equinox + index * hourMs);
const panels = { capacityW: 10_000, tiltDeg: 0, azimuthDeg: 180 };
const nothing = t.map(() => null);
const equator = { lat: 0, long: 0 };

test("with a sensor, the yield is compared with the measured light, hour by hour where both were measured", () => {
  const at = (values: Record<number, number>) => t.map((_, index) => values[index] ?? null);
  const history = { t, solar: at({ 10: 4_000, 11: 6_400, 12: 9_999 }), irradiance: at({ 10: 500, 11: 800, 13: 900 }) };
  expect(performanceOf(history, 10_400, panels, null, later)).toEqual({
    against: "irradiance",
    ratio: 0.8,
    yieldWh: 10_400,
    referenceWh: 13_000,
  });
});

test("without a sensor, it is compared with the clear sky of the place", () => {
  const noon = t.map((_, index) => (index === 11 ? 5_000 : index < 6 || index > 17 ? 0 : null));
  const found = performanceOf({ t, solar: noon, irradiance: nothing }, 5_000, panels, equator, later);
  expect(found?.against).toBe("clear_sky");
  // The sun overhead on flat panels: about 1,000 W/m2.
  expect(found?.ratio).toBeGreaterThan(0.45);
  expect(found?.ratio).toBeLessThan(0.55);
});

test("there is no figure for panels of unknown size, for an unknown place, or at night", () => {
  const dark = t.map((_, index) => (index < 3 ? 0 : null));
  const day = t.map(() => 100);
  const solar = { t, solar: day, irradiance: nothing };
  expect(performanceOf(solar, 2_400, { ...panels, capacityW: 0 }, equator, later)).toBeUndefined();
  expect(performanceOf(solar, 2_400, panels, null, later)).toBeUndefined();
  expect(performanceOf({ ...solar, solar: dark }, 0, panels, equator, later)).toBeUndefined();
  expect(performanceOf(solar, undefined, panels, equator, later)).toBeUndefined();
});

test("a day has had daylight once the sun is up, also within its last hour", () => {
  const day = { fromMs: equinox, toMs: equinox + 24 * hourMs };
  const until = (hour: number) => hadDaylight(day, equator, equinox + hour * hourMs);
  // At the equator on this day the sun rises a few minutes after six.
  expect([0, 5, 5.9, 6.5, 12, 30].map(until)).toEqual([false, false, false, true, true, true]);
  const night = { fromMs: equinox + 19 * hourMs, toMs: equinox + 28 * hourMs };
  expect(hadDaylight(night, equator, later)).toBe(false);
});
