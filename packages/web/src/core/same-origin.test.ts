import fc from "fast-check";
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
  "/.//evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/x/../../%2e//evil.example",
  "/.\\/evil.example",
  "/%2E%2e/\\evil.example/charts",
  "/.///evil.example",
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

test("whatever the address bar contains, the place to return to is a path of this portal, also when parsed again", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2F",
    "\t",
    "\n",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
    "x",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const next = safeNext(`/${pieces.join("")}`, origin);
      expect(new URL(next, origin).origin).toBe(origin);
      expect(next).toMatch(/^\/(?![/\\])/);
      expect(safeNext(next, origin)).toBe(next);
    }),
    { numRuns: 3_000 },
  );
});
