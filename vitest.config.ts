import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

import { callAccess } from "./packages/web/build/call-access.ts";

export default defineConfig({
  plugins: [callAccess()],
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "e2e/system/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // All cores, also of a machine with two: much of the time is spent waiting for programs that were started.
    maxWorkers: availableParallelism(),
    globalSetup: ["packages/server/src/testing/global-setup.ts"],
  },
});
