import type { Socket } from "node:net";

import pg from "pg";
import { to as copyTo } from "pg-copy-streams";

import type { DatabaseAddress } from "../core/db.ts";
import type { End, Manifest } from "./manifest.ts";
import { type RowCheck, RowSum, wholeRows } from "./row-sum.ts";

/** Rows of these are of use for minutes or belong to a connection: they are in no backup. */
export const passing: readonly string[] = ["container_watch", "live_credential", "passkey_challenge", "session"];
/** Kept by the migrations themselves. */
const ofMigrations = ["schema_migration"];

/** About so many bytes of rows are held at a time. */
const pieceBytes = 1 << 20;

/** So that all servers write rows alike. */
const textSettings = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set timezone = 'UTC'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set transaction_timeout = 0`;

/** A connection of its own for long work, with rows written as in backups. @param name What it shows of itself. */
export async function connect(address: DatabaseAddress, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...address, application_name: name, client_encoding: "UTF8", keepAlive: true });
  // One that breaks fails its statement, too.
  client.on("error", () => undefined);
  await client.connect();
  for (const setting of textSettings.split(";")) {
    // PostgreSQL 15 and 16 do not have all of them.
    await client.query(setting).catch((error: { code?: string }) => {
      if (error.code !== "42704") throw error;
    });
  }
  return client;
}

/** Ends a connection at once; the server gives up what it was at. */
export function cutOff(client: pg.Client): void {
  (client.connection.stream as Socket).destroy();
}

export type Table = Manifest["tables"][number];

/** All tables whose rows a backup has, in the order of their names. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and a.attgenerated = '' and c.relname <> all ($1)
     group by c.oid, c.relname order by c.relname`,
    [[...passing, ...ofMigrations]],
  );
  return rows;
}

/** Parts of tables by months, as `make_month` names them. */
export async function listMonths(client: pg.Client): Promise<Manifest["months"]> {
  const { rows } = await client.query<Manifest["months"][number]>(
    `select p.relname as table, (split.part[1]::integer - 1970) * 12 + split.part[2]::integer - 1 as month
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     cross join lateral (select regexp_match(c.relname, '_(\\d{4})_(\\d{2})$') as part) split
     where p.relkind = 'p' and c.relkind = 'r' and p.relnamespace = current_schema()::regnamespace
     order by p.relname, month`,
  );
  return rows;
}

/** The numbers that identity columns gave last. */
export async function listSequences(client: pg.Client): Promise<End["sequences"]> {
  const { rows } = await client.query<End["sequences"][number] & { sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = current_schema()::regnamespace and not c.relispartition order by c.relname, a.attname`,
  );
  const sequences: End["sequences"] = [];
  for (const { table, column, sequence } of rows) {
    // Those of a transaction are not: whoever is ahead leaves a gap.
    const { rows: found } = await client.query<{ last: string | null }>(
      `select case when is_called then last_value::text end as last from ${sequence}`,
    );
    sequences.push({ table, column, last: found[0]?.last ?? null });
  }
  return sequences;
}

const quoted = pg.escapeIdentifier;
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(", ");

/**
 * The rows of a table in pieces of whole rows.
 * @returns what they add up to.
 */
export async function* copyOut(client: pg.Client, table: Table): AsyncGenerator<Buffer, RowCheck> {
  const sum = new RowSum();
  // By a query, since rows of a table with parts cannot be copied otherwise.
  const stream = client.query(copyTo(`copy (select ${columnsOf(table)} from ${quoted(table.name)}) to stdout`));
  for await (const piece of wholeRows(stream as AsyncIterable<Buffer>, pieceBytes)) {
    sum.add(piece);
    yield piece;
  }
  return sum.check;
}

/** What the rows of a table add up to now. */
export async function sumUp(client: pg.Client, table: Table): Promise<RowCheck> {
  const copied = copyOut(client, table);
  for (;;) {
    const { done, value } = await copied.next();
    if (done) return value;
  }
}
