import { expect, test } from "vitest";

import { socBand } from "./soc-band.ts";

test("the band lies between the low and the high series, the line in the middle of them, full at the top", () => {
  const series = { low: [100, 0], middle: [100, 50], high: [100, 120] };
  expect(socBand([0, 10], series, 200, 100)).toEqual({
    area: "M0 0L200 0L200 100L0 0Z",
    line: "M0 0L200 50",
  });
});

test("one instant or none does not make a series", () => {
  expect(socBand([5], { low: [1], middle: [1], high: [1] }, 200, 100)).toBeUndefined();
  expect(socBand([], { low: [], middle: [], high: [] }, 200, 100)).toBeUndefined();
});
