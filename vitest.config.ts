import { availableParallelism } from "node:os";

import { configDefaults, defineConfig } from "vitest/config";

import { callAccess } from "./packages/web/build/call-access.ts";
import { SlowestFirst } from "./scripts/slowest-first.ts";

/** Tests of what only computes: no database, no program, no port, and nothing of a module that a test leaves changed. */
const pure = [
  "packages/contract/src/**/*.test.ts",
  "packages/web/src/**/*.test.{ts,tsx}",
  "packages/simulator/src/{fleet,plant}/*.test.ts",
  "packages/controller/src/{drivers/recording,link}/**/*.test.ts",
  "packages/controller/src/drivers/{composite.driver,modbus/modbus.frames}.test.ts",
  "packages/controller/src/{config,reading,supervisor/program-state}.test.ts",
  "packages/controller/src/automations/run-reports.test.ts",
  "packages/controller/src/configuration/*.test.ts",
  "packages/server/src/calls/audit-size.test.ts",
  "packages/server/src/config/*.test.ts",
  "packages/server/src/features/automations/past-runs.test.ts",
  "packages/server/src/core/{log,now,strict-json}.test.ts",
  "packages/server/src/history/{chart-range,energy/energy,rollups/rollup-codec,tiers/chunk-codec}.test.ts",
  "packages/server/src/features/energy-state/{cut-part,energy-state,load-runs,loads-cut,loads-sign}.test.ts",
  "packages/server/src/features/ingest/follow-loads.test.ts",
  "packages/server/src/features/channels/{messages,web-push}.test.ts",
  "packages/server/src/features/containers/{container-row,container-status,kept-container}.test.ts",
  "packages/server/src/features/configuration/{config-steps,section-outputs}.test.ts",
  "packages/server/src/features/help/own-pages.test.ts",
  "packages/server/src/features/load-protection/dry-run.test.ts",
  "packages/server/src/features/phase-control/dry-run.test.ts",
  "packages/server/src/features/power-cuts/power-cuts.test.ts",
  "packages/server/src/features/sim-cards/data-budget.test.ts",
  "packages/server/src/features/upgrades/upgrade-gates.test.ts",
  "packages/server/src/features/users/image-size.test.ts",
  "packages/server/src/jobs/each-in-turn.test.ts",
  "scripts/{chunk-groups,command-reasons,event-codes,docs,docs.cases,i18n-rules,report,circles,css-classes,css-lines,kept-contexts,long-functions,spec-rules,street-region,supported-browsers,test-titles,ui-words,usage}.test.ts",
];

/**
 * Tests that put something of their own in the place of a module of Node, such as a full disk. Each has a program of its
 * own: where another file has loaded the same code before, the code would keep the real module.
 */
const mocking = ["packages/controller/src/commands/*.test.ts"];

/** For files that use the database. */
const shared = {
  // Loading the portal took each of these files more than a second of processor time, and most of their tests take less.
  isolate: false,
  globalSetup: ["scripts/build-programs.setup.ts", "packages/server/src/testing/global-setup.ts"],
  setupFiles: ["packages/server/src/testing/file-end.setup.ts"],
};

// The component tests have a configuration of their own, with a browser.
const excluded = [...configDefaults.exclude, "**/*.browser.test.{ts,tsx}"];

export default defineConfig({
  plugins: [callAccess()],
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Four more than there are cores: the first two minutes are spent waiting for programs, time limits and quiet minutes.
    maxWorkers: availableParallelism() + 4,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "system",
          include: ["e2e/system/**/*.test.ts"],
          pool: "forks",
          ...shared,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [...excluded, ...pure, ...mocking],
          pool: "forks",
          ...shared,
        },
      },
      {
        extends: true,
        test: { name: "mocking", include: mocking, exclude: excluded, pool: "forks", isolate: true },
      },
      {
        extends: true,
        // Starting each of a hundred small files in a program of its own took longer than the tests.
        test: { name: "pure", include: pure, exclude: excluded, pool: "threads", isolate: false },
      },
    ],
  },
});
