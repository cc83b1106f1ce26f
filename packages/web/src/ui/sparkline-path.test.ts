import { expect, test } from "vitest";

import { sparkline } from "./sparkline-path.ts";

test("a sparkline runs from margin to margin and ends in its last point", () => {
  const shape = sparkline([0, 10, 5], 80, 24)!;
  expect(shape.path).toBe("M3 21L40 3L77 12");
  expect(shape.last).toEqual([77, 12]);
  expect(shape.zeroY).toBe(21);
});

test("a gap stays a gap", () => {
  expect(sparkline([1, null, 2], 80, 24)!.path).toBe("M3 21M77 3");
});

test("zero is marked only where it lies inside", () => {
  expect(sparkline([5, 6], 80, 24)).not.toHaveProperty("zeroY");
  expect(sparkline([-1, 1], 80, 24)!.zeroY).toBe(12);
});

test("without measurements there is no line, and a constant gives a flat one", () => {
  expect(sparkline([null, null], 80, 24)).toBeUndefined();
  expect(sparkline([4, 4], 80, 24)!.path).toBe("M3 12L77 12");
});
