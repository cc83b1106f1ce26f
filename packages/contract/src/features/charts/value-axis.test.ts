import fc from "fast-check";
import { expect, test } from "vitest";

import { valueRange, valueTicks, withOneZero } from "./value-axis.ts";

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

test("two axes that both cross 0 have their zeros and their grid at one height, and hold what they held", () => {
  const range = fc
    .tuple(fc.double({ min: -1e6, max: -0.01, noNaN: true }), fc.double({ min: 0.01, max: 1e6, noNaN: true }))
    .map(([low, high]) => valueRange(low, high, "W"));
  fc.assert(
    fc.property(range, range, (one, other) => {
      const aligned = withOneZero(one, other);
      const [left, right] = aligned.map(({ min, max }) => -min / (max - min));
      expect(left).toBeCloseTo(right!, 9);
      expect(valueTicks(aligned[0])).toHaveLength(valueTicks(aligned[1]).length);
      for (const [index, before] of [one, other].entries()) {
        expect(aligned[index]!.min).toBeLessThanOrEqual(before.min + before.step * 1e-6);
        expect(aligned[index]!.max).toBeGreaterThanOrEqual(before.max - before.step * 1e-6);
      }
    }),
  );
});

test("an axis that does not cross 0 stays as it is beside one that does", () => {
  const [power, charge] = [valueRange(-1500, 2500, "W"), valueRange(41, 96, "percent")];
  expect(withOneZero(power, charge)).toEqual([power, charge]);
});
