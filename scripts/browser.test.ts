import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test, vi } from "vitest";

import { findBrowser, findTestBrowser } from "./browser.ts";

const folder = mkdtempSync(join(tmpdir(), "offgrid-browser-"));
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const empty = {
  chosen: undefined,
  path: "",
  usualPlaces: [],
  shellPlaces: [],
  playwrightPath: join(folder, "nothing"),
};

describe("the search for a browser", { skip: process.platform === "win32" }, () => {
  test("finds nothing on a machine that has none", () => {
    expect(findBrowser(empty)).toBeUndefined();
  });

  test("skips a stub that only prints advice", () => {
    program("chromium", "echo 'please install the snap'; exit 1");
    const real = program("google-chrome", "echo 'Google Chrome 150.0.1'");
    expect(findBrowser({ ...empty, path: folder })?.path).toBe(real);
  });

  test("takes Playwright's own download when nothing is installed", () => {
    const own = program("own", "echo 'Chromium 150.0.1'");
    expect(findBrowser({ ...empty, playwrightPath: own })).toEqual({ path: own, how: "downloaded by Playwright" });
  });

  test("takes a browser without windows for tests alone, and none where one is named", () => {
    const whole = program("chromium", "echo 'Chromium 150.0.1'");
    const shell = program("chromium-headless-shell", "echo 'Chromium 150.0.1'");
    const both = { ...empty, path: folder, shellPlaces: [shell] };
    expect(findTestBrowser(both)?.path).toBe(shell);
    expect(findBrowser(both)?.path).toBe(whole);
    expect(findTestBrowser({ ...both, chosen: whole })?.path).toBe(whole);
    expect(findTestBrowser({ ...both, shellPlaces: [join(folder, "nothing")] })?.path).toBe(whole);
  });

  test("names a wrong CHROMIUM_PATH instead of ignoring it", () => {
    expect(() => findBrowser({ ...empty, chosen: "/nowhere/chromium" })).toThrow(
      /CHROMIUM_PATH is \/nowhere\/chromium/,
    );
  });
});

test("without a browser the journeys' configuration still loads, and the stage says what is missing", async () => {
  vi.doMock("./browser.ts", async (original) => ({
    ...(await original<typeof import("./browser.ts")>()),
    findTestBrowser: () => undefined,
  }));
  const { default: settings } = await import("../e2e/playwright.config.ts");
  const { projects = [] } = settings;
  expect(projects).not.toEqual([]);
  for (const { use } of projects) expect(use?.launchOptions).not.toHaveProperty("executablePath");
  const { default: setStage } = await import("../e2e/stage/global-setup.ts");
  await expect(setStage()).rejects.toThrow(/No browser was found; `npm run e2e` makes sure of one/);
});
