import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { circlesOf, graphOf } from "./circles.ts";

test("modules that reach each other form a circle, and modules that only lead to them are not part of it", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b", "d"]],
    ["d", []],
    ["e", ["a", "d"]],
  ]);
  expect(circlesOf(graph)).toEqual([["b", "c"]]);
});

test("separate circles are reported separately, and circles that share a module as one", () => {
  const graph = new Map([
    ["a", ["b", "c"]],
    ["b", ["a"]],
    ["c", ["d"]],
    ["d", ["e", "f"]],
    ["e", ["c"]],
    ["f", ["d"]],
  ]);
  expect(circlesOf(graph)).toEqual([
    ["c", "d", "e", "f"],
    ["a", "b"],
  ]);
});

test("a lazy import of a page that imports a type from its route closes a circle", () => {
  const folder = mkdtempSync(join(tmpdir(), "circles-"));
  try {
    writeFileSync(join(folder, "x.route.ts"), 'export const load = () => import("./x.page.tsx");\n');
    writeFileSync(join(folder, "x.page.tsx"), 'import type { Search } from "./x.route.ts";\n');
    expect(circlesOf(graphOf(folder))).toEqual([["x.page.tsx", "x.route.ts"]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a type that is imported in place closes a circle", () => {
  const folder = mkdtempSync(join(tmpdir(), "circles-"));
  try {
    writeFileSync(join(folder, "a.ts"), 'export type A = import("./b.ts").B;\n');
    writeFileSync(join(folder, "b.ts"), 'import type { A } from "./a.ts";\nexport type B = A | string;\n');
    expect(circlesOf(graphOf(folder))).toEqual([["a.ts", "b.ts"]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
