import fc from "fast-check";
import { expect, test } from "vitest";

import { energyOf, integratePower } from "./energy.ts";

const hour = 3_600_000;
const minute = 60_000;
const every = (stepMs: number, count: number, fromMs = 0) =>
  Array.from({ length: count }, (_, index) => fromMs + index * stepMs);
const none = (at: readonly number[]) => at.map(() => null);

test("an hour of 600 W is 600 Wh, fully measured", () => {
  const at = every(minute, 61);
  expect(energyOf({ atMs: at, powerW: at.map(() => 600), meterWh: none(at) }, [0, hour], minute)).toEqual({
    wh: [600],
    measuredMs: [hour],
  });
});

test("a gap of more than three sampling periods is unknown, not zero", () => {
  const at = [...every(minute, 21), ...every(minute, 21, 40 * minute)];
  const { wh, measuredMs } = energyOf({ atMs: at, powerW: at.map(() => 600), meterWh: none(at) }, [0, hour], minute);
  expect(measuredMs).toEqual([40 * minute]);
  expect(wh[0]).toBeCloseTo(400);
});

test("a bucket in which nothing was measured is null", () => {
  expect(energyOf({ atMs: [], powerW: [], meterWh: [] }, [0, hour], minute)).toEqual({ wh: [null], measuredMs: [0] });
});

test("history every half hour and live frames every ten seconds both count as measured", () => {
  const at = [...every(30 * minute, 25), ...every(10_000, 400, 12 * hour + 10_000)];
  const { measuredMs } = integratePower(
    at,
    at.map(() => 100),
    [0, 12 * hour],
    10_000,
  );
  expect(measuredMs[0]).toBe(12 * hour);
});

test("negative power counts as nothing", () => {
  const at = every(minute, 61);
  expect(energyOf({ atMs: at, powerW: at.map(() => -50), meterWh: none(at) }, [0, hour], minute).wh).toEqual([0]);
});

test("a meter takes precedence where there is one, survives a reset and a faulty dip, and gives the sum across a gap", () => {
  const at = [0, 10, 20, 30, 40, 50, 60].map((minutes) => minutes * minute);
  const powerW = at.map(() => 1000);
  const reset = energyOf({ atMs: at, powerW, meterWh: [900, 910, 920, 5, 15, 25, 35] }, [0, hour], 10 * minute);
  expect(reset.wh).toEqual([10 + 10 + 5 + 10 + 10 + 10]);
  const dip = energyOf({ atMs: at, powerW, meterWh: [900, 910, 0, 930, 940, 950, 960] }, [0, hour], 10 * minute);
  expect(dip.wh[0]).toBeCloseTo(60);
  const gap = energyOf(
    {
      atMs: [0, minute, 2 * minute, 3 * minute, 59 * minute, hour],
      powerW: [1, 1, 1, 1, 1, 1],
      meterWh: [0, 1, 2, 3, 59, 60],
    },
    [0, hour],
    minute,
  );
  expect(gap.wh[0]).toBeCloseTo(60);
  expect(gap.measuredMs).toEqual([4 * minute]);
});

test("a reading that a meter lacks beside a gap does not lose what it counted over the gap, by any groups", () => {
  // 600 W all the time, read every ten minutes but from the 10th to the 20th; the meter's last reading before is missing.
  const day = 24 * hour;
  const at = every(10 * minute, 144 * 30 + 1).filter((atMs) => atMs <= 9.25 * day || atMs >= 19.25 * day);
  const last = at.findLast((atMs) => atMs <= 9.25 * day);
  const samples = {
    atMs: at,
    powerW: at.map(() => 600),
    meterWh: at.map((atMs) => (atMs === last ? null : (600 * atMs) / hour)),
  };
  for (const days of [1, 3, 10, 30]) {
    const edges = Array.from({ length: 30 / days + 1 }, (_, index) => index * days * day);
    const { wh } = energyOf(samples, edges, 10 * minute);
    const total = wh.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    expect(total, `by ${days} days`).toBeCloseTo(30 * 14_400, 6);
  }
});

test("where a meter is known at both ends, nothing that either lacks is lost, by any groups", () => {
  // 600 W all the time; readings and either of their values are missing at random, also for hours.
  const hours = 48;
  const missing = fc.array(
    fc.record({ fromMs: fc.integer({ min: 0, max: hours * hour }), ms: fc.integer({ min: 0, max: 9 * hour }) }),
    { maxLength: 6 },
  );
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: hours * hour - 1 }), { maxLength: 20 });
  const isMissing = (list: readonly { fromMs: number; ms: number }[], atMs: number) =>
    list.some(({ fromMs, ms }) => atMs > fromMs && atMs < fromMs + ms);
  fc.assert(
    fc.property(missing, missing, cuts, (powers, meters, inner) => {
      const at = every(minute, hours * 60 + 1);
      const samples = {
        atMs: at,
        powerW: at.map((atMs) => (isMissing(powers, atMs) ? null : 600)),
        meterWh: at.map((atMs) =>
          isMissing(meters, atMs) && atMs > 0 && atMs < hours * hour ? null : (600 * atMs) / hour,
        ),
      };
      const edges = [0, ...inner.sort((a, b) => a - b), hours * hour];
      for (const [bucket, wh] of energyOf(samples, edges, minute).wh.entries()) {
        const ms = (edges[bucket + 1] as number) - (edges[bucket] as number);
        expect(wh ?? 0).toBeCloseTo((600 * ms) / hour, 4);
      }
    }),
  );
});

test("hours, days and weeks say the same sum of an unsteady load, whatever either metric lacks", () => {
  const lacks = fc.array(
    fc.record({ fromMs: fc.integer({ min: 0, max: 6 * 24 * hour }), ms: fc.integer({ min: 0, max: 20 * hour }) }),
    { maxLength: 8 },
  );
  const isIn = (list: readonly { fromMs: number; ms: number }[], atMs: number) =>
    list.some(({ fromMs, ms }) => atMs >= fromMs && atMs < fromMs + ms);
  fc.assert(
    fc.property(lacks, lacks, fc.constantFrom(10, 30, 60), (powers, meters, meterEvery) => {
      const at = every(10 * minute, 6 * 24 * 6 + 1);
      const powerW = at.map(
        (atMs) => ((atMs / (10 * minute)) % 37) * 50 + (atMs % (24 * hour) > 20 * hour ? 2_000 : 0),
      );
      let counted = 0;
      const meter = powerW.map((watt, index) => (counted += (watt + (powerW[index - 1] ?? watt)) / 12));
      const samples = {
        atMs: at,
        powerW: powerW.map((watt, index) => (isIn(powers, at[index] as number) ? null : watt)),
        meterWh: meter.map((wh, index) =>
          isIn(meters, at[index] as number) || (at[index] as number) % (meterEvery * minute) > 0 ? null : wh,
        ),
      };
      const sums = [1, 24, 6 * 24].map((hours) => {
        const { wh, measuredMs } = energyOf(samples, every(hours * hour, (6 * 24) / hours + 1), 10 * minute);
        const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);
        return { wh: sum(wh), measuredMs: sum(measuredMs) };
      });
      for (const { wh, measuredMs } of sums.slice(1)) {
        expect(wh).toBeCloseTo(sums[0]?.wh ?? NaN, 4);
        expect(measuredMs).toBeCloseTo(sums[0]?.measuredMs ?? NaN, 2);
      }
    }),
  );
});

test("buckets add up to the whole, whatever the edges and the times", () => {
  const times = fc
    .uniqueArray(fc.integer({ min: 0, max: 10 * hour }), { minLength: 2, maxLength: 200 })
    .map((list) => list.sort((a, b) => a - b));
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 10 * hour - 1 }), { maxLength: 20 });
  fc.assert(
    fc.property(times, cuts, fc.integer({ min: 1, max: 1000 }), (at, inner, seed) => {
      const powerW = at.map((_, index) => ((index * seed) % 997) - 100);
      const edges = [0, ...inner.sort((a, b) => a - b), 10 * hour];
      const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
      const parts = integratePower(at, powerW, edges, minute);
      const whole = integratePower(at, powerW, [0, 10 * hour], minute);
      expect(sum(parts.wh)).toBeCloseTo(whole.wh[0] as number, 4);
      expect(sum(parts.measuredMs)).toBeCloseTo(whole.measuredMs[0] as number, 4);
      for (const [bucket, ms] of parts.measuredMs.entries()) {
        expect(ms).toBeLessThanOrEqual((edges[bucket + 1] as number) - (edges[bucket] as number));
      }
    }),
  );
});
