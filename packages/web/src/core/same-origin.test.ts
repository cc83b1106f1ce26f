import { expect, test } from "vitest";

import { safeNext } from "./same-origin.ts";

const origin = "https://portal.example";

test.each(["/charts?period=day#x", "/containers/c-1", "/"])("%s is a place to return to", (next) => {
  expect(safeNext(next, origin)).toBe(next);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "charts",
  "/login",
  "/LOGIN/?next=/",
  "",
  undefined,
  7,
])("%s leads to the dashboard instead", (next) => {
  expect(safeNext(next, origin)).toBe("/");
});
