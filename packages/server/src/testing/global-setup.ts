import { rm } from "node:fs/promises";

import { pino } from "pino";
import type { TestProject } from "vitest/node";

import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { portalAddress } from "../postgres/portal-role.ts";
import { prepareDataFolder } from "./prepared-data.ts";
import { makeRunFolder } from "./run-folder.ts";

/** One PostgreSQL in a temporary folder per run. Its content is thrown away, so it need not flush to disk. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeRunFolder();
  await prepareDataFolder(folder);
  const server = await startEmbeddedPostgres(folder, pino({ level: "silent" }), {
    flags: ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200"],
  });
  const portal = await portalAddress(server.address, folder);
  project.provide("testServer", JSON.stringify({ owner: server.address, portal }));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
