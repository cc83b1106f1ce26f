import { expect, test } from "vitest";

import { editDistance } from "./edit-distance.ts";

test.each([
  ["retention", "retention", 0],
  ["retenion", "retention", 1],
  ["rettention", "retention", 1],
  ["retantion", "retention", 1],
  ["retnetion", "retention", 1],
  ["ab", "ba", 1],
  ["", "four", 4],
  ["kitten", "sitting", 3],
])("%s is made of %s in %i steps", (one, other, steps) => {
  expect(editDistance(one, other)).toBe(steps);
  expect(editDistance(other, one)).toBe(steps);
});
