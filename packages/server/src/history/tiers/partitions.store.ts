import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { dayMs, dayOf } from "../quarter-hours.ts";

/** Tables with a partition per UTC month, so that months are dropped rather than deleted row by row. */
export type MonthlyTable = "frame" | "sealed_day" | "chunk" | "audit" | "event" | "notification";

/** A UTC month: 0 is January 1970. */
export type Month = number;

export function monthOf(atMs: number): Month {
  const at = new Date(atMs);
  return (at.getUTCFullYear() - 1970) * 12 + at.getUTCMonth();
}

/** First instant of a month, epoch ms. */
export function monthStart(month: Month): number {
  return Date.UTC(1970, month);
}

/**
 * Ensures that a table has its partitions for some months. There is no default partition: rows in it would prevent the
 * right one from being created. The portal does not own its tables, so a function in the database does it (migration
 * 0035). In a transaction it must come before any write to the table.
 */
export async function ensureMonths(db: Db, table: MonthlyTable, months: Iterable<Month>): Promise<void> {
  for (const month of months) await sql`select make_month(${table}, ${month})`.execute(db);
}

/** Months for which a table has a partition, rising. */
export async function listMonths(db: Db, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = to_regclass(${table})`.execute(db);
  return rows
    .map(({ name }) => /_(\d{4})_(\d\d)$/.exec(name))
    .flatMap((found) => (found ? [(Number(found[1]) - 1970) * 12 + Number(found[2]) - 1] : []))
    .sort((one, other) => one - other);
}

/** Is this month empty? */
export async function isMonthEmpty(db: Db, table: "frame", month: Month): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from ${sql.table(table)}
    where at >= ${new Date(monthStart(month))} and at < ${new Date(monthStart(month + 1))} limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * Drops the partitions of a month. Everyone else waits meanwhile, so it stops trying after half a second, before the
 * server would check for deadlocks; the next try follows.
 * @param mayDrop Called while the tables are locked and nobody writes.
 * @returns whether they were dropped.
 */
export async function dropMonth(
  db: Db,
  tables: readonly ("frame" | "sealed_day" | "chunk")[],
  month: Month,
  mayDrop: (tx: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    for (const table of tables) await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    if (!(await mayDrop(tx))) return false;
    for (const table of tables) await sql`select drop_month(${table}, ${month})`.execute(tx);
    return true;
  });
}

/**
 * Did a write fail because the partition of its month was dropped a moment ago? It succeeds once the partition is made
 * again.
 */
export function isPartitionGone(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "23514" && String(message).startsWith("no partition of relation");
}

/** Drops a month that is no longer written to. Stops trying like `dropMonth` where others hold locks. */
export async function dropPastMonth(db: Db, table: MonthlyTable, month: Month): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    await sql`select drop_month(${table}, ${month})`.execute(tx);
  });
}

/** The months of some UTC days. */
export function monthsOfDays(days: Iterable<number>): Set<Month> {
  return new Set([...days].map((day) => monthOf(day * dayMs)));
}

/** First UTC day of a month. */
export function firstDay(month: Month): number {
  return dayOf(monthStart(month));
}
