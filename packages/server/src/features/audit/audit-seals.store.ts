import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** The seal that covers the most lines. */
export function lastSeal(db: Db) {
  return db.selectFrom("auditSeal").selectAll().orderBy("auditId", "desc").limit(1).executeTakeFirst();
}

/**
 * Lines after one id that were written before an instant, in their order, up to the first younger one: a seal covers all
 * lines between two ids, and those of a process whose clock lags, or that took long, look older than lines before them.
 */
export function unsealed(db: Db, afterId: number, before: Date, limit: number) {
  return db
    .selectFrom("audit")
    .selectAll()
    .where("id", ">", afterId)
    .where("at", "<", before)
    .where((line) => {
      const younger = line.selectFrom("audit").select(({ fn }) => fn.min("id").as("id"));
      const first = younger.where("id", ">", afterId).where("at", ">=", before);
      return line("id", "<", line.fn.coalesce(first, sql.lit(Number.MAX_SAFE_INTEGER)));
    })
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Lines that one seal covers, in their order. */
export function linesBetween(db: Db, afterId: number, throughId: number) {
  return db
    .selectFrom("audit")
    .selectAll()
    .where("id", ">", afterId)
    .where("id", "<=", throughId)
    .orderBy("id")
    .execute();
}

export function seals(db: Db) {
  return db.selectFrom("auditSeal").selectAll().orderBy("auditId").execute();
}

/** Lines up to this id may have been dropped with their months; 0 where none were. */
export async function droppedThroughId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(through_id) as id from audit_month_dropped`.execute(db);
  return rows[0]?.id ?? 0;
}

/** An arbitrary number that nobody else locks: "seal" in ASCII. */
const sealLock = 0x7365_616c;

/** Until the end of the transaction nobody else can add a seal, which would follow the same previous one. */
export async function lockSeals(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sealLock})`.execute(tx);
}

/** The seal that covers each of these lines; lines without one are left out. */
export async function sealsOver(db: Db, lineIds: readonly number[]): Promise<SealedStretch[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await sql<SealedStretch>`
    with covering as (select distinct (select min(audit_id) from audit_seal where audit_id >= line) as audit_id
      from unnest(${[...lineIds]}::bigint[]) as line)
    select seal.audit_id, seal.lines, seal.hash, before.audit_id as after_id, before.hash as previous_hash
    from covering join audit_seal seal using (audit_id)
      left join lateral (select audit_id, hash from audit_seal older where older.audit_id < seal.audit_id
        order by audit_id desc limit 1) before on true
    order by seal.audit_id`.execute(db);
  return rows;
}

/** A seal and the one before it. */
export interface SealedStretch {
  auditId: number;
  lines: number;
  hash: Buffer;
  /** Null: it is the first. */
  afterId: number | null;
  previousHash: Buffer | null;
}

/** What a seal covers since the last erasure from its lines; undefined: nothing was ever erased. */
export function lastRestated(db: Db, auditId: number) {
  return db
    .selectFrom("auditRestated")
    .select(["erasure", "hash"])
    .where("auditId", "=", auditId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** All that one erasure restated, in its order. */
export function restatedBy(db: Db, erasure: string) {
  return db
    .selectFrom("auditRestated")
    .select(["auditId", "hash"])
    .where("erasure", "=", erasure)
    .orderBy("id")
    .execute();
}

export async function addRestated(tx: Db, rows: readonly { erasure: string; auditId: number; hash: Buffer }[]) {
  const atOnce = 1_000;
  for (let at = 0; at < rows.length; at += atOnce) {
    await tx
      .insertInto("auditRestated")
      .values(rows.slice(at, at + atOnce))
      .execute();
  }
}

/** The digest that a line of the audit has of an erasure; undefined: none has. */
export async function digestOfErasure(db: Db, erasure: string): Promise<string | undefined> {
  const { rows } = await sql<{ digest: string | null }>`select after ->> 'digest' as digest from audit
    where action = ${erasedAction} and after ->> 'erasure' = ${erasure} order by id limit 1`.execute(db);
  return rows[0]?.digest ?? undefined;
}

/** Stands in the audit where what named a person was erased. */
export const erasedAction = "person_erased";

/** How a person is named in texts, as patterns of PostgreSQL that hold for JSON, too; upper and lower case are the same. */
export interface Naming {
  personId: string;
  /** Anywhere. */
  pattern: string;
  /** Whole texts in quotes, which only name the person where a line is by or about them; null: none. */
  exact: string | null;
  standIn: string;
}

/** Lines in which a person is named, rising. */
export async function linesNaming(db: Db, { personId, pattern, exact }: Naming): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from audit where email ~* ${pattern} or target ~* ${pattern}
      or before::text ~* ${pattern} or after::text ~* ${pattern}
      or (${personId} in (user_id, target) and (before::text ~* ${exact} or after::text ~* ${exact}))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts the stand-in into lines that name a person. @returns those that changed. */
export async function eraseFrom(tx: Db, lines: readonly number[], naming: Naming): Promise<number[]> {
  const { personId, pattern, exact, standIn } = naming;
  const { rows } = await sql<{ id: number }>`
    select erase_in_audit(${[...lines]}::bigint[], ${personId}, ${pattern}, ${exact}, ${standIn}) as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What a person was called before, as far as lines about them tell. */
export async function formerlyCalled(db: Db, personId: string): Promise<Called[]> {
  const { rows } = await sql<Called>`
    with said as (
      select email, null::jsonb as change from audit where user_id = ${personId}
      union all select null, change from audit cross join lateral (values (before), (after)) as of_line (change)
      where target = ${personId} and change is not null)
    select distinct coalesce(email, change ->> 'email', change ->> 'pendingEmail') as email, change ->> 'phone' as phone,
      change ->> 'firstName' as first_name, change ->> 'lastName' as last_name
    from said`.execute(db);
  return rows;
}

/** What a person is called; what is not known is null. */
export interface Called {
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
}

export async function addSeal(
  tx: Db,
  seal: { auditId: number; lines: number; sealedAt: Date; hash: Buffer },
): Promise<void> {
  await tx.insertInto("auditSeal").values(seal).execute();
}
