import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Finding } from "@offgrid/contract/doctor/findings";
import type pg from "pg";
import { pino } from "pino";

import type { Config } from "../config/config.ts";
import type { Sending } from "../config/config.sending.ts";
import { LiveConfig } from "../config/live-config.ts";
import { type DatabaseAddress, type Db, openDatabase, reasonOf } from "../core/db.ts";
import { openSecretBox } from "../core/secret-box.ts";
import { ownUser, StartError } from "../core/start-error.ts";
import { changedSending, readKept } from "../features/settings/sending.store.ts";
import { dataDirOwner } from "../postgres/data-dir-lock.ts";
import { findEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { openSteps } from "../postgres/migrate.ts";
import { hasDatabase } from "../postgres/postgres-program.ts";
import { SharedPostgres } from "../postgres/shared-postgres.ts";
import * as store from "./doctor.store.ts";
import { checkBackups } from "./backup.checks.ts";
import { finding, findingOf } from "./finding.ts";

const oldestServer = 150_000;
const mostClockMs = 5_000;
const mostNamed = 3;
const silent = pino({ level: "silent" });

export interface LookedAt {
  findings: Finding[];
  /** What people of the portal set to send with, instead of what the environment has. */
  sending: Partial<Sending>;
}

/** The database with all that hangs on it: its rights, its schema, its clock, and the key of what is sealed in it. */
export async function checkDatabase(config: Config, nowMs: () => number): Promise<LookedAt> {
  const unread = (...findings: Finding[]) => ({ findings, sending: {} });
  if (config.databaseUrl === undefined && !hasDatabase(config.dataDir))
    return unread(finding("database", "database_to_come"), checkKeyFile(config, undefined));
  const opened = await open(config).catch((error: unknown) => error);
  if (!isOpened(opened)) {
    const away = opened instanceof StartError ? findingOf("database", opened) : unreachable(config, opened);
    return unread(away, checkKeyFile(config, undefined));
  }
  const { address, close } = opened;
  const database = openDatabase(address, silent, 1);
  try {
    const server = await store.readServer(database.pool);
    const known = await store.readKeyFingerprint(database.pool);
    const key = checkKeyFile(config, known);
    const findings = [
      checkVersion(server),
      await checkSchema(database.pool),
      ...(await checkRights(config, database.pool)),
      checkClock(server.nowMs - nowMs()),
      key,
      ...((await openSteps(database.pool).catch(() => undefined))?.length === 0
        ? await checkBackups(config, database, nowMs())
        : []),
    ];
    const isSealed = known !== undefined && key.level === "ok" && (await store.hasSendingServices(database.pool));
    return { findings, sending: isSealed ? await readSending(database.db, config) : {} };
  } catch (error) {
    return unread(unreachable(config, error), checkKeyFile(config, undefined));
  } finally {
    await database.close();
    await close();
  }
}

async function readSending(db: Db, config: Config): Promise<Partial<Sending>> {
  const { usualSending } = new LiveConfig(config);
  return changedSending(await readKept(db, openSecretBox(config.dataDir)), usualSending);
}

interface Opened {
  address: DatabaseAddress;
  close(): Promise<void>;
}

const isOpened = (one: unknown): one is Opened => typeof one === "object" && one !== null && "address" in one;

/** Of a running portal the one that it keeps; else it is started for as long as the look takes. */
async function open({ databaseUrl, dataDir }: Config): Promise<Opened> {
  if (databaseUrl !== undefined) return { address: { connectionString: databaseUrl }, close: async () => undefined };
  const running = (await dataDirOwner(dataDir)) === undefined ? undefined : await findEmbeddedPostgres(dataDir, silent);
  if (running) return { address: running, close: async () => undefined };
  const shared = await SharedPostgres.join(dataDir, silent);
  return { address: shared.address, close: () => shared.close() };
}

function unreachable({ databaseUrl }: Config, error: unknown): Finding {
  const reason = reasonOf(error);
  if (databaseUrl === undefined) return finding("database", "embedded_silent", { reason });
  const { hostname, port, pathname } = new URL(databaseUrl);
  return finding("database", "database_silent", { place: `${hostname}:${port || 5432}${pathname}`, reason });
}

function checkVersion({ version, versionNumber }: { version: string; versionNumber: number }): Finding {
  return finding("database", versionNumber >= oldestServer ? "database_answers" : "database_old", { version });
}

async function checkSchema(pool: pg.Pool): Promise<Finding> {
  try {
    const steps = await openSteps(pool);
    const [step] = steps;
    if (step === undefined) return finding("database", "schema_fits");
    return finding("database", "schema_behind", { count: steps.length, step });
  } catch (error) {
    if (error instanceof StartError) return findingOf("database", error);
    throw error;
  }
}

async function checkRights({ databaseOwnerUrl }: Config, pool: pg.Pool): Promise<Finding[]> {
  const closed = await store.listClosedTables(pool);
  const found: Finding[] = [];
  if (closed.length > 0) {
    const [tables, count] = [closed.slice(0, mostNamed).join(", "), closed.length - mostNamed];
    found.push(
      count > 0
        ? finding("database", "rights_lacking_more", { tables, count })
        : finding("database", "rights_lacking", { tables }),
    );
  }
  if (databaseOwnerUrl !== undefined) {
    const owner = openDatabase({ connectionString: databaseOwnerUrl }, silent, 1);
    const away = await owner.pool.query("select").then(
      () => undefined,
      (error: unknown) => error,
    );
    await owner.close();
    if (away !== undefined) found.push(finding("database", "owner_refused", { reason: reasonOf(away) }));
  }
  return found.length > 0 ? found : [finding("database", "rights_whole")];
}

function checkClock(offsetMs: number): Finding {
  if (Math.abs(offsetMs) <= mostClockMs) return finding("clock", "clocks_agree");
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  return finding("clock", offsetMs < 0 ? "clock_ahead" : "clock_behind", { seconds });
}

/** @param known Fingerprint of the key that sealed the database's secrets. */
function checkKeyFile({ dataDir }: Config, known: string | undefined): Finding {
  const file = join(dataDir, "portal.key");
  if (!existsSync(file)) {
    return known === undefined ? finding("portal_key", "key_to_come") : finding("portal_key", "key_missing", { file });
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    return finding("portal_key", "key_open", { file });
  try {
    if (Buffer.from(readFileSync(file, "utf8").trim(), "base64").length !== 32)
      return finding("portal_key", "key_broken", { file });
  } catch (error) {
    return finding("portal_key", "key_closed", { file, reason: reasonOf(error), user: ownUser() });
  }
  if (known === undefined) return finding("portal_key", "key_unused", { file });
  return openSecretBox(dataDir).fingerprint === known
    ? finding("portal_key", "key_fits")
    : finding("portal_key", "key_of_other", { file });
}
