import type { AuditName } from "@offgrid/contract/audit/audit.calls";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

export interface AuditQuery {
  search?: string | undefined;
  /** Ids that count as found by the search. */
  named?: readonly string[] | undefined;
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

function patternOf(search: string): string {
  return `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function matching(db: Db, { search, named = [], filter }: AuditQuery) {
  let query = db.selectFrom("audit");
  if (search) {
    const words = sql<boolean>`lower(coalesce(email, '') || ' ' || action || ' ' || coalesce(target, '')) like ${patternOf(search)}`;
    const isNamed = (column: "userId" | "target") => sql<boolean>`${sql.ref(column)} = any(${named}::text[])`;
    query = query.where((where) =>
      where.or([words, ...(named.length > 0 ? [isNamed("userId"), isNamed("target")] : [])]),
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

/** More than these are not looked for by their names. */
const mostNamed = 200;

/** Ids of people, containers, clusters and roles in whose names the words are; the same ones each time. */
export async function idsNamed(db: Db, search: string): Promise<string[]> {
  const like = sql`like ${patternOf(search)}`;
  const { rows } = await sql<{ id: string }>`
    select id from app_user where lower(first_name || ' ' || last_name) ${like}
    union all select id from container where lower(name) ${like}
    union all select id from cluster where lower(name) ${like}
    union all select id from role where lower(label) ${like}
    order by id limit ${mostNamed}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What ids in lines stand for. Whoever may read the audit may read what its lines are about. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Record<string, AuditName>> {
  // One array, since a single line may hold thousands.
  const isAny = sql<string>`any(${ids}::text[])`;
  const [people, containers, clusters, roles] = await Promise.all([
    db.selectFrom("appUser").select(["id", "email", "firstName", "lastName"]).where("id", "=", isAny).execute(),
    db.selectFrom("container").select(["id", "name"]).where("id", "=", isAny).execute(),
    db.selectFrom("cluster").select(["id", "name"]).where("id", "=", isAny).execute(),
    db.selectFrom("role").select(["id", "label as name"]).where("id", "=", isAny).execute(),
  ]);
  const found = new Map<string, AuditName>([
    ...roles.map(({ id, name }) => [id, { kind: "role", name, isGone: false }] as const),
    ...clusters.map(({ id, name }) => [id, { kind: "cluster", name, isGone: false }] as const),
    ...containers.map(({ id, name }) => [id, { kind: "container", name, isGone: false }] as const),
    ...people.map(({ id, email, ...names }) => [id, { ...personName(email, names), isGone: false }] as const),
  ]);
  const gone = await namesOfGone(
    db,
    ids.filter((id) => !found.has(id)),
  );
  return Object.fromEntries([...found, ...gone]);
}

function personName(email: string, { firstName = "", lastName = "" }: { firstName?: string; lastName?: string }) {
  return { kind: "person" as const, name: `${firstName} ${lastName}`.trim() || email, email };
}

/** Calls that remove something, whose lines hold what it was called then. */
const removals = { removeUser: "person", clusterDelete: "cluster" } as const;

async function namesOfGone(db: Db, ids: readonly string[]): Promise<[string, AuditName][]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("audit")
    .select(["action", "target", "before"])
    .where("target", "=", sql<string>`any(${ids}::text[])`)
    .where("action", "in", Object.keys(removals))
    .where("result", "=", "ok")
    .execute();
  return rows.flatMap(({ action, target, before }): [string, AuditName][] => {
    const { name, email, ...names } = (before ?? {}) as Record<"name" | "email" | "firstName" | "lastName", string>;
    if (target === null) return [];
    if (removals[action as keyof typeof removals] === "person")
      return email === undefined ? [] : [[target, { ...personName(email, names), isGone: true }]];
    return name === undefined ? [] : [[target, { kind: "cluster", name, isGone: true }]];
  });
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
