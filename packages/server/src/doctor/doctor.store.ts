import type pg from "pg";

/** What the doctor asks a database, of which it changes nothing. */

export async function readServer(pool: pg.Pool): Promise<{ version: string; versionNumber: number; nowMs: number }> {
  const { rows } = await pool.query<{ version: string; number: number; now: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       (date_part('epoch', clock_timestamp()) * 1000)::float8 as now`,
  );
  const [row] = rows;
  if (!row) throw new Error("the database says nothing of itself");
  return { version: row.version, versionNumber: row.number, nowMs: row.now };
}

/** Tables for which the portal's role lacks a right that `grant_portal` (migration 0036) gives it; none before the first start. */
export async function listClosedTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not (has_table_privilege(c.oid, 'select')
         and (c.relname in ('schema_migration', 'audit_month_dropped') or has_table_privilege(c.oid, 'insert'))
         and (c.relname in ('schema_migration', 'audit_month_dropped', 'audit', 'audit_seal', 'audit_restated')
           or has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')))
     order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

/** Of the key that sealed the secrets in it; undefined: none has yet. */
export async function readKeyFingerprint(pool: pg.Pool): Promise<string | undefined> {
  const { rowCount } = await pool.query("select where to_regclass('portal_setting') is not null");
  if (rowCount === 0) return undefined;
  const { rows } = await pool.query<{ key: string }>(
    "select value #>> '{}' as key from portal_setting where name = 'key'",
  );
  return rows[0]?.key;
}

/** Older versions had no table for what people set to send with. */
export async function hasSendingServices(pool: pg.Pool): Promise<boolean> {
  return (await pool.query("select where to_regclass('sending_service') is not null")).rowCount === 1;
}
