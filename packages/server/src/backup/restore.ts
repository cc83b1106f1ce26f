import { once } from "node:events";
import { chmod, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";

import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

import { busApplication } from "../bus/postgres.bus.ts";
import { type DatabaseAddress, reasonOf } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { holdSchema, knownSteps, takeSteps } from "../postgres/migrate.ts";
import type { BackupKey } from "./backup-key.ts";
import { clear, type Constraint, dropReferences, hasData, switchTriggers } from "./empty-database.ts";
import type { Progress } from "./make-backup.ts";
import { type End, keyName, type Manifest } from "./manifest.ts";
import { readBackup, type ReadBackup } from "./read-backup.ts";
import { applyRules } from "./restore-rules.ts";
import { columnsOf, connect, cutOff, listTables, sumUp, type Table } from "./snapshot.ts";

export interface RestoreOptions {
  path: string;
  key: BackupKey;
  /** The database as the owner of its tables. */
  to: DatabaseAddress;
  /** The role of a running portal, where that is another one. */
  portalRole?: string | undefined;
  /** The database may have data, which are replaced. */
  replaces?: boolean | undefined;
  /** Where a portal.key that is in the file goes; undefined: nowhere. */
  dataDir?: string | undefined;
  progress?: Progress | undefined;
  signal?: AbortSignal | undefined;
}

const { escapeIdentifier: quoted } = pg;

/**
 * Fills a database from a backup, in one transaction: until it is whole, compared and made fit to start, the database
 * stays as it was, whatever happens.
 * @throws StartError in one sentence; nothing was changed then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<ReadBackup> {
  const { path, key, to, replaces = false, dataDir, progress, signal } = options;
  const client = await connect(to, "offgrid-portal restore").catch((error: unknown) => {
    throw new StartError(`The database does not answer (${reasonOf(error)}); start it or correct its address.`, {
      cause: error,
    });
  });
  signal?.addEventListener("abort", () => cutOff(client), { once: true });
  const filling = new Filling(client, options);
  let newKey: string | undefined;
  try {
    await holdSchema(client);
    await client.query("begin");
    await refuseBusy(client);
    if (!replaces && (await hasData(client))) {
      throw new StartError(
        "The database has people or containers already; restore into an empty one, or replace all that it has with --replace.",
      );
    }
    const read = await readBackup(
      path,
      key,
      {
        begin: (manifest) => filling.begin(manifest),
        key: async (text) => void (newKey = text),
        rows: (table, piece) => filling.rows(table, piece),
        end: (end) => filling.end(end),
      },
      progress,
    );
    const half = newKey === undefined || dataDir === undefined ? undefined : await writeKey(dataDir, newKey);
    await client.query("commit");
    if (half !== undefined && dataDir !== undefined) await placeKey(dataDir, half);
    // So that the first questions are planned with what is there.
    await client.query("analyze").catch(() => undefined);
    await client.end().catch(() => undefined);
    return read;
  } catch (error) {
    cutOff(client);
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The restore failed and nothing was changed (${reasonOf(error)}); remedy that and repeat it.`,
      {
        cause: error,
      },
    );
  }
}

async function refuseBusy(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [busApplication],
  );
  if (rows[0]?.count !== 0) {
    throw new StartError("The portal of this database is running; stop all its processes, then restore.");
  }
}

/** The steps of a restore within its transaction. */
class Filling {
  readonly #client: pg.Client;
  readonly #options: RestoreOptions;
  #manifest: Manifest | undefined;
  #references: Constraint[] = [];
  #copy: { name: string; stream: ReturnType<typeof copyFrom> } | undefined;

  constructor(client: pg.Client, options: RestoreOptions) {
    this.#client = client;
    this.#options = options;
  }

  async begin(manifest: Manifest): Promise<void> {
    const last = await lastStep(manifest, this.#options.path);
    this.#manifest = manifest;
    const client = this.#client;
    await clear(client);
    await takeSteps(client, 0, last);
    await mustBeSame(await listTables(client), manifest.tables, this.#options.path);
    for (const { table, month } of manifest.months) await client.query("select make_month($1, $2)", [table, month]);
    await switchTriggers(client, "disable");
    this.#references = await dropReferences(client);
    // The steps have written first rows of their own. Filled where it was emptied, a table needs no log.
    const { tables } = manifest;
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")}`);
  }

  async rows(table: Table, piece: Buffer): Promise<void> {
    if (this.#copy?.name !== table.name) {
      await this.#endCopy();
      const stream = this.#client.query(copyFrom(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`));
      // It is also thrown by whatever waits for the stream.
      stream.on("error", () => undefined);
      this.#copy = { name: table.name, stream };
    }
    const { stream } = this.#copy;
    if (stream.errored) throw stream.errored;
    if (!stream.write(piece)) await once(stream, "drain");
  }

  async end(end: End): Promise<void> {
    await this.#endCopy();
    const client = this.#client;
    await this.#compare(end);
    for (const { table, column, last } of end.sequences) {
      await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)", [
        table,
        column,
        last ?? "1",
        last !== null,
      ]);
    }
    for (const { table, name, definition } of this.#references) {
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
    }
    await switchTriggers(client, "enable");
    await takeSteps(client, this.#manifest?.steps.at(-1)?.version ?? 0);
    await applyRules(client, this.#manifest?.createdAt ?? "");
    const { portalRole } = this.#options;
    if (portalRole !== undefined) await client.query("select grant_portal($1)", [portalRole]);
  }

  async #endCopy(): Promise<void> {
    const copy = this.#copy;
    this.#copy = undefined;
    if (!copy) return;
    copy.stream.end();
    await finished(copy.stream);
  }

  /** What is in the database now is what was backed up. */
  async #compare(end: End): Promise<void> {
    const { tables = [] } = this.#manifest ?? {};
    for (const [place, table] of tables.entries()) {
      const { rows, sum } = await sumUp(this.#client, table);
      const wanted = end.tables.find(({ name }) => name === table.name);
      if (wanted?.rows !== rows || wanted.sum !== sum) {
        throw new StartError(
          `The table ${table.name} has ${rows} rows after the restore that differ from the ${wanted?.rows ?? 0} of the backup, so nothing was changed; report this with the versions of portal and PostgreSQL.`,
        );
      }
      this.#options.progress?.(`${table.name} compared`, place + 1, tables.length);
    }
  }
}

/** @returns the number of the last step of the schema that the backup has. */
async function lastStep({ steps }: Manifest, path: string): Promise<number> {
  const known = await knownSteps();
  for (const [place, step] of steps.entries()) {
    const own = known[place];
    if (own?.version === step.version && own.checksum === step.checksum) continue;
    throw new StartError(
      `The backup ${path} has the schema step ${step.name}, which this version does not know or knows otherwise; restore it with the portal that wrote it, or a newer one.`,
    );
  }
  return steps.at(-1)?.version ?? 0;
}

async function mustBeSame(own: readonly Table[], theirs: readonly Table[], path: string): Promise<void> {
  const shown = (tables: readonly Table[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]));
  if (shown(own) !== shown(theirs))
    throw new StartError(`The backup ${path} has other tables than its schema steps make; use another one.`);
}

async function writeKey(dataDir: string, text: string): Promise<string> {
  const half = join(dataDir, `${keyName}.restored`);
  await rm(half, { force: true });
  await writeFile(half, text, { mode: 0o600, flush: true });
  await chmod(half, 0o600);
  return half;
}

/** Another key that is there is kept beside it. */
async function placeKey(dataDir: string, half: string): Promise<void> {
  const place = join(dataDir, keyName);
  await rename(place, `${place}.before-restore`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(half, place);
}
