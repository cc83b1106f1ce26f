import fc from "fast-check";
import { expect, test } from "vitest";

import { energyOf } from "../../history/energy/energy.ts";
import { addReading, dayFromSamples, totalsOf } from "./day-energy.ts";

const minute = 60_000;
const zone = "Australia/Lord_Howe";
const start = Date.UTC(2026, 5, 1, 4);

test("adding readings one by one gives the same as all at once, also across midnight", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 60 }),
      fc.boolean(),
      (powers, hasMeter) => {
        const at = powers.map((_, index) => start + index * 30 * minute);
        let meter = 0;
        const meters = powers.map((power) => (hasMeter ? (meter += power / 2) : null));
        const columns = [powers, meters, powers.map(() => null), powers.map(() => null)];
        let day = dayFromSamples(zone, start, [], [[], [], [], []], 30 * minute);
        for (const [index, atMs] of at.entries()) {
          day = addReading(day, zone, { atMs, values: columns.map((column) => column[index]) }, 30 * minute);
        }
        const whole = dayFromSamples(zone, at.at(-1) as number, at, columns, 30 * minute);
        expect(totalsOf(day)).toMatchObject({ date: totalsOf(whole).date, loadWh: null });
        expect(totalsOf(day).solarWh ?? -1).toBeCloseTo(totalsOf(whole).solarWh ?? -1, 6);
        expect(totalsOf(day).measuredS).toBeCloseTo(totalsOf(whole).measuredS, 6);
        expect(day.isStale).toBe(false);
      },
    ),
  );
});

test("what a meter has of the time that power lacks is in the day at once, as in the history, also over midnight", () => {
  // A while, and whether power and meter are there meanwhile.
  const stretch = fc.tuple(fc.integer({ min: 30, max: 300 }), fc.boolean(), fc.boolean());
  const whiles = fc.array(stretch, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(whiles, fc.constantFrom(0, 30_000), (list, laterMs) => {
      const at: number[] = [];
      const columns: (number | null)[][] = [[], [], [], []];
      const note = (atMs: number, values: readonly [number | null, number | null]) => {
        at.push(atMs);
        for (const [index, column] of columns.entries()) column.push(values[index] ?? null);
      };
      let [minutes, counted] = [600, 0];
      for (const [length, hasPower, hasMeter] of list)
        for (const endsAt = minutes + length; minutes < endsAt; minutes++) {
          const power = 500 + ((minutes * 37) % 900);
          counted += power / 60;
          const values = [hasPower ? power : null, hasMeter ? counted : null] as const;
          if (laterMs === 0) note(start + minutes * minute, values);
          else {
            note(start + minutes * minute, [values[0], null]);
            note(start + minutes * minute + laterMs, [null, values[1]]);
          }
        }
      const none = dayFromSamples(zone, start, [], [[], [], [], []], minute);
      const live = at.reduce(
        (day, atMs, index) => addReading(day, zone, { atMs, values: columns.map((of) => of[index]) }, minute),
        none,
      );
      const stored = dayFromSamples(zone, at.at(-1) as number, at, columns, minute);
      const samples = { atMs: at, powerW: columns[0] ?? [], meterWh: columns[1] ?? [] };
      const { wh, measuredMs } = energyOf(samples, [live.startMs, live.endMs], minute);
      for (const totals of [stored, ...(live.isStale ? [] : [live])].map(totalsOf)) {
        expect(totals.solarWh ?? -1).toBeCloseTo(wh[0] ?? -1, 4);
        expect(totals.measuredS).toBeCloseTo((measuredMs[0] ?? 0) / 1000, 6);
      }
      if (laterMs === 0) expect(live.isStale).toBe(false);
    }),
  );
});

test("where readings become slower, what was taken for a gap is computed again once it turns out to be none", () => {
  const slow = [1.5, 2, 2.5, 3, 3.5, 4].map((hours) => start + hours * 60 * minute);
  const at = [...Array.from({ length: 361 }, (_, index) => start + index * 10_000), ...slow];
  const columns = [at.map(() => 600), [], [], []];
  let day = dayFromSamples("UTC", start, [], [[], [], [], []], 10_000);
  for (const [index, atMs] of at.entries()) {
    day = addReading(day, "UTC", { atMs, values: [600] }, 10_000);
    const known = { atMs: at.slice(0, index + 1), powerW: columns[0]?.slice(0, index + 1) ?? [], meterWh: [] };
    if (day.isStale) day = dayFromSamples("UTC", start, known.atMs, [known.powerW, [], [], []], 10_000);
    if (index < 360) continue;
    expect(totalsOf(day).solarWh).toBeCloseTo(energyOf(known, [day.startMs, day.endMs], 10_000).wh[0] ?? NaN, 6);
  }
  expect(totalsOf(day).solarWh).toBeGreaterThan(1_700);
});

test("reading by reading it is what all of them say, or to be computed again: seldom, slower and faulty readings, resets", () => {
  const step = fc.constantFrom(5, 10, 10, 10, 30, 60, 180, 700);
  const value = fc.constantFrom("both", "both", "both", "power", "meter", "neither", "dip", "reset");
  fc.assert(
    fc.property(fc.array(fc.tuple(step, value, fc.integer({ min: 1, max: 12 })), { maxLength: 14 }), (drawn) => {
      const [at, powerW, meterWh]: [number[], (number | null)[], (number | null)[]] = [[], [], []];
      let [atMs, counted] = [start + 9 * 60 * minute, 5_000];
      for (const [minutes, kind, count] of drawn)
        for (let turn = 0; turn < count; turn++) {
          atMs += minutes * minute;
          const power = (atMs / minute) % 1_900;
          counted = kind === "reset" && turn === 0 ? 10 : counted + (power * minutes) / 60;
          at.push(atMs);
          powerW.push(kind === "meter" || kind === "neither" ? null : power);
          meterWh.push(
            kind === "power" || kind === "neither" ? null : kind === "dip" && turn === 0 ? counted / 2 : counted,
          );
        }
      const stored = (count: number) =>
        dayFromSamples(
          zone,
          at[count - 1] ?? start,
          at.slice(0, count),
          [powerW.slice(0, count), meterWh.slice(0, count), [], []],
          10_000,
        );
      let day = stored(0);
      for (const [index, time] of at.entries()) {
        day = addReading(day, zone, { atMs: time, values: [powerW[index], meterWh[index], null, null] }, 10_000);
        if (day.isStale) day = stored(index + 1);
        const whole = totalsOf(stored(index + 1));
        expect(totalsOf(day).solarWh ?? -1).toBeCloseTo(whole.solarWh ?? -1, 4);
        expect(totalsOf(day).measuredS).toBeCloseTo(whole.measuredS, 4);
      }
    }),
  );
});

test("a late reading of today makes the day stale, one of last week does not", () => {
  const day = dayFromSamples("UTC", start, [start], [[100], [null], [null], [null]], minute);
  expect(addReading(day, "UTC", { atMs: start - minute, values: [1] }, minute).isStale).toBe(true);
  expect(addReading(day, "UTC", { atMs: start - 7 * 24 * 60 * minute, values: [1] }, minute).isStale).toBe(false);
});

test("where readings are hours apart, a late one of yesterday makes the day stale, announced or not", () => {
  const early = start - 12 * 60 * minute;
  const at = [0, 6, 12, 18].map((hours) => start + (hours - 24) * 60 * minute);
  const columns = [at.map(() => 100), [], [], []];
  const slow = dayFromSamples("UTC", start, at, columns, minute);
  expect(addReading(slow, "UTC", { atMs: early, values: [1] }, minute).isStale).toBe(true);
  const single = dayFromSamples("UTC", start, [start], [[100], [null], [null], [null]], minute);
  expect(addReading(single, "UTC", { atMs: early, values: [1] }, 6 * 60 * minute).isStale).toBe(true);
});
