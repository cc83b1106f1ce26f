import { expect, test } from "vitest";

import { wholeShares } from "./whole-shares.ts";

test("shares in whole per cent add up to 100, and none is further than one from what it is", () => {
  for (const parts of [[525, 280, 195], [1, 1, 1], [1, 1, 1, 1, 1, 1], [996, 4], [335, 335, 330], [12_345]]) {
    const all = parts.reduce((sum, part) => sum + part);
    const shares = wholeShares(parts);
    expect(shares.reduce((sum, share) => sum + share)).toBe(100);
    for (const [index, share] of shares.entries())
      expect(Math.abs(share - (parts[index]! / all) * 100)).toBeLessThan(1);
  }
  // Rounded each for itself: 53, 28 and 20.
  expect(wholeShares([525, 280, 195])).toEqual([53, 28, 19]);
});

test("of nothing there is no share", () => {
  expect(wholeShares([0, 0])).toEqual([0, 0]);
  expect(wholeShares([])).toEqual([]);
});
