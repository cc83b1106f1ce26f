import fc from "fast-check";
import { expect, test } from "vitest";

import { valueRange, valueTicks } from "./value-axis.ts";

test("power starts at 0 and ends on a whole step", () => {
  expect(valueRange(850, 3900, "W")).toEqual({ min: 0, max: 4000, step: 1000 });
  expect(valueTicks(valueRange(850, 3900, "W"))).toEqual([0, 1000, 2000, 3000, 4000]);
});

test("power that charges and discharges keeps its zero line", () => {
  expect(valueTicks(valueRange(-1500, 2500, "W"))).toContain(0);
});

test("a voltage fills the height instead of starting at 0", () => {
  const { min, max } = valueRange(51.8, 53.1, "V");
  expect(min).toBeGreaterThan(51);
  expect(max).toBeLessThan(54);
});

test("percent is 0 to 100", () => {
  expect(valueRange(41, 96, "percent")).toEqual({ min: 0, max: 100, step: 20 });
});

test("what is off or on has these two lines, and states one for each", () => {
  expect(valueTicks(valueRange(0, 0, "bool"))).toEqual([0, 1]);
  expect(valueTicks(valueRange(1, 3, "state"))).toEqual([0, 1, 2, 3]);
  expect(valueTicks(valueRange(null, null, "state"))).toEqual([0, 1]);
});

test("nothing measured, all zero and one constant value still make an axis", () => {
  expect(valueRange(null, null, "W").max).toBeGreaterThan(0);
  expect(valueRange(0, 0, "W")).toMatchObject({ min: 0 });
  expect(valueRange(52, 52, "V").max).toBeGreaterThan(52);
});

test("every range holds its values with three to seven lines", () => {
  const value = fc.double({ min: -1e7, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const range = valueRange(low, high, "W");
      expect(range.min).toBeLessThanOrEqual(low + 1e-6 * range.step + 1e-6);
      expect(range.max).toBeGreaterThanOrEqual(high - 1e-6 * range.step - 1e-6);
      const lines = valueTicks(range).length;
      expect(lines).toBeGreaterThanOrEqual(3);
      expect(lines).toBeLessThanOrEqual(7);
    }),
  );
});
