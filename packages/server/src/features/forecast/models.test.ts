import { usualPanels } from "@offgrid/contract/core/irradiance";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { learnCapacityWh, learnChargeLimitW, learnDraw, oneWay } from "./battery-model.ts";
import { hourOfWeekIn } from "./blackout-forecast.ts";
import { calibrate, untakenUnknown } from "./calibration.ts";
import { curtailedHours } from "./curtailed.ts";
import { expectLoad, learnLoad, pastDeviations } from "./load-model.ts";
import { pastSolar, withComputed } from "./past-hours.ts";
import { readSolcast } from "./solcast.ts";
import { needsClearSky } from "./solar-forecast.ts";
import { clearSkySteps, hourMs, learnCeilingW, learnShares, panelPowerW } from "./solar-model.ts";

const shared = join(import.meta.dirname, "../../../../../../shared/data");
const dayMs = 24 * hourMs;
/** A Monday. */
const monday = Date.UTC(2026, 5, 1);
const utc = hourOfWeekIn("UTC");
const hourly = (hours: number, value: (hour: number) => number, fromMs = monday - hours * hourMs) => ({
  fromMs,
  values: Float64Array.from({ length: hours }, (_, hour) => value(hour)),
});

describe("the load", () => {
  const weekend = (atMs: number) => utc(atMs) >= 120;
  const usual = (atMs: number) => (weekend(atMs) ? 300 : 900) + 100 * (utc(atMs) % 24);

  test("is learned by hour of the week, without outliers such as a party", () => {
    const history = hourly(28 * 24, (hour) => usual(monday - (28 * 24 - hour) * hourMs));
    history.values[500] = 50_000;
    const expected = expectLoad(learnLoad(history, utc), history, utc, monday, 7 * 24);
    for (const [hour, w] of expected.entries()) {
      const right = usual(monday + hour * hourMs);
      // The same hour of other days has a little influence.
      expect(Math.abs(w - right)).toBeLessThan(0.45 * right);
    }
    expect(expected[10] as number).toBeGreaterThan(1.15 * (expected[5 * 24 + 10] as number));
  });

  test("of a day that was half as high again is expected to last for the most part", () => {
    const level = hourly(28 * 24, (hour) => (hour < 27 * 24 ? 1_000 : 1_500));
    const [next = 0] = expectLoad(learnLoad(level, utc), level, utc, monday, 1);
    expect(next).toBeGreaterThan(1_250);
    expect(next).toBeLessThan(1_500);
  });

  test("counts days of which at least half was measured", () => {
    const gaps = hourly(10 * 24, (hour) => (hour % 24 < 14 || hour >= 5 * 24 ? 100 : Number.NaN));
    expect(learnLoad(gaps, utc).days).toBe(10);
    const more = hourly(10 * 24, (hour) => (hour % 24 < 10 || hour >= 5 * 24 ? 100 : Number.NaN));
    expect(learnLoad(more, utc).days).toBe(5);
  });

  test("deviates as whole past days did, which keeps correlations", () => {
    const history = hourly(28 * 24, (hour) => (Math.floor(hour / 24) === 20 ? 800 : 500));
    const profiles = pastDeviations(learnLoad(history, utc), history, utc, monday, 48);
    expect(profiles).toHaveLength(27);
    const high = profiles.filter((profile) => profile.slice(0, 24).every((w) => w > 100));
    expect(high).toHaveLength(1);
  });

  test("the hour of the week is that of the container, also where its clock is off by 45 minutes", () => {
    const inKathmandu = hourOfWeekIn("Asia/Kathmandu");
    expect(inKathmandu(monday - 6 * hourMs)).toBe(6 * 24 + 23);
    expect(inKathmandu(monday - 5 * hourMs)).toBe(0);
  });
});

describe("the battery", () => {
  test("capacity follows from what went in and out against the charge", () => {
    const capacityWh = 12_000;
    let storedWh = 6_000;
    const soc: number[] = [];
    const power: number[] = [];
    for (let hour = 0; hour < 10 * 24; hour++) {
      const w = hour % 24 < 12 ? -600 : 640;
      soc.push((100 * storedWh) / capacityWh);
      power.push(w);
      storedWh += w > 0 ? w * oneWay : w / oneWay;
    }
    const learned = learnCapacityWh(
      hourly(soc.length, (hour) => soc[hour] as number),
      hourly(power.length, (hour) => power[hour] as number),
    );
    expect(Math.abs((learned ?? 0) / capacityWh - 1)).toBeLessThan(0.05);
  });

  test("without changes of charge nothing is learned", () => {
    expect(
      learnCapacityWh(
        hourly(240, () => 50),
        hourly(240, () => 5),
      ),
    ).toBeUndefined();
    expect(
      learnCapacityWh(
        hourly(240, () => Number.NaN),
        hourly(240, () => 500),
      ),
    ).toBeUndefined();
  });

  test("gives the inverter's share on top of the load, learned from dark hours", () => {
    const night = (hour: number) => hour % 24 < 10;
    const load = hourly(240, () => 500);
    const solar = hourly(240, (hour) => (night(hour) ? 0 : 2_000));
    const battery = hourly(240, (hour) => (night(hour) ? -600 : 1_400));
    expect(learnDraw(load, battery, solar)).toBeCloseTo(1.2, 6);
    expect(
      learnDraw(
        hourly(10, () => 500),
        hourly(10, () => -900),
        hourly(10, () => 0),
      ),
    ).toBe(1.08);
  });
});

describe("what a battery takes at most", () => {
  const isSunny = (hour: number) => hour % 24 >= 8 && hour % 24 < 16;
  const cold = (soc: number, current = 20) => ({
    "battery.soc": hourly(72, () => soc),
    "battery.current": hourly(72, (hour) => (isSunny(hour) ? current : -5)),
    "battery.charge_limit": hourly(72, () => 20),
    "battery.power": hourly(72, (hour) => (isSunny(hour) ? current * 52 + hour : -260)),
  });

  test("is what it was charged with at its limit in the last day", () => {
    // The last sunny hour of the third day.
    expect(learnChargeLimitW(cold(30))).toBe(20 * 52 + 63);
  });

  test("is not known where its limit was not met, was never said, or it was nearly full", () => {
    expect(learnChargeLimitW(cold(30, 12))).toBeUndefined();
    expect(learnChargeLimitW(cold(95))).toBeUndefined();
    const { "battery.charge_limit": _limit, ...unsaid } = cold(30);
    expect(learnChargeLimitW(unsaid)).toBeUndefined();
  });
});

describe("the sun", () => {
  const lodwar = { latitudeDeg: 3.12, longitudeDeg: 35.6 };
  const panels = { ...usualPanels(lodwar), capacityW: 5_000, loss: 0.1 };
  const noon = monday + 9 * hourMs;

  test("gives the panels at most their peak, nothing by night, and less when it is hot", () => {
    expect(panelPowerW(noon, 1_000, 25, lodwar, panels)).toBeLessThan(5_000);
    expect(panelPowerW(noon, 1_000, 25, lodwar, panels)).toBeGreaterThan(3_000);
    expect(panelPowerW(noon, 1_000, 45, lodwar, panels)).toBeLessThan(panelPowerW(noon, 1_000, 5, lodwar, panels));
    expect(panelPowerW(monday + 20 * hourMs, 100, 25, lodwar, panels)).toBe(0);
  });

  test("shows the peak power on the container's clear days, not counting hours with a full battery", () => {
    const none = { p10: [], p50: [], p90: [], peakW: 0, days: 0 };
    const flat = Array.from({ length: 24 }, () => 1);
    const fromMs = monday - 28 * dayMs;
    const clear = clearSkySteps(fromMs, 28 * 24, lodwar, panels, { ...none, p10: flat, p50: flat, p90: flat });
    const w = clear.map(({ p50 }) => p50);
    const full = w.map((_, hour) => hour % 24 === 9);
    const curtailed = w.map((power, hour) => (hour % 24 === 9 ? 0.1 * power : power));
    const shares = learnShares(fromMs, curtailed, full, lodwar, panels);
    expect(shares.peakW / 4_500).toBeCloseTo(1, 2);
    expect(shares.p50[9]).toBeCloseTo(1, 2);
    expect(
      learnShares(
        fromMs,
        curtailed,
        w.map(() => false),
        lodwar,
        panels,
      ).p50[9],
    ).toBeCloseTo(0.1, 2);
  });

  const skyOf = (days: number) => {
    const flat = Array.from({ length: 24 }, () => 1);
    const shares = { p10: flat, p50: flat, p90: flat, peakW: 0, days: 0 };
    return clearSkySteps(monday - days * dayMs, days * 24, lodwar, panels, shares).map(({ p50 }) => p50);
  };
  /** Every third day is cloudy; on the others the battery is full from 9 UTC, local noon, to the evening. */
  const isCloudy = (hour: number) => Math.floor(hour / 24) % 3 === 0;
  const isFull = (hour: number) => !isCloudy(hour) && hour % 24 >= 9 && hour % 24 < 16;
  const fullAtNoon = (days: number) => {
    const clear = skyOf(days);
    const solar = hourly(days * 24, (hour) => clear[hour]! * (isCloudy(hour) ? 0.3 : isFull(hour) ? 0.1 : 1));
    const soc = hourly(days * 24, (hour) => (isFull(hour) ? 99 : 70));
    return { clear, solar, isCurtailed: curtailedHours({ "battery.soc": soc }, days * 24) };
  };

  test("what chargers give at most shows where many days have the same best quarter hour, as the sun alone has them not", () => {
    const sky = skyOf(28);
    const better = (quarter: number) => 0.9 + (0.1 * ((Math.floor(quarter / 96) * 7) % 28)) / 28;
    const quarters = Float64Array.from({ length: 28 * 96 }, (_, quarter) => {
      return quarter % 50 === 0 ? Number.NaN : better(quarter) * sky[Math.floor(quarter / 4)]!;
    });
    expect(learnCeilingW(quarters)).toBeUndefined();
    expect(learnCeilingW(quarters.map((w) => Math.min(w, 2_500)))).toBe(2_500);
    expect(learnCeilingW(new Float64Array(96))).toBeUndefined();
    expect(learnCeilingW(new Float64Array())).toBeUndefined();
  });

  test("a battery that is full at noon on clear days is no bad weather at noon", () => {
    const { solar, isCurtailed } = fullAtNoon(28);
    const shares = learnShares(solar.fromMs, solar.values, isCurtailed, lodwar, panels);
    expect(shares.peakW / 4_500).toBeCloseTo(1, 2);
    for (const hour of [7, 10, 12, 14]) {
      expect(shares.p50[hour], `${hour}`).toBeCloseTo(1, 1);
      expect(shares.p90[hour], `${hour}`).toBeCloseTo(1, 1);
      expect(shares.p10[hour], `${hour}`).toBeCloseTo(0.3, 1);
    }
  });

  test("nor does it pull a service's forecast down, which counts for less the worse it is", () => {
    const { clear, solar, isCurtailed } = fullAtNoon(28);
    const said = clear.map((w, hour) => ({
      atMs: solar.fromMs + hour * hourMs,
      w: w * (Math.floor(hour / 24) % 2 === 0 ? 0.3 : 1.3),
    }));
    const steps = clear.slice(24, 48).map((p50, hour) => ({ atMs: monday + hour * hourMs, p10: 0, p50, p90: p50 }));
    const corrected = calibrate(steps, said, untakenUnknown(solar, isCurtailed));
    const ratio = (hour: number) => corrected[hour]!.p50 / steps[hour]!.p50;
    for (const hour of [9, 10, 12, 14]) expect(ratio(hour), `${hour}`).toBeGreaterThanOrEqual(ratio(6) - 0.01);
  });

  test("hours beside a full one, and those in which the battery allowed no more, are curtailed", () => {
    const soc = hourly(6, (hour) => [80, 95, 99, 98, 95, 90][hour]!);
    expect(curtailedHours({ "battery.soc": soc }, 6)).toEqual([false, true, true, true, true, false]);
    const limit = hourly(3, () => 50);
    const current = hourly(3, (hour) => [49, 20, Number.NaN][hour]!);
    const limited = { "battery.charge_limit": limit, "battery.current": current };
    expect(curtailedHours(limited, 3)).toEqual([true, false, false]);
    expect(curtailedHours({}, 2)).toEqual([false, false]);
  });

  const solcast = join(shared, "emhass/solcast_rooftop_forecast_2024-12-26.json");
  test.skipIf(!existsSync(solcast))("a recorded answer of Solcast is read (needs ../shared/data/emhass)", () => {
    const recorded = JSON.parse(readFileSync(solcast, "utf8")) as {
      forecasts: { pv_estimate: number; period_end: string }[];
    };
    const steps = readSolcast(recorded);
    expect(new Date(steps[0]?.atMs ?? 0).toISOString()).toBe("2024-12-26T17:00:00.000Z");
    const kwh = recorded.forecasts.reduce((sum, { pv_estimate: kw }) => sum + kw / 2, 0);
    expect(steps.reduce((sum, { p50 }) => sum + p50, 0) / 1_000).toBeCloseTo(kwh, 1);
    expect(steps.every(({ p10, p50, p90 }) => p10 <= p50 && p50 <= p90)).toBe(true);
  });

  test.each([
    ["an empty list", { forecasts: [] }],
    ["no list", { response_status: { error_code: "InvalidApiKey" } }],
    [
      "a period of its own",
      {
        forecasts: [
          { pv_estimate: 1, pv_estimate10: 1, pv_estimate90: 1, period_end: "2024-12-26T17:30:00Z", period: "P1D" },
        ],
      },
    ],
  ])("%s is not accepted as a forecast", (_, answer) => {
    expect(() => readSolcast(answer)).toThrow();
  });

  test("doubles a forecast of half of what comes, and replaces a useless forecast by the last days", () => {
    const measured = hourly(28 * 24, (hour) =>
      [8, 9, 10].includes(hour % 24) ? 1_000 + 300 * (Math.floor(hour / 24) % 3) : 0,
    );
    const at = (hour: number) => measured.fromMs + hour * hourMs;
    const half = Array.from(measured.values, (w, hour) => ({ atMs: at(hour), w: w / 2 }));
    const steps = Array.from({ length: 24 }, (_, hour) => ({
      atMs: monday + hour * hourMs,
      p10: 0,
      p50: hour === 9 ? 650 : 0,
      p90: 0,
    }));
    const doubled = calibrate(steps, half, measured);
    expect(Math.abs((doubled[9]?.p50 ?? 0) - 1_300)).toBeLessThan(30);
    const useless = Array.from(measured.values, (w, hour) => ({
      atMs: at(hour),
      w: w === 0 ? 0 : 3_000 * ((Math.floor(hour / 24) * 7) % 5),
    }));
    const own = calibrate(steps, useless, measured);
    expect(own[8]?.p50).toBeGreaterThan(900);
    expect(calibrate(steps, half.slice(-48), measured)).toEqual(steps);
  });
});

test("of the hours that are over, the newest forecast that had them is what was expected", () => {
  const made = (hour: number, solar: number[]) => ({
    madeAtMs: monday + hour * hourMs + 600_000,
    soc: [],
    solar,
    source: "clear_sky" as const,
  });
  const kept = [made(0, [10, 20, 30, 40]), made(2, [31, 41, 51])];
  expect(pastSolar(kept, { fromMs: monday + hourMs, toMs: monday + 4 * hourMs })).toEqual([
    { atMs: monday + hourMs, likelyW: 20 },
    { atMs: monday + 2 * hourMs, likelyW: 31 },
    { atMs: monday + 3 * hourMs, likelyW: 41 },
  ]);
});

test("hours that no kept forecast has are computed now, and said to be", () => {
  const hour = (index: number) => monday + index * hourMs;
  const step = (index: number) => ({ atMs: hour(index), p10: 0, p50: 100 + index, p90: 900 });
  expect(withComputed([{ atMs: hour(2), likelyW: 31 }], [step(1), step(2), step(3)])).toEqual([
    { atMs: hour(1), likelyW: 101, isKept: false },
    { atMs: hour(2), likelyW: 31, isKept: true },
    { atMs: hour(3), likelyW: 103, isKept: false },
  ]);
});

test("an expected day needs a clear sky where the middle case is next to the best, and no service knows of clouds", () => {
  const day = (p10: number, p50: number, p90: number) => ({
    source: "clear_sky" as const,
    steps: Array.from({ length: 48 }, (_, hour) => ({ atMs: hour * hourMs, p10, p50, p90 })),
  });
  expect(needsClearSky(day(53, 64.6, 65.5))).toBe(true);
  expect(needsClearSky(day(2, 75, 76))).toBe(true);
  // The middle of what comes is the middle of the band, or a bad day is hardly worse.
  expect(needsClearSky(day(20, 50, 80))).toBe(false);
  expect(needsClearSky(day(62, 65, 65.5))).toBe(false);
  expect(needsClearSky({ ...day(2, 75, 76), source: "open_meteo" })).toBe(false);
  expect(needsClearSky({ source: "clear_sky", steps: [] })).toBe(false);
});
