import { join } from "node:path";

import { defineConfig } from "@playwright/test";

import { findTestBrowser, softwareGl } from "../scripts/browser.ts";

// Without a browser the file still loads, since the check for unused code reads it on any machine; the stage refuses.
const browser = findTestBrowser();

// Chromium refuses its sandbox to root.
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const launched = (...args: string[]) => ({
  launchOptions: { ...(browser && { executablePath: browser.path }), args: [...asRoot, ...args] },
});
/** Journeys that look at a map. */
const maps = /(?:map|same-quantity)\.spec\.ts$/;

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: "*.spec.ts",
  outputDir: join(import.meta.dirname, "..", "test-results", "browser"),
  globalSetup: join(import.meta.dirname, "stage", "global-setup.ts"),
  fullyParallel: true,
  // One more than a small machine has cores: journeys also wait, for mails, links that drop and pages of others.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A wait bound that only catches hangs; nothing here asserts a time.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: join(import.meta.dirname, "..", "test-results", "browser.json") }]],
  use: {
    browserName: "chromium",
    // The worker would answer for the portal in place of what a journey plays; offline.spec.ts has it.
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: "Africa/Nairobi",
    // A trace takes a quarter of the time of all journeys; where one is wanted, `--trace retain-on-failure` makes it.
    trace: "off",
    // Like the bound above, but so that a click that leads to nothing does not hold up the others for five minutes.
    actionTimeout: 90_000,
    screenshot: "only-on-failure",
    // What slides in is waited for, by people and journeys alike; nothing here is proved by it.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    // Only the map is drawn by the graphics card that is played; the page around it is put together without, as below.
    { name: "maps", testMatch: maps, use: launched(...softwareGl, "--disable-gpu-compositing") },
    // A graphics card that is only played draws each page slower than none.
    { name: "screens", testIgnore: maps, use: launched("--disable-gpu") },
  ],
});
