import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Built, isBuiltFrom, keyOf, requireWhole, stampWith } from "./built-from.ts";

let folder = "";
let built: Built;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offgrid-built-"));
  await mkdir(join(folder, "src/deep"), { recursive: true });
  await writeFile(join(folder, "src/deep/one.ts"), "one");
  await writeFile(join(folder, "lock.json"), "{}");
  await writeFile(join(folder, "program.mjs"), "made");
  built = {
    sources: [join(folder, "src"), join(folder, "lock.json")],
    outputs: [join(folder, "program.mjs")],
    stamp: join(folder, "made/stamp"),
  };
  await stampWith(built, keyOf(built));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const isFresh = () => isBuiltFrom(built, keyOf(built));

test("what was built stays while its sources say the same, whatever their times are", async () => {
  expect(isFresh()).toBe(true);
  await utimes(join(folder, "src/deep/one.ts"), new Date(), new Date(Date.now() + 60_000));
  expect(isFresh()).toBe(true);
  await writeFile(join(folder, "src/deep/one.test.ts"), "a test is no part of it");
  expect(isFresh()).toBe(true);
});

test.each([
  [
    "changed, with an older time",
    async () => {
      await writeFile(join(folder, "src/deep/one.ts"), "two");
      await utimes(join(folder, "src/deep/one.ts"), new Date(0), new Date(0));
    },
  ],
  ["added", () => writeFile(join(folder, "src/other.ts"), "")],
  ["removed", () => rm(join(folder, "src/deep/one.ts"))],
  ["renamed", () => rename(join(folder, "src/deep/one.ts"), join(folder, "src/deep/two.ts"))],
  ["a list of packages that changed", () => writeFile(join(folder, "lock.json"), "{ }")],
])("it is built again when a source is %s", async (_, change) => {
  await change();
  expect(isFresh()).toBe(false);
});

test("it is built again when it is gone, or was never finished", async () => {
  await rm(join(folder, "program.mjs"));
  expect(isFresh()).toBe(false);
  await writeFile(join(folder, "program.mjs"), "made");
  expect(isFresh()).toBe(true);
  await rm(built.stamp);
  expect(isFresh()).toBe(false);
});

test("a build that lacks one of its files is none, and says which", async () => {
  expect(() => requireWhole(built)).not.toThrow();
  await rm(join(folder, "program.mjs"));
  expect(() => requireWhole(built)).toThrow(/did not make .*program\.mjs/);
});
