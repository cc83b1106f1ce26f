import { expect, test } from "vitest";

import { overhang } from "./projection.ts";

test("a card that reaches beyond the map moves in by that much, and shows its beginning where it is longer than the map", () => {
  const room = [10, 300] as const;
  expect(overhang([10, 300], room)).toBe(0);
  expect(overhang([118, 398], room)).toBe(98);
  expect(overhang([-20, 200], room)).toBe(-30);
  expect(overhang([40, 400], room)).toBe(30);
});
