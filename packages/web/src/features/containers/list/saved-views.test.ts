import type { SavedView } from "@offgrid/contract/users/users.schema";
import { expect, test } from "vitest";

import { isNameUsed, isView, withName, withView } from "./saved-views.ts";

const views: SavedView[] = [
  { name: "Low", search: { sort: "soc", reversed: true } },
  { name: "North", search: { cluster: "c-1" } },
];

test("a view is added, overwritten in its place, and renamed", () => {
  expect(withView(views, " New ", { status: "offline" }).at(-1)).toEqual({
    name: "New",
    search: { status: "offline" },
  });
  expect(withView(views, "Low", { search: "x" })).toEqual([{ name: "Low", search: { search: "x" } }, views[1]]);
  expect(withName(views, "Low", "Empty").map(({ name }) => name)).toEqual(["Empty", "North"]);
});

test("a name that differs only in case is taken, except by the view itself", () => {
  expect(isNameUsed(views, "low ")).toBe(true);
  expect(isNameUsed(views, "LOW", "Low")).toBe(false);
  expect(isNameUsed(views, "High")).toBe(false);
});

test("a view is active while the list has its search, filters and order, in whatever sequence", () => {
  expect(isView(views[0]!, { reversed: true, sort: "soc" })).toBe(true);
  expect(isView(views[0]!, { sort: "soc" })).toBe(false);
  expect(isView({ name: "Old", search: { colour: "red" } }, {})).toBe(true);
});
