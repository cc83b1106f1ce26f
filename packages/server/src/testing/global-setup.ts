import { rm } from "node:fs/promises";

import { pino } from "pino";
import type { TestProject } from "vitest/node";

import { startEmbeddedPostgres } from "../core/embedded-postgres.ts";
import { makeRunFolder } from "./run-folder.ts";

/** One PostgreSQL in a temporary folder per run. Its contents are thrown away, so it need not write to the disk at once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeRunFolder();
  const server = await startEmbeddedPostgres(folder, pino({ level: "silent" }), {
    flags: ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200"],
  });
  project.provide("testServer", JSON.stringify(server.address));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
