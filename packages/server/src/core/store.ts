import type { Logger } from "pino";

import type { Config } from "./config.ts";
import { dataDirOwner, lockDataDir } from "./data-dir-lock.ts";
import { type Database, checkDatabase, openDatabase } from "./db.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";

export interface Store {
  database: Database;
  /** Version of the schema. */
  schema: number;
  /** Ends the connections, then the embedded PostgreSQL, then gives DATA_DIR free. */
  close(): Promise<void>;
}

/**
 * The database of a portal: the embedded one of DATA_DIR, or DATABASE_URL, brought to this version's schema.
 * @throws StartError in one sentence; whatever was started by then is stopped again.
 */
export async function openStore(config: Config, log: Logger): Promise<Store> {
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    undo.push(await lockDataDir(config.dataDir));
    let database: Database;
    if (config.databaseUrl === undefined) {
      const server = await startEmbeddedPostgres(config.dataDir, log);
      undo.push(server.stop);
      database = openDatabase(server.address, log);
    } else {
      database = openDatabase({ connectionString: config.databaseUrl }, log);
    }
    undo.push(database.close);
    await checkDatabase(database.pool, nameOf(config));
    return { database, schema: await migrate(database.pool, log), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The database for a command: beside a running portal through that portal's own server, else as `openStore`. */
export async function openStoreForCommand(config: Config, log: Logger): Promise<Store> {
  if (config.databaseUrl !== undefined || (await dataDirOwner(config.dataDir)) === undefined)
    return openStore(config, log);
  const address = await findEmbeddedPostgres(config.dataDir, log);
  if (!address) return openStore(config, log);
  const database = openDatabase(address, log, 2);
  try {
    return { database, schema: await migrate(database.pool, log), close: database.close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** For sentences, without the password. */
function nameOf({ databaseUrl }: Config): string {
  if (databaseUrl === undefined) return "under DATA_DIR";
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `at ${hostname}:${port || 5432}${pathname}`;
}
