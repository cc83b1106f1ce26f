import { expect, test } from "vitest";

import { withFavorite } from "./favorite-order.ts";

test("a favourite is added at the end, moved before another, or removed", () => {
  const ids = ["a", "b", "c"];
  expect(withFavorite(ids, { containerId: "d", favorite: true })).toEqual(["a", "b", "c", "d"]);
  expect(withFavorite(ids, { containerId: "a", favorite: true })).toEqual(["a", "b", "c"]);
  expect(withFavorite(ids, { containerId: "c", favorite: true, before: "a" })).toEqual(["c", "a", "b"]);
  expect(withFavorite(ids, { containerId: "a", favorite: true, before: null })).toEqual(["b", "c", "a"]);
  expect(withFavorite(ids, { containerId: "a", favorite: true, before: "gone" })).toEqual(["b", "c", "a"]);
  expect(withFavorite(ids, { containerId: "b", favorite: false })).toEqual(["a", "c"]);
  expect(withFavorite(ids, { containerId: "d", favorite: false })).toEqual(ids);
});
