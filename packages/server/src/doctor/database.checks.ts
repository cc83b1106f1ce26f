import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import type pg from "pg";
import { pino } from "pino";

import type { Config } from "../config/config.ts";
import type { Sending } from "../config/config.sending.ts";
import { LiveConfig } from "../config/live-config.ts";
import { type DatabaseAddress, type Db, openDatabase, reasonOf } from "../core/db.ts";
import { openSecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";
import { changedSending, readKept } from "../features/settings/sending.store.ts";
import { dataDirOwner } from "../postgres/data-dir-lock.ts";
import { findEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { openSteps } from "../postgres/migrate.ts";
import { SharedPostgres } from "../postgres/shared-postgres.ts";
import * as store from "./doctor.store.ts";
import { checkBackups } from "./backup.checks.ts";
import { type Finding, fault, faultOf, note, ok } from "./finding.ts";

const oldestServer = 150_000;
const mostClockMs = 5_000;
const silent = pino({ level: "silent" });

export interface LookedAt {
  findings: Finding[];
  /** What people of the portal set to send with, instead of what the environment has. */
  sending: Partial<Sending>;
}

/** The database with all that hangs on it: its rights, its schema, its clock, and the key of what is sealed in it. */
export async function checkDatabase(config: Config, nowMs: () => number): Promise<LookedAt> {
  const unread = (...findings: Finding[]) => ({ findings, sending: {} });
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, "postgres", "data", "PG_VERSION")))
    return unread(ok("database", "The embedded database is made at the first start."), checkKeyFile(config, undefined));
  const opened = await open(config).catch((error: unknown) => error);
  if (!isOpened(opened)) {
    const away = opened instanceof StartError ? faultOf("database", opened) : unreachable(config, opened);
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
  if (databaseUrl === undefined)
    return fault("database", `The embedded database does not answer (${reasonOf(error)}).`, "Start the portal again.");
  const { hostname, port, pathname } = new URL(databaseUrl);
  return fault(
    "database",
    `The database at ${hostname}:${port || 5432}${pathname} does not answer (${reasonOf(error)}).`,
    "Start it, or correct DATABASE_URL: host, port, name of the database, user and password.",
  );
}

function checkVersion({ version, versionNumber }: { version: string; versionNumber: number }): Finding {
  if (versionNumber >= oldestServer) return ok("database", `PostgreSQL ${version} answers.`);
  return fault(
    "database",
    `The database is PostgreSQL ${version}, and the portal needs 15 or later.`,
    "Upgrade it, or unset DATABASE_URL to use the embedded one.",
  );
}

async function checkSchema(pool: pg.Pool): Promise<Finding> {
  try {
    const steps = await openSteps(pool);
    if (steps.length === 0) return ok("database", "Its schema has what this version needs.");
    return note(
      "database",
      `Its schema is ${steps.length} steps behind this version, from ${steps[0]} on.`,
      "The next start of the portal takes them; back up before.",
    );
  } catch (error) {
    if (error instanceof StartError) return faultOf("database", error);
    throw error;
  }
}

async function checkRights({ databaseOwnerUrl }: Config, pool: pg.Pool): Promise<Finding[]> {
  const closed = await store.listClosedTables(pool);
  const found: Finding[] = [];
  if (closed.length > 0) {
    found.push(
      fault(
        "database",
        `Its role lacks rights on ${closed.slice(0, 3).join(", ")}${closed.length > 3 ? ` and ${closed.length - 3} other tables` : ""}.`,
        "Start the portal once with DATABASE_OWNER_URL, which grants what is missing, or let DATABASE_URL name the role that made the tables.",
      ),
    );
  }
  if (databaseOwnerUrl !== undefined) {
    const owner = openDatabase({ connectionString: databaseOwnerUrl }, silent, 1);
    const away = await owner.pool.query("select").then(
      () => undefined,
      (error: unknown) => error,
    );
    await owner.close();
    if (away !== undefined) {
      found.push(
        fault(
          "database",
          `The owner of the tables is not let in (${reasonOf(away)}).`,
          "Correct DATABASE_OWNER_URL: the same database, with the user and password of the owner.",
        ),
      );
    }
  }
  return found.length > 0 ? found : [ok("database", "Its role may do what the portal does.")];
}

function checkClock(offsetMs: number): Finding {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  if (Math.abs(offsetMs) <= mostClockMs) return ok("clock", "The clocks of this machine and the database agree.");
  return fault(
    "clock",
    `The clock of this machine is ${seconds} s ${offsetMs < 0 ? "ahead of" : "behind"} that of the database.`,
    "Let both machines keep time by NTP (timedatectl set-ntp true): readings are filed by it and sign-ins end by it.",
  );
}

/** @param known Fingerprint of the key that sealed the database's secrets. */
function checkKeyFile({ dataDir }: Config, known: string | undefined): Finding {
  const file = join(dataDir, "portal.key");
  if (!existsSync(file)) {
    if (known === undefined) return ok("portal.key", "It is made at the first start.");
    return fault(
      "portal.key",
      `There is no ${file}, and the database has secrets that it sealed.`,
      "Put the file back from its backup, mode 600. If it is lost, start once with PORTAL_KEY_IS_LOST=yes.",
    );
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    return fault("portal.key", `Others may read ${file}.`, `Run: chmod 600 ${file}`);
  if (Buffer.from(readFileSync(file, "utf8").trim(), "base64").length !== 32)
    return fault("portal.key", `${file} is no key of 32 bytes.`, "Put the file back from its backup, mode 600.");
  if (known !== undefined && openSecretBox(dataDir).fingerprint !== known) {
    return fault(
      "portal.key",
      `${file} is not the key that sealed this database's secrets.`,
      "Put the file back from its backup, mode 600. If it is lost, start once with PORTAL_KEY_IS_LOST=yes.",
    );
  }
  return ok("portal.key", known === undefined ? `${file} is a key.` : "It fits the database.");
}
