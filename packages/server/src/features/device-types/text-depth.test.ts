import { starterTypes } from "@offgrid/contract/device-types/starter-types";
import { writeTypes } from "@offgrid/contract/device-types/types-file";
import { expect, test } from "vitest";

import { isNestedDeep } from "./text-depth.ts";

test("a text that would take a parser down is found before one sees it", () => {
  const deep = ["[".repeat(1_500), '{"a":'.repeat(2_000), "- ".repeat(3_000), `{"a]]": [`.repeat(500)];
  const indented = Array.from({ length: 400 }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
  for (const text of [...deep, `a: don't\nb: ${"[".repeat(200)}`, indented]) expect(isNestedDeep(text)).toBe(true);
});

test("a file of types is not deep, nor are brackets within quotes", () => {
  expect(isNestedDeep(writeTypes(starterTypes))).toBe(false);
  expect(isNestedDeep(`name: "${"[".repeat(500)}\\"${"{".repeat(500)}"\nother: '${"[".repeat(500)}'`)).toBe(false);
});
