import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";

import { type Config, readConfig } from "../config/config.ts";
import type { Database } from "../core/db.ts";
import { type Portal, type PortalParts, startPortal } from "../portal.ts";
import { faultsOfAudit } from "./audit-words.ts";
import { testDatabase } from "./test-database.ts";

export interface TestPortal extends Portal {
  /** Connected as the owner of the tables, which the portal itself is not. */
  database: Database;
  config: Config;
  /** Prefix of the calls, such as http://127.0.0.1:40001/api. */
  api: string;
}

/**
 * A whole portal on ports given by the system, with a database and a data folder of its own; `stop` removes both.
 * @throws Error from `stop`, where people could not read what it wrote into its audit (`*.audit.ts` of the contract).
 * @param overrides Settings that differ from the defaults.
 */
export async function startTestPortal(overrides: Partial<Config> = {}, parts: PortalParts = {}): Promise<TestPortal> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-portal-"));
  const clean = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const config: Config = {
    ...readConfig({
      PORT: "0",
      MQTT_PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      // Tests use no external services; those that need one bring a stand-in.
      OUTSIDE_SERVICES: "off",
      BACKUP_DIR: "off",
    }),
    ...overrides,
  };
  try {
    const portal = await startPortal(config, { log: pino({ level: "silent" }), ...parts });
    const stop = async () => {
      await portal.stop();
      let faults: readonly string[];
      try {
        faults = await faultsOfAudit(database.db);
      } finally {
        await clean();
      }
      if (faults.length > 0) throw new Error(`The audit screen has no words for ${faults.join(", ")}.`);
    };
    return { ...portal, database, config, api: `http://127.0.0.1:${portal.port}${config.apiBase}`, stop };
  } catch (error) {
    await clean();
    throw error;
  }
}
