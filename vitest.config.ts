import { defineConfig } from "vitest/config";

import { callAccess } from "./packages/web/build/call-access.ts";

export default defineConfig({
  plugins: [callAccess()],
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "e2e/system/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    globalSetup: ["packages/server/src/testing/global-setup.ts"],
  },
});
