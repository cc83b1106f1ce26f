import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

export interface AuditWish {
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

function wanted(db: Db, { search, filter }: AuditWish) {
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

/** Lines, the newest first. @param before Only lines older than this id. */
export function list(db: Db, wish: AuditWish, page: { limit: number; offset?: number; before?: number }) {
  let query = wanted(db, wish).selectAll().orderBy("id", "desc").limit(page.limit);
  if (page.offset !== undefined) query = query.offset(page.offset);
  if (page.before !== undefined) query = query.where("id", "<", page.before);
  return query.execute();
}

export async function count(db: Db, wish: AuditWish): Promise<number> {
  const { total } = await wanted(db, wish)
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

/** @returns false when another process sealed these lines meanwhile. */
export async function addSeal(
  db: Db,
  seal: { auditId: number; lines: number; sealedAt: Date; hash: Buffer },
): Promise<boolean> {
  const added = await db
    .insertInto("auditSeal")
    .values(seal)
    .onConflict((conflict) => conflict.doNothing())
    .returning("auditId")
    .executeTakeFirst();
  return added !== undefined;
}
