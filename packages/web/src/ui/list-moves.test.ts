import { expect, test } from "vitest";

import { dropTarget, neighbourOf } from "./list-moves.ts";

const ids = ["a", "b", "c", "d"];
/** The list after one of it went before another; null: to the end; undefined: it stays. */
function moved(id: string, before: string | null | undefined): string[] {
  if (before === undefined) return ids;
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(before === null ? others.length : others.indexOf(before), 0, id);
}

test("one of a list moves one place up or down, and stays at the ends", () => {
  expect(moved("b", neighbourOf(ids, "b", -1))).toEqual(["b", "a", "c", "d"]);
  expect(moved("b", neighbourOf(ids, "b", 1))).toEqual(["a", "c", "b", "d"]);
  expect(moved("c", neighbourOf(ids, "c", 1))).toEqual(["a", "b", "d", "c"]);
  expect(neighbourOf(ids, "a", -1)).toBeUndefined();
  expect(neighbourOf(ids, "d", 1)).toBeUndefined();
  expect(neighbourOf(ids, "gone", 1)).toBeUndefined();
});

test("one that is dropped on another takes its place", () => {
  expect(moved("a", dropTarget(ids, "a", "c"))).toEqual(["b", "c", "a", "d"]);
  expect(moved("d", dropTarget(ids, "d", "b"))).toEqual(["a", "d", "b", "c"]);
  expect(moved("a", dropTarget(ids, "a", "d"))).toEqual(["b", "c", "d", "a"]);
  expect(dropTarget(ids, "a", "a")).toBeUndefined();
});
