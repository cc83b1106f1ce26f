import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { featureName, listings, makeFeature, newFiles } from "./new-feature.ts";

const root = join(import.meta.dirname, "..");

/** A folder with copies of this repository's present listings. */
function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), "new-feature-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { path } of listings) cpSync(join(root, path), join(folder, path));
  return folder;
}

test("a new feature has contract, server, web, texts and a test, and is in every listing once", () => {
  const folder = repository();
  const name = featureName("street-lights");
  const paths = makeFeature(folder, name);
  expect(paths).toHaveLength(newFiles(name).size + listings.length);
  for (const path of paths) expect(existsSync(join(folder, path)), path).toBe(true);
  for (const { path } of listings) {
    const [before, after] = [root, folder].map((place) => readFileSync(join(place, path), "utf8").split("\n").length);
    expect(after, path).toBeGreaterThan(before!);
    expect(readFileSync(join(folder, path), "utf8"), path).toMatch(/street-lights|streetLights|street_lights/);
  }
});

test("an existing feature is left alone", () => {
  const folder = repository();
  makeFeature(folder, featureName("lamps"));
  const handlers = readFileSync(join(folder, "packages/server/src/handlers.ts"), "utf8");
  expect(() => makeFeature(folder, featureName("lamps"))).toThrow(/is there already; choose another name/);
  expect(readFileSync(join(folder, "packages/server/src/handlers.ts"), "utf8")).toBe(handlers);
});

test.each([undefined, "", "Lamps", "street_lights", "-lamps", "lamps-", "../lamps", "lamps2"])(
  "%s cannot be the name of a feature",
  (given) => {
    expect(() => featureName(given)).toThrow(/lower-case words with hyphens/);
  },
);
