import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { oneWay } from "./battery-model.ts";
import { verdict } from "./blackout-forecast.ts";
import { type Outlook, forecastCharge, weightedQuantile } from "./blackout.ts";
import { hourMs } from "./solar-model.ts";

/** A Monday. */
const monday = Date.UTC(2026, 5, 1);

describe("the charge", () => {
  const outlook = (more: Partial<Outlook> = {}): Outlook => ({
    nowMs: monday,
    socPercent: 60,
    capacityWh: 10_000,
    cutOffPercent: 20,
    backPercent: 22,
    isCut: false,
    stillOnW: 0,
    draw: 1,
    loadW: Array.from({ length: 48 }, () => 500 * oneWay),
    deviations: [],
    solar: [],
    ...more,
  });

  test("a steady load without sun reaches the reserve when arithmetic says so", () => {
    const forecast = forecastCharge(outlook());
    // 60 % to 20 % of 10 kWh at 500 W.
    expect(forecast.below50).toBeCloseTo(monday + 8 * hourMs, -3);
    expect([forecast.chance, forecast.backMs, forecast.fullMs]).toEqual([1, undefined, undefined]);
    expect(forecast.soc50[0]).toBeCloseTo(55, 6);
    // Loads that are cut draw nothing.
    expect(forecast.soc50[47]).toBeCloseTo(20, 6);
    expect(forecast.t[0]).toBe(monday + hourMs);
  });

  test("a battery at the charge of a full one is full while it takes or holds, and not while it gives", () => {
    const almost = { socPercent: 99.4 };
    expect(forecastCharge(outlook({ ...almost, batteryW: 40 })).fullMs).toBe(monday);
    expect(forecastCharge(outlook(almost)).fullMs).toBe(monday);
    expect(forecastCharge(outlook({ ...almost, batteryW: -500 })).fullMs).toBeUndefined();
    const w = 3_000;
    const solar = Array.from({ length: 48 }, (_, hour) => ({ atMs: monday + hour * hourMs, p10: w, p50: w, p90: w }));
    expect(forecastCharge(outlook({ ...almost, batteryW: -500, solar })).fullMs).toBe(monday);
  });

  test("a part of the loads that is off is not counted, and is again from the charge at which it is back", () => {
    const share = Array.from({ length: 48 }, () => 0.5);
    const staysOff = forecastCharge(outlook({ partOff: { share, backPercent: undefined } }));
    // Half of the load lasts twice as long.
    expect(staysOff.below50).toBeCloseTo(monday + 16 * hourMs, -3);
    expect(staysOff.servedW[0]).toBeCloseTo(250 * oneWay, 6);
    // Full enough already: it is back at once.
    expect(forecastCharge(outlook({ partOff: { share, backPercent: 60 } })).below50).toBeCloseTo(
      monday + 8 * hourMs,
      -3,
    );
    const morning = Array.from({ length: 48 }, (_, hour) => {
      const w = hour >= 4 && hour < 8 ? 1_500 : 0;
      return { atMs: monday + hour * hourMs, p10: w, p50: w, p90: w };
    });
    const { servedW, partBackMs } = forecastCharge(outlook({ partOff: { share, backPercent: 65 }, solar: morning }));
    expect(partBackMs as number).toBeGreaterThan(monday + 4 * hourMs);
    expect(partBackMs as number).toBeLessThan(monday + 6 * hourMs);
    expect(staysOff.partBackMs).toBeUndefined();
    expect([servedW[3], servedW[7]].map((watt) => Math.round(watt! / oneWay))).toEqual([250, 500]);
  });

  test("a battery that is charged with no more than it allows is back later, and the rest of the sun is not taken", () => {
    const w = 3_000;
    const solar = Array.from({ length: 48 }, (_, hour) => ({ atMs: monday + hour * hourMs, p10: w, p50: w, p90: w }));
    const cut = { socPercent: 10, isCut: true, loadW: Array.from({ length: 48 }, () => 500), solar };
    const [free, limited] = [forecastCharge(outlook(cut)), forecastCharge(outlook({ ...cut, chargeLimitW: 600 }))];
    // From 10 % to 22 % of 10 kWh.
    expect(free.backMs).toBeCloseTo(monday + (1_200 / (3_000 * oneWay)) * hourMs, -3);
    expect(limited.backMs).toBeCloseTo(monday + (1_200 / (600 * oneWay)) * hourMs, -3);
    expect(limited.takenW[0]).toBeCloseTo(600, 6);
    // Loads are fed by the sun beside it.
    expect(limited.takenW[5]).toBeCloseTo(1_100, 6);
    expect(limited.fullMs as number).toBeGreaterThan(free.fullMs as number);
  });

  test("after all loads were cut, a part that comes back at a higher charge stays off for longer", () => {
    const w = 1_000;
    const solar = Array.from({ length: 48 }, (_, hour) => ({ atMs: monday + hour * hourMs, p10: w, p50: w, p90: w }));
    const share = Array.from({ length: 48 }, () => 0.6);
    const { servedW, backMs } = forecastCharge(
      outlook({ socPercent: 15, backPercent: 30, isCut: true, partOff: { share, backPercent: 60 }, solar }),
    );
    expect(backMs as number).toBeLessThan(monday + 2 * hourMs);
    const levels = new Set(
      servedW.map((watt) => Math.round(watt / oneWay)).filter((watt) => [200, 500].includes(watt)),
    );
    expect([...levels]).toEqual([200, 500]);
  });

  test("begins within the hour, and reaches the reserve at once if it is below", () => {
    const half = monday + 30 * 60_000;
    expect(forecastCharge(outlook({ nowMs: half })).soc50[0]).toBeCloseTo(57.5, 6);
    expect(forecastCharge(outlook({ socPercent: 10 })).likelyMs).toBe(monday);
  });

  test("gets its range from past deviations, and the chance is their share", () => {
    const deviations = Array.from({ length: 10 }, (_, day) =>
      Array.from({ length: 48 }, () => (day < 3 ? -2_000 : day * 50)),
    );
    const forecast = forecastCharge(outlook({ deviations }));
    expect(forecast.chance).toBeCloseTo(0.7, 9);
    expect(forecast.below10 as number).toBeLessThan(forecast.below50 as number);
    expect(forecast.below90).toBeUndefined();
    expect(forecast.soc10[5] as number).toBeLessThan(forecast.soc90[5] as number);
  });

  test("a likely cut is said to come when the middle line of the charge is at the cut-off", () => {
    const deviations = [-2_000, -2_000, -2_000, 600, 450, 300, 200, 100, 50, 0].map((w) =>
      Array.from({ length: 48 }, () => w),
    );
    const forecast = forecastCharge(outlook({ deviations }));
    expect(forecast.likelyMs as number).toBeLessThan(forecast.below50 as number);
    const { likely, blackout, dip } = verdict(forecast, monday, { isRefuted: false });
    const arrives = forecast.soc50.findIndex((soc) => soc <= 20);
    expect(Math.ceil((Date.parse(likely!) - monday) / hourMs)).toBe(arrives + 1);
    expect([blackout?.likely, dip?.from]).toEqual([likely, likely]);
    // A quarter of the paths is cut long before that.
    expect(blackout?.early).toBe(new Date(forecast.below25 as number).toISOString());
    expect(forecast.below25 as number).toBeLessThan(forecast.below50 as number);
  });

  test("its powers are those of half of all cases, as its charge is: loads that most of them cut are not supplied", () => {
    const solar = Array.from({ length: 48 }, (_, hour) => ({
      atMs: monday + hour * hourMs,
      p10: 0,
      p50: 0,
      p90: 1_000,
    }));
    const { chance, soc50, servedW, takenW } = forecastCharge(outlook({ solar }));
    expect(chance).toBeCloseTo(0.7, 9);
    expect([soc50[12], servedW[12], takenW[12]].map((value) => Math.round(value!))).toEqual([20, 0, 0]);
  });

  test("recovers with the sun, up to full", () => {
    const solar = Array.from({ length: 48 }, (_, hour) => {
      const w = hour >= 10 && hour < 18 ? 3_000 : 0;
      return { atMs: monday + hour * hourMs, p10: w, p50: w, p90: w };
    });
    const forecast = forecastCharge(outlook({ solar }));
    expect(forecast.likelyMs).toBeCloseTo(monday + 8 * hourMs, -3);
    expect(forecast.backMs as number).toBeGreaterThan(monday + 10 * hourMs);
    expect(forecast.backMs as number).toBeLessThan(monday + 11 * hourMs);
    expect(forecast.fullMs as number).toBeLessThan(monday + 18 * hourMs);
  });

  const loadsOf = (w: number) => Array.from({ length: 48 }, () => w);
  const sunny = (w: number, from = 0, to = 48) =>
    Array.from({ length: 48 }, (_, hour) => {
      const power = hour >= from && hour < to ? w : 0;
      return { atMs: monday + hour * hourMs, p10: power, p50: power, p90: power };
    });

  test("takes all of the sun while it has room, and of a full battery's sun only what the loads draw", () => {
    const loadW = Array.from({ length: 48 }, () => 500);
    const { takenW, soc50 } = forecastCharge(outlook({ solar: sunny(3_000), loadW }));
    expect(takenW[0]).toBeCloseTo(3_000, 6);
    expect(soc50[3]).toBe(100);
    expect(takenW[4]).toBeCloseTo(500, 6);
    // What it stored is what it took beyond the loads, less what is lost on the way.
    const stored = takenW.slice(0, 4).reduce((sum, w) => sum + (w - 500) * oneWay, 0);
    expect(stored).toBeCloseTo(4_000, 6);
  });

  test("counts no load while it is cut, and within an hour only until the cut and from its end", () => {
    const { servedW, likelyMs, backMs } = forecastCharge(outlook({ socPercent: 22.5, solar: sunny(3_000, 2) }));
    const load = 500 * oneWay;
    expect(likelyMs).toBeCloseTo(monday + hourMs / 2, -3);
    expect(servedW[0]).toBeCloseTo(load / 2, 3);
    expect(servedW[1]).toBe(0);
    const supplied = (monday + 3 * hourMs - (backMs as number)) / hourMs;
    expect(servedW[2]).toBeCloseTo(load * supplied, 3);
    expect(servedW[3]).toBeCloseTo(load, 6);
  });

  test("goes on to supply DC loads while the others are cut, as long as the battery holds anything", () => {
    const dark = forecastCharge(outlook({ socPercent: 20.5, capacityWh: 1_000, stillOnW: 20, loadW: loadsOf(100) }));
    expect(dark.servedW[5]).toBeCloseTo(20, 6);
    expect(dark.soc50[5]! - dark.soc50[6]!).toBeCloseTo(2 / oneWay, 6);
    expect(dark.soc50[47]).toBe(0);
    expect(dark.servedW[47]).toBe(0);
    const dim = forecastCharge(outlook({ isCut: true, socPercent: 0, stillOnW: 20, solar: sunny(15) }));
    expect(dim.servedW[3]).toBeCloseTo(15, 6);
    expect(dim.takenW[3]).toBeCloseTo(15, 6);
  });

  test("cuts the loads of every night that empties the battery, and charges it in the morning that follows", () => {
    const nowMs = monday + 5 * hourMs;
    const solar = Array.from({ length: 48 }, (_, hour) => {
      const local = (5 + hour) % 24;
      const w = local >= 8 && local < 16 ? 1_200 : local === 7 ? 100 : 0;
      return { atMs: nowMs + hour * hourMs, p10: w, p50: w, p90: w };
    });
    const loadW = Array.from({ length: 48 }, () => 500);
    const forecast = forecastCharge(outlook({ nowMs, socPercent: 26, capacityWh: 7_000, loadW, solar }));
    const { servedW, soc50, takenW } = forecast;
    // The first is still that of this morning: 6 % of 7 kWh from 5 o'clock on, then 2 % more of it from the sun.
    expect(forecast.likelyMs).toBeCloseTo(nowMs + (420 / (500 / oneWay)) * hourMs, -3);
    const leftWh = 140 - 100 * oneWay;
    expect(forecast.backMs).toBeCloseTo(monday + (8 + leftWh / (1_200 * oneWay)) * hourMs, -3);
    // From 6 to 8 o'clock of both mornings.
    for (const hour of [1, 2, 25, 26]) {
      expect(servedW[hour]).toBe(0);
      expect(soc50[hour]).toBeCloseTo(20 + (100 * (takenW[hour] as number) * oneWay) / 7_000, 6);
    }
    expect(takenW[26]).toBe(100);
    expect(servedW[47]).toBe(0);
    expect(servedW[5]).toBeCloseTo(500, 6);
  });

  test("has loads come and go within an hour where the sun gives less than they draw", () => {
    const asked = outlook({ socPercent: 20, draw: 1 / oneWay ** 2, loadW: Array.from({ length: 48 }, () => 1_000) });
    const { servedW, takenW, soc10, soc90 } = forecastCharge({ ...asked, solar: sunny(400) });
    const mean = (values: readonly number[]) => values.reduce((sum, w) => sum + w, 0) / values.length;
    // What the sun gives, less what is lost on the way.
    expect(mean(takenW)).toBeCloseTo(400, 6);
    expect(mean(servedW)).toBeGreaterThan(330);
    expect(mean(servedW)).toBeLessThan(400);
    expect(Math.min(...soc10)).toBeGreaterThan(20 - 1e-9);
    expect(Math.max(...soc90)).toBeLessThan(22 + 1e-9);
  });

  test("has loads back within a range that grows with the uncertainty of the sun", () => {
    const solar = sunny(0).map((step, hour) => (hour < 6 ? step : { ...step, p10: 800, p50: 1_500, p90: 3_000 }));
    const { back10Ms, backMs, back90Ms } = forecastCharge(outlook({ isCut: true, socPercent: 12, solar }));
    expect(back10Ms as number).toBeLessThan(backMs as number);
    expect(backMs as number).toBeLessThan(back90Ms as number);
  });

  test("is always between 0 and 100, until a cut never rises with the load, and the same input gives the same result", () => {
    const power = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 48, maxLength: 48 });
    fc.assert(
      fc.property(power, power, fc.integer({ min: 0, max: 100 }), (loadW, sunW, socPercent) => {
        const solar = sunW.map((w, hour) => ({ atMs: monday + hour * hourMs, p10: w / 2, p50: w, p90: w * 1.2 }));
        const asked = outlook({ loadW, solar, socPercent });
        const forecast = forecastCharge(asked);
        const more = forecastCharge({ ...asked, loadW: loadW.map((w) => w + 200) });
        expect(forecastCharge(asked)).toEqual(forecast);
        // A battery that is cut for more load may then hold more than one that is not.
        const never = Number.POSITIVE_INFINITY;
        expect(more.below50 ?? never).toBeLessThanOrEqual(forecast.below50 ?? never);
        const uncutMs = more.below10 ?? never;
        for (const [hour, soc] of forecast.soc50.entries()) {
          expect(soc).toBeGreaterThanOrEqual(0);
          expect(soc).toBeLessThanOrEqual(100);
          if ((more.t[hour] as number) <= uncutMs) expect(more.soc50[hour]).toBeLessThanOrEqual(soc + 1e-9);
          expect(forecast.soc10[hour]).toBeLessThanOrEqual(forecast.soc90[hour] as number);
          expect(forecast.takenW[hour]).toBeLessThanOrEqual((sunW[hour] as number) * 1.2 + 1e-9);
          expect(forecast.servedW[hour]).toBeLessThanOrEqual((loadW[hour] as number) + 1e-9);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("weighted quantiles take infinite times for what they are", () => {
    const never = Number.POSITIVE_INFINITY;
    expect(weightedQuantile([never, 3, never, 1], [1, 1, 1, 1], 0.5)).toBe(3);
    expect(weightedQuantile([never, 3, never, 1], [1, 1, 1, 1], 0.9)).toBe(never);
  });
});
