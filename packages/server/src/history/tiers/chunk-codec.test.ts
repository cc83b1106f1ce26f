import fc from "fast-check";
import { expect, test } from "vitest";

import { packColumn, packTimes, unpackColumn, unpackTimes } from "./chunk-codec.ts";

/** Any finite number; no others are stored. */
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
const decimal = fc
  .tuple(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.nat(6))
  .map(([integer, decimals]) => integer / 10 ** decimals);
const single = decimal.map(Math.fround);
const kinds = [anyDouble, decimal, single, fc.constant(0), fc.constant(-0), fc.integer()] as const;
const column = fc
  .tuple(fc.subarray([...kinds], { minLength: 1 }), fc.boolean())
  .chain(([some, hasGaps]) =>
    fc.array(hasGaps ? fc.oneof(...some, fc.constant(null)) : fc.oneof(...some), { maxLength: 300 }),
  );

test("a column of a sealed day is read back bit for bit: -0, gaps, the smallest and the largest numbers", () => {
  fc.assert(
    fc.property(column, (values) => {
      const packed = packColumn(values);
      const isEmpty = values.every((value) => value === null);
      expect(packed === undefined).toBe(isEmpty);
      // toStrictEqual tells 0 from -0.
      if (packed) expect(unpackColumn(packed, values.length)).toStrictEqual(values);
    }),
    { numRuns: 1_000 },
  );
});

test("the instants of a sealed day are read back, with the time when each was received", () => {
  const startMs = Date.UTC(2026, 2, 1);
  const frames = fc.uniqueArray(
    fc.record({ atMs: fc.nat(86_399_999), receivedMs: fc.integer({ min: -1e7, max: 1e12 }) }),
    { selector: ({ atMs }) => atMs, maxLength: 300 },
  );
  fc.assert(
    fc.property(frames, (some) => {
      const sorted = some.sort((one, other) => one.atMs - other.atMs);
      const times = {
        atMs: sorted.map(({ atMs }) => startMs + atMs),
        receivedMs: sorted.map(({ receivedMs }) => startMs + receivedMs),
      };
      expect(unpackTimes(packTimes(times, startMs), sorted.length, startMs)).toEqual(times);
    }),
  );
});

test("regular instants and constant readings take next to no room, noisy decimals less than two bytes", () => {
  const startMs = Date.UTC(2026, 2, 1);
  const atMs = Array.from({ length: 8_640 }, (_, index) => startMs + index * 10_000);
  const receivedMs = atMs.map((at) => Math.ceil(at / 60_000) * 60_000);
  expect(packTimes({ atMs, receivedMs }, startMs).length).toBeLessThan(100);
  expect(packColumn(atMs.map(() => 230.1))?.length).toBeLessThan(12);
  const noisy = (index: number) => Math.round(5_400 + 300 * Math.sin(index / 900) + ((index * 7_919) % 61)) / 100;
  const voltages = atMs.map((_, index) => noisy(index));
  expect((packColumn(voltages)?.length ?? 0) / atMs.length).toBeLessThan(2);
  // As a 32-bit device reports them.
  expect((packColumn(voltages.map(Math.fround))?.length ?? 0) / atMs.length).toBeLessThan(2);
});
