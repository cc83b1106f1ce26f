import type { Logger } from "pino";

import type { Config } from "../config/config.ts";
import { awaitDatabase } from "./await-database.ts";
import { dataDirOwner } from "./data-dir-lock.ts";
import { type Database, type DatabaseAddress, checkDatabase, openDatabase } from "../core/db.ts";
import { findEmbeddedPostgres } from "./embedded-postgres.ts";
import { migrateAsOwner, migrateIfBehind, portalAddress } from "./portal-role.ts";
import { SharedPostgres } from "./shared-postgres.ts";

export interface Store {
  database: Database;
  /** Another, smaller pool, for the limits of calls: a call that holds a connection of the first waits here for none. */
  limitsDatabase: Database;
  /** Connections of their own for what controllers send: calls that hold all the others never keep it waiting. */
  ingestDatabase: Database;
  /** Version of the schema. */
  schema: number;
  /** This process keeps the embedded PostgreSQL; it may become its keeper later, when the one before ends. */
  readonly keepsDatabase: boolean;
  /** Ends the connections, then the embedded PostgreSQL unless other processes use it. */
  close(): Promise<void>;
}

const limitsConnections = 2;
const ingestConnections = 6;

/**
 * The database of a portal: the embedded one of DATA_DIR, or DATABASE_URL, brought to this version's schema.
 * @param signal The database at DATABASE_URL is waited for until it is aborted; left out: it has to be there.
 * @throws StartError in one sentence; whatever was started by then is stopped again.
 */
export async function openStore(config: Config, log: Logger, signal?: AbortSignal): Promise<Store> {
  return openAndBring(config, log, migrateAsOwner, signal);
}

async function openAndBring(
  config: Config,
  log: Logger,
  bring: typeof migrateAsOwner,
  signal?: AbortSignal,
): Promise<Store> {
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    let address: DatabaseAddress;
    let owner: DatabaseAddress | undefined;
    let embedded: SharedPostgres | undefined;
    if (config.databaseUrl === undefined) {
      const shared = await SharedPostgres.join(config.dataDir, log);
      embedded = shared;
      undo.push(() => shared.close());
      owner = shared.address;
      address = await portalAddress(shared.address, config.dataDir);
    } else {
      address = { connectionString: config.databaseUrl };
      owner = config.databaseOwnerUrl === undefined ? undefined : { connectionString: config.databaseOwnerUrl };
    }
    const open = (connections?: number): Database => {
      const opened = openDatabase(address, log, connections);
      undo.push(opened.close);
      return opened;
    };
    const database = open();
    const limitsDatabase = open(limitsConnections);
    const ingestDatabase = open(ingestConnections);
    if (signal && config.databaseUrl !== undefined) await awaitDatabase(database.pool, nameOf(config), log, signal);
    await checkDatabase(database.pool, nameOf(config));
    const schema = await bring(database, owner, log);
    return {
      database,
      limitsDatabase,
      ingestDatabase,
      schema,
      get keepsDatabase() {
        return embedded?.isKeeper ?? false;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The database for a command: beside a running portal through that portal's own server, else as `openStore`. */
export async function openStoreForCommand(
  config: Config,
  log: Logger,
): Promise<Omit<Store, "limitsDatabase" | "ingestDatabase">> {
  if (config.databaseUrl !== undefined || (await dataDirOwner(config.dataDir)) === undefined)
    return openAndBring(config, log, migrateIfBehind);
  const owner = await findEmbeddedPostgres(config.dataDir, log);
  if (!owner) return openAndBring(config, log, migrateIfBehind);
  const database = openDatabase(await portalAddress(owner, config.dataDir), log, 2);
  try {
    const schema = await migrateIfBehind(database, owner, log);
    return { database, schema, keepsDatabase: false, close: database.close };
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
