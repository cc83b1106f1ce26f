import { expect, test } from "vitest";

import { clearSkyWPerM2, planeIrradianceWPerM2, usualPanels } from "../../core/irradiance.ts";
import { sunPosition } from "../../core/sun.ts";
import { BackTest } from "./back-test.ts";
import { factsOf } from "./judging-bench.ts";
import { ruleOf } from "./warning-bench.ts";
import type { WarningRule } from "./warnings.schema.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;
const startMs = Date.UTC(2026, 2, 10);
/** Gao. */
const place = { zoneName: "Africa/Bamako", latitudeDeg: 16.3, longitudeDeg: 0 };
const panelsW = 5_000;

interface Sky {
  /** Share of the clear sky's light, at an instant. */
  light?: (atMs: number) => number;
  /** Share of the panels that work. */
  works?: (atMs: number) => number;
  soc?: (atMs: number) => number;
}

/** What a rule raises in some days of a frame a minute, as hours since the first day. */
function raised(rule: WarningRule, days: number, { light = () => 1, works = () => 1, soc = () => 60 }: Sky = {}) {
  const facts = { ...factsOf({ events: [], forecasts: [] }), everyMs: minuteMs, place };
  const test = new BackTest(rule, facts, startMs);
  for (let atMs = startMs; atMs < startMs + days * dayMs; atMs += minuteMs) {
    const sun = sunPosition(atMs, place.latitudeDeg, place.longitudeDeg);
    const clear = planeIrradianceWPerM2(clearSkyWPerM2(sun.elevationDeg), sun, usualPanels(place));
    const onPanels = clear * light(atMs);
    const values: Record<string, number> = {
      "solar.irradiance": onPanels,
      "solar.power": (panelsW * onPanels * works(atMs) * (soc(atMs) >= 98 ? 0.2 : 1)) / 1_000,
      "battery.soc": soc(atMs),
    };
    test.frame(atMs, (metric) => values[metric], atMs);
  }
  const inHours = (ms: number | null) => (ms === null ? null : Math.round((ms - startMs) / hourMs));
  return test.episodes.map(({ raisedMs, clearedMs }) => [inHours(raisedMs), inHours(clearedMs)]);
}

const byLight = {
  type: "expected",
  attributes: ["solar.power", "solar.irradiance"],
  threshold: 70,
  clearAt: 80,
} as const;
const rule = ruleOf([
  {
    ...byLight,
    attributes: [...byLight.attributes],
    duration: 3_600,
    when: [{ type: "below", attributes: ["battery.soc"], threshold: 90 }],
  },
]);
/** Each hour has its clouds. */
const clouds = (atMs: number) => 0.25 + 0.75 * Math.abs(Math.sin(Math.floor(atMs / (20 * minuteMs)) * 12.9898));
const noonOfDay = (day: number) => startMs + day * dayMs + 12 * hourMs;

test("a string that dies is found within two hours of light, in sun and clouds, and stays found until it works again", () => {
  const works = (atMs: number) => (atMs >= noonOfDay(4) && atMs < noonOfDay(30) ? 0.5 : 1);
  for (const light of [() => 1, clouds]) {
    const [first, ...others] = raised(rule, 32, { light, works });
    expect(first?.[0]).toBeGreaterThanOrEqual(4 * 24 + 13);
    expect(first?.[0]).toBeLessThanOrEqual(4 * 24 + 15);
    // What is broken does not become usual.
    expect(first?.[1]).toBeGreaterThanOrEqual(30 * 24 + 12);
    expect(others).toEqual([]);
  }
});

test("clouds, nights, a full battery and the first days say nothing of the panels", () => {
  expect(raised(rule, 10, { light: clouds })).toEqual([]);
  expect(raised(rule, 10, { light: (atMs) => (Math.floor(atMs / dayMs) % 2 === 0 ? 1 : 0.3) })).toEqual([]);
  const full = (atMs: number) => (atMs % dayMs > 11 * hourMs ? 100 : 60);
  expect(raised(rule, 10, { soc: full })).toEqual([]);
  // Without the guard it is what the rule warns of.
  expect(
    raised(ruleOf([{ ...byLight, attributes: [...byLight.attributes], duration: 3_600 }]), 10, { soc: full }),
  ).not.toEqual([]);
  expect(raised(rule, 3, { works: (atMs) => (atMs >= noonOfDay(1) ? 0.5 : 1) })).toEqual([]);
});

test("without a sensor of light it is the clear sky that counts, so that only days without a bright hour warn", () => {
  const bySky = ruleOf([{ type: "expected", attributes: ["solar.power"], threshold: 60, duration: 3 * 86_400 }]);
  expect(raised(bySky, 20, { light: clouds })).toEqual([]);
  // Two dark days are weather.
  const dark = (from: number, to: number) => (atMs: number) =>
    atMs >= noonOfDay(from) && atMs < noonOfDay(to) ? 0.4 : 1;
  expect(raised(bySky, 20, { light: dark(8, 10) })).toEqual([]);
  const [[raisedH] = []] = raised(bySky, 20, { works: dark(8, 16) });
  expect(raisedH).toBeGreaterThanOrEqual(11 * 24 + 12);
  expect(raisedH).toBeLessThanOrEqual(11 * 24 + 15);
  const nowhere = ruleOf([{ type: "expected", attributes: ["solar.power"], threshold: 60, duration: 0 }]);
  const test = new BackTest(
    nowhere,
    { ...factsOf({ events: [], forecasts: [] }), place: { zoneName: "UTC" } },
    startMs,
  );
  for (let atMs = startMs; atMs < startMs + 5 * dayMs; atMs += minuteMs) test.frame(atMs, () => 5, atMs);
  expect(test.episodes).toEqual([]);
});
