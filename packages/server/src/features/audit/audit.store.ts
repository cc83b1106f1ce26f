import type { AuditListRow } from "@offgrid/contract/audit/audit.calls";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

export interface AuditQuery {
  search?: string | undefined;
  filter?:
    | {
        from?: string | undefined;
        to?: string | undefined;
        action?: string | undefined;
        userId?: string | undefined;
        target?: string | undefined;
        result?: string | undefined;
      }
    | undefined;
}

function matching(db: Db, { search, filter }: AuditQuery) {
  let query = db.selectFrom("audit");
  if (search) {
    const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    query = query.where(
      sql<boolean>`lower(coalesce(email, '') || ' ' || action || ' ' || coalesce(target, '')) like ${pattern}`,
    );
  }
  if (filter?.from !== undefined) query = query.where("at", ">=", new Date(filter.from));
  if (filter?.to !== undefined) query = query.where("at", "<", new Date(filter.to));
  if (filter?.action !== undefined) query = query.where("action", "=", filter.action);
  if (filter?.userId !== undefined) query = query.where("userId", "=", filter.userId);
  if (filter?.target !== undefined) query = query.where("target", "=", filter.target);
  if (filter?.result === "refused") query = query.where("result", "!=", "ok");
  else if (filter?.result !== undefined) query = query.where("result", "=", filter.result);
  return query;
}

/** Lines, newest first. @param before Only lines older than this id. */
export function list(db: Db, query: AuditQuery, page: { limit: number; offset?: number; before?: number }) {
  let lines = matching(db, query).selectAll().orderBy("id", "desc").limit(page.limit);
  if (page.offset !== undefined) lines = lines.offset(page.offset);
  if (page.before !== undefined) lines = lines.where("id", "<", page.before);
  return lines.execute();
}

type Named = NonNullable<AuditListRow["targetIs"]>;

/** What targets of lines are called today, by their ids. Whoever may read the audit may read what its lines are about. */
export async function namesOf(db: Db, targets: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const ids = [...new Set(targets)];
  if (ids.length === 0) return new Map();
  const [people, containers, clusters] = await Promise.all([
    db.selectFrom("appUser").select(["id", "email"]).where("id", "in", ids).execute(),
    db.selectFrom("container").select(["id", "name"]).where("id", "in", ids).execute(),
    db.selectFrom("cluster").select(["id", "name"]).where("id", "in", ids).execute(),
  ]);
  return new Map<string, Named>([
    ...clusters.map(({ id, name }) => [id, { kind: "cluster", name }] as const),
    ...containers.map(({ id, name }) => [id, { kind: "container", name }] as const),
    ...people.map(({ id, email }) => [id, { kind: "person", name: email }] as const),
  ]);
}

export async function count(db: Db, query: AuditQuery): Promise<number> {
  const { total } = await matching(db, query)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** The seal that covers the most lines. */
export function lastSeal(db: Db) {
  return db.selectFrom("auditSeal").selectAll().orderBy("auditId", "desc").limit(1).executeTakeFirst();
}

/** Lines after one id that were written before an instant, in their order. */
export function unsealed(db: Db, afterId: number, before: Date, limit: number) {
  return db
    .selectFrom("audit")
    .selectAll()
    .where("id", ">", afterId)
    .where("at", "<", before)
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

export async function addSeal(
  tx: Db,
  seal: { auditId: number; lines: number; sealedAt: Date; hash: Buffer },
): Promise<void> {
  await tx.insertInto("auditSeal").values(seal).execute();
}
