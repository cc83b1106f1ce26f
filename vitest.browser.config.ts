import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

import { callAccess } from "./packages/web/build/call-access.ts";
import { findTestBrowser } from "./scripts/browser.ts";

// Without a browser the file still loads, since the check for unused code reads it on any machine.
const browser = findTestBrowser();

/** The component tests: the parts of the screens, each alone, in a real browser. */
export default defineConfig({
  root: "packages/web",
  plugins: [react(), callAccess()],
  // Found before the first test: what is found later loads the page again in the middle of one.
  optimizeDeps: { entries: ["src/**/*.stories.tsx", "src/**/*.browser.test.{ts,tsx}", "src/testing/*.{ts,tsx}"] },
  test: {
    include: ["src/**/*.browser.test.{ts,tsx}"],
    setupFiles: ["src/testing/browser-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As the other limits it only catches hangs; a busy machine draws late.
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: {
          ...(browser && { executablePath: browser.path }),
          // Chromium refuses its sandbox to root.
          args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"],
        },
        contextOptions: { locale: "en-GB", timezoneId: "Africa/Nairobi", reducedMotion: "reduce" },
      }),
      instances: [{ browser: "chromium" }],
      // One page for all files: each part is taken away after its test.
      isolate: false,
      fileParallelism: false,
      screenshotFailures: false,
    },
  },
});
