import { expect, test } from "vitest";

import { productionPackages } from "./production-lock.ts";

const lock = {
  "": { version: "1.0.0" },
  "node_modules/a": {
    version: "1.0.0",
    dependencies: { b: "1", c: "1" },
    peerDependencies: { p: "1", q: "1" },
    peerDependenciesMeta: { q: { optional: true } },
  },
  "node_modules/a/node_modules/b": { version: "1.2.0", dependencies: { c: "1" } },
  "node_modules/b": { version: "2.0.0", dev: true },
  "node_modules/c": { version: "1.0.0", devOptional: true, optionalDependencies: { o: "1" } },
  "node_modules/o": { version: "1.0.0", optional: true, dependencies: { deep: "1" } },
  "node_modules/deep": { version: "1.0.0", devOptional: true },
  "node_modules/p": { version: "1.0.0" },
  "node_modules/q": { version: "1.0.0" },
};

test("a release locks what its dependencies need, each as Node finds it, and what only other platforms need as optional", () => {
  const packages = productionPackages(lock, ["a"]);
  expect(Object.keys(packages)).toEqual([
    "node_modules/a",
    "node_modules/a/node_modules/b",
    "node_modules/c",
    "node_modules/deep",
    "node_modules/o",
    "node_modules/p",
  ]);
  const optional = Object.entries(packages).flatMap(([place, one]) => (one.optional ? [place] : []));
  expect(optional).toEqual(["node_modules/deep", "node_modules/o"]);
  expect(Object.values(packages).some((one) => "dev" in one || "devOptional" in one)).toBe(false);
});

test("a dependency that is not locked is named", () => {
  expect(() => productionPackages({ "node_modules/a": { version: "1.0.0", dependencies: { x: "1" } } }, ["a"])).toThrow(
    "x, which node_modules/a needs, is not in package-lock.json.",
  );
});
