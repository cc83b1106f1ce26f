/** `npm run e2e:browsers`: every screen in the other browsers, as far as this machine has them. */
import { join } from "node:path";

import { defineConfig } from "@playwright/test";

const results = join(import.meta.dirname, "..", "..", "test-results");

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: "*.journeys.ts",
  outputDir: join(results, "browsers"),
  globalSetup: join(import.meta.dirname, "global-setup.ts"),
  // Each file keeps one browser open for all of its tests.
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 90_000 },
  reporter: [["list"]],
});
