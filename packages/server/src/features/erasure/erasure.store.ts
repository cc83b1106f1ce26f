import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** Where nobody is named: what is measured, what is sealed or signed, what controllers know by its text, and what others own. */
const leftAlone = [
  "audit",
  "audit_restated",
  "audit_seal",
  "chunk",
  "container_config",
  "container_latest",
  "controller_release",
  "evidence_file",
  "evidence_pack",
  "frame",
  "metric_list",
  "outside_answer",
  "person_erasure",
  "portal_setting",
  "push_key",
  "rollup_day",
  "schema_migration",
  "sealed_day",
  "sim_card",
];

interface TextColumn {
  tableName: string;
  columnName: string;
  type: "text" | "jsonb" | "text[]";
}

/** Columns with text that people may have typed: all but keys, wherever they are added. */
async function listTextColumns(db: Db): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]')
      and c.relname <> all (${leftAlone}::text[])
      and (c.relname <> 'app_user' or a.attname = 'setting')
      and not exists (select 1 from pg_constraint k
        where k.conrelid = c.oid and k.contype in ('p', 'f') and a.attnum = any (k.conkey))
    order by 1, 2`.execute(db);
  return rows;
}

/** Puts a stand-in wherever the pattern is found outside of the audit. @returns how many texts changed. */
export async function eraseFromTexts(tx: Db, pattern: string, standIn: string): Promise<number> {
  let changed = 0;
  for (const { tableName, columnName, type } of await listTextColumns(tx)) {
    const column = sql.ref(columnName);
    const { numAffectedRows } = await sql`update ${sql.table(tableName)}
      set ${column} = regexp_replace(${column}::text, ${pattern}, ${standIn}, 'gi')::${sql.raw(type)}
      where ${column}::text ~* ${pattern}`.execute(tx);
    changed += Number(numAffectedRows ?? 0n);
  }
  return changed;
}

/** Counts and links that are only good for a while, and whose keys name the person. */
export async function dropShortLived(tx: Db, pattern: string): Promise<void> {
  await sql`delete from mail_token where email ~* ${pattern}`.execute(tx);
  await sql`delete from limit_window where key ~* ${pattern}`.execute(tx);
  await sql`delete from sign_in_tries where key ~* ${pattern}`.execute(tx);
}

/** Somebody whom a container's people call goes from its contacts with their address or telephone number. */
export async function dropContacts(tx: Db, pattern: string): Promise<void> {
  await sql`update container set contacts = (select coalesce(jsonb_agg(contact order by place), '[]')
      from jsonb_array_elements(contacts) with ordinality as listed (contact, place)
      where contact ->> 'email' !~* ${pattern} and contact ->> 'phone' !~* ${pattern})
    where contacts::text ~* ${pattern}`.execute(tx);
}

/** Addresses, telephone numbers and full names that other people have: those stay. */
export async function stillUsed(db: Db, texts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select distinct text from unnest(${[...texts]}::text[]) as text
    where exists (select 1 from app_user where lower(text) in (lower(email), lower(pending_email), lower(phone),
      lower(first_name || ' ' || last_name)))`.execute(db);
  return new Set(rows.map(({ text }) => text));
}
