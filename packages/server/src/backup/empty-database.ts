import pg from "pg";

/** A reference from one table to another, and how to make it again. */
export interface Constraint {
  /** Quoted. */
  table: string;
  name: string;
  definition: string;
}

const { escapeIdentifier: quoted } = pg;
/** Of an extension, such as that for words: what belongs to one is neither ours nor dropped. */
const notOfExtension = (oid: string) =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

/** Is anybody or anything known here? What the steps of the schema write by themselves does not count. */
export async function hasData(client: pg.Client): Promise<boolean> {
  for (const table of ["app_user", "container"]) {
    const { rows } = await client.query<{ is: boolean }>("select to_regclass($1) is not null as is", [table]);
    if (!rows[0]?.is) continue;
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount !== 0) return true;
  }
  return false;
}

/** Drops all that steps of the schema have made. */
export async function clear(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = current_schema()::regnamespace
       and relkind in ('r', 'p') and not relispartition and ${notOfExtension("c.oid")}`,
  );
  // Views, sequences and parts go with them.
  for (const { name } of tables) await client.query(`drop table ${quoted(name)} cascade`);
  const { rows: functions } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where pronamespace = current_schema()::regnamespace and prokind = 'f' and ${notOfExtension("p.oid")}`,
  );
  for (const { signature } of functions) await client.query(`drop function ${signature} cascade`);
}

/** Of our own triggers, not those of references. */
export async function switchTriggers(client: pg.Client, how: "enable" | "disable"): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct c.oid::regclass::text as table from pg_class c join pg_trigger t on t.tgrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not t.tgisinternal`,
  );
  for (const { table } of rows) await client.query(`alter table ${table} ${how} trigger user`);
}

/**
 * Drops the references among tables, which rows that come table by table do not keep.
 * @returns what makes them, and with that checks them, again.
 */
export async function dropReferences(client: pg.Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  return rows;
}
