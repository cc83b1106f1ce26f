import { expect, test } from "vitest";

import { toCourse } from "./energy-balance.ts";

const answer = (t: number[], values: (number | null)[], coverage: number) => ({
  t,
  values,
  total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  coverage,
  zone: "UTC",
  groupBy: "hour" as const,
});

test("both courses stand on the groups of either, and a hole stays a hole", () => {
  const course = toCourse({
    generation: answer([0, 1], [10, null], 1),
    consumption: answer([0, 1, 2], [3, 4, 5], 1),
  });
  expect(course).toEqual({
    t: [0, 1, 2],
    generated: [10, null, null],
    used: [3, 4, 5],
    generatedWh: 10,
    usedWh: 12,
  });
});

test("coverage is told only where it is poor, and then the worse one", () => {
  const course = toCourse({ generation: answer([0], [1], 0.99), consumption: answer([0], [1], 0.6) });
  expect(course.poorCoverage).toBe(0.6);
});
