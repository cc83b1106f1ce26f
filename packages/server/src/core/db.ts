import type { Socket } from "node:net";

import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  Kysely,
  type PluginTransformResultArgs,
  PostgresDialect,
  type QueryResult,
  type RawBuilder,
  type UnknownRow,
  sql,
} from "kysely";
import pg from "pg";
import type { Logger } from "pino";

import { StartError } from "./start-error.ts";
import type { Tables } from "./tables.ts";
import { tracedQuery } from "./tracing.ts";

/** Queries in camelCase; a transaction is one, too. */
export type Db = Kysely<Tables>;

/** How to reach a PostgreSQL: an address, or what the embedded one reports about itself. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

export interface Database {
  db: Db;
  /** For what Kysely does not cover: LISTEN, COPY, advisory locks. Rows come in snake_case. */
  pool: pg.Pool;
  /** For connections outside the pool. */
  address: DatabaseAddress;
  /** Waits for running queries, then ends the connections. */
  close(): Promise<void>;
}

/** Statements time out after 10 s, so a server that is silent for longer may be frozen or out of reach. */
const longestSilenceMs = 12_000;
const longestProbeMs = 3_000;

const toNumber = Number;
/** int8 and numeric as numbers (ours stay below 2^53), dates of the calendar as text; instants become Date as usual. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, toNumber],
  [pg.types.builtins.NUMERIC, toNumber],
  [pg.types.builtins.DATE, (text) => text],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

/** Renames the columns once per result, not once per row, which matters for a thousand rows; values stay as they are. */
class ColumnNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows;
    if (!first) return result;
    const names = Object.keys(first).map((column) => ({ column, name: this.camelCase(column) }));
    if (names.every(({ column, name }) => column === name)) return result;
    const rows = result.rows.map((row) => {
      const named: UnknownRow = {};
      for (const { column, name } of names) named[name] = row[column];
      return named;
    });
    return { ...result, rows };
  }
}

const preparedMark = "/* prepared */";
/**
 * Put right after the first word of a frequent statement: a connection then plans it once, since planning a small one
 * takes longer than running it. Only for a limited set of texts, since the server keeps each of them.
 */
export const prepared = sql.raw(preparedMark);

const preparedNames = new Map<string, string>();

/**
 * A statement that is made for each call, or nearly: its text is compiled with the first one only, since compiling a
 * small one takes as long as sending it.
 * @param build Makes it with these parameters, which have to be all that it has, in the order of its text.
 */
export function compiledOnce<Row, Parameters extends readonly unknown[]>(
  build: (db: Db, ...parameters: Parameters) => Compilable<Row>,
): (db: Db, ...parameters: Parameters) => Promise<Row[]> {
  let kept: CompiledQuery<Row> | undefined;
  return async (db, ...parameters) => {
    kept ??= checked(build(db, ...parameters).compile(), parameters);
    return (await db.executeQuery<Row>({ ...kept, parameters })).rows;
  };
}

function checked<Row>(compiled: CompiledQuery<Row>, parameters: readonly unknown[]): CompiledQuery<Row> {
  const own = compiled.parameters;
  if (own.length !== parameters.length || own.some((parameter, place) => parameter !== parameters[place]))
    throw new Error(`The parameters of a statement are not those that it was built from: ${compiled.sql}`);
  return compiled;
}

function keepPlans(client: pg.PoolClient): void {
  const query = tracedQuery(client.query.bind(client) as (...parts: unknown[]) => unknown);
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== "string" || !Array.isArray(values) || !text.slice(0, 64).includes(preparedMark))
      return query(text, values, ...rest);
    let name = preparedNames.get(text);
    if (name === undefined) preparedNames.set(text, (name = `prepared_${preparedNames.size}`));
    return query({ name, text, values }, ...rest);
  };
  client.query = named as typeof client.query;
}

/**
 * Opens a pool. The server is not contacted yet; `checkDatabase` does that.
 * @param size Maximum number of connections.
 */
export function openDatabase(address: DatabaseAddress, log: Logger, size = 12): Database {
  const pool = new pg.Pool({
    ...address,
    max: size,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: "offgrid-portal",
    options: "-c timezone=UTC -c statement_timeout=10000 -c idle_in_transaction_session_timeout=30000",
  });
  pool.on("connect", keepPlans);
  // A connection that breaks fails its query, and also emits an event, which would end the process if nobody listened:
  // on the pool while idle, on the connection itself while in use.
  let isClosing = false;
  pool.on("error", (error) =>
    // The embedded server may close the last of them before they close by themselves.
    log[isClosing ? "debug" : "warn"]({ reason: reasonOf(error) }, "a database connection broke"),
  );
  pool.on("connect", (client) => {
    client.on("error", (error) => log.debug({ reason: reasonOf(error) }, "a database connection broke"));
    endWhenSilent(client, address);
  });
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new ColumnNames()],
  });
  const close = () => {
    isClosing = true;
    return db.destroy();
  };
  return { db, pool, address, close };
}

/**
 * Closes a connection whose server no longer answers anyone; its statement then fails as if the server were away. A long
 * statement, such as one of a migration, goes on as long as the server answers others.
 */
function endWhenSilent(client: pg.PoolClient, address: DatabaseAddress): void {
  const stream = client.connection.stream as Socket;
  const listen = () => stream.setTimeout(longestSilenceMs);
  stream.on("timeout", () => {
    void answers(address).then((isAlive) => {
      if (isAlive) listen();
      else stream.destroy(Object.assign(new Error("the database stopped answering"), { code: "ETIMEDOUT" }));
    });
  });
  listen();
}

async function answers(address: DatabaseAddress): Promise<boolean> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: longestProbeMs,
    query_timeout: longestProbeMs,
    application_name: "offgrid-portal probe",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Checks that the server answers and is new enough.
 * @throws StartError when it does not.
 */
export async function checkDatabase(pool: pg.Pool, name: string): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ server_version_num: string }>("show server_version_num");
    version = Number(rows[0]?.server_version_num);
  } catch (error) {
    throw new StartError(
      `The database ${name} does not answer (${reasonOf(error)}); start it or correct DATABASE_URL, then start the portal again.`,
      { cause: error },
    );
  }
  if (version < 150_000) {
    throw new StartError(
      `The database ${name} is PostgreSQL ${Math.floor(version / 10_000)}, but the portal needs 15 or later; upgrade it or unset DATABASE_URL to use the embedded one.`,
    );
  }
}

/**
 * SQLSTATEs that mean "the database is away", not "the query is wrong": lost connections, shutdowns, too many connections; a
 * login that is refused, or a database that is not there or lets nobody in, as while it is replaced by a backup; one that
 * takes no writes, such as a primary that became a standby.
 */
const awayStates = /^(08|57P0|53300|28|3D000|55000|25006)/;
const awayCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);

/** Did this error come from a database that cannot be reached at the moment? */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && (awayStates.test(code) || awayCodes.has(code))) return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  );
}

/** An instant in epoch ms, for a statement. */
export const toTime = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/** Name of the person of a row `u` of `app_user`, for a statement; null when the account is gone or has none. */
export const nameOfUser = sql.raw(`nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`);

/** What people call an output of a container, for a statement; null: nobody has named it. */
export function nameOfOutput(containerId: RawBuilder<unknown>, target: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select nullif(o.names -> ${target} ->> 'name', '') from output_names o where o.container_id = ${containerId})`;
}

/** One line about an error, for a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return error.message || (typeof code === "string" ? code : error.name);
}

/** Did the statement fail because a row with the same unique value exists? */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "23505";
}
