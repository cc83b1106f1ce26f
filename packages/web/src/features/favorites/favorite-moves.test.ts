import { expect, test } from "vitest";

import { withFavorite } from "../../domain/favorites/favorite-order.ts";
import { dropTarget, neighbourOf } from "./favorite-moves.ts";

const ids = ["a", "b", "c", "d"];
const moved = (id: string, before: string | null | undefined) =>
  before === undefined ? ids : withFavorite(ids, { containerId: id, favorite: true, before });

test("a favourite moves one place up or down, and stays at the ends", () => {
  expect(moved("b", neighbourOf(ids, "b", -1))).toEqual(["b", "a", "c", "d"]);
  expect(moved("b", neighbourOf(ids, "b", 1))).toEqual(["a", "c", "b", "d"]);
  expect(moved("c", neighbourOf(ids, "c", 1))).toEqual(["a", "b", "d", "c"]);
  expect(neighbourOf(ids, "a", -1)).toBeUndefined();
  expect(neighbourOf(ids, "d", 1)).toBeUndefined();
  expect(neighbourOf(ids, "gone", 1)).toBeUndefined();
});

test("a favourite that is dropped on another takes its place", () => {
  expect(moved("a", dropTarget(ids, "a", "c"))).toEqual(["b", "c", "a", "d"]);
  expect(moved("d", dropTarget(ids, "d", "b"))).toEqual(["a", "d", "b", "c"]);
  expect(moved("a", dropTarget(ids, "a", "d"))).toEqual(["b", "c", "d", "a"]);
  expect(dropTarget(ids, "a", "a")).toBeUndefined();
});
