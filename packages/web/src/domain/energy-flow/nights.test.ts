import { expect, test } from "vitest";

import { nightsBetween } from "./nights.ts";

const hour = 3_600_000;

test("the equator has twelve hours of night in two parts of a day", () => {
  const midnight = Date.UTC(2026, 2, 20);
  const nights = nightsBetween({ lat: 0, long: 0 }, midnight, midnight + 24 * hour);
  expect(nights).toHaveLength(2);
  const dark = nights.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  expect(Math.abs(dark - 12 * hour)).toBeLessThan(0.4 * hour);
});

test("beyond the polar circle midsummer has no night and midwinter no day", () => {
  const place = { lat: 70, long: 20 };
  const summer = Date.UTC(2026, 5, 21);
  const winter = Date.UTC(2026, 11, 21);
  expect(nightsBetween(place, summer, summer + 24 * hour)).toEqual([]);
  expect(nightsBetween(place, winter, winter + 24 * hour)).toEqual([{ fromMs: winter, toMs: winter + 24 * hour }]);
});
