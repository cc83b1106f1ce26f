import { sql } from "kysely";

import type { Db } from "./db.ts";
import { dayMs, dayOf } from "./quarter-hours.ts";

/** Tables that are kept in a part per UTC month, so that months are dropped and not deleted row by row. */
export type MonthlyTable = "frame" | "sealed_day" | "chunk";

/** A UTC month: 0 is January 1970. */
export type Month = number;

/** Any number that no one else locks: "part" in ASCII. */
const partitionLock = 0x7061_7274;

export function monthOf(atMs: number): Month {
  const at = new Date(atMs);
  return (at.getUTCFullYear() - 1970) * 12 + at.getUTCMonth();
}

/** First instant of a month, epoch ms. */
export function monthStart(month: Month): number {
  return Date.UTC(1970, month);
}

export function partitionName(table: MonthlyTable, month: Month): string {
  return `${table}_${new Date(monthStart(month)).toISOString().slice(0, 7).replace("-", "_")}`;
}

/**
 * Makes sure that a table has its partitions of some months. There is no default partition: rows in it would block the
 * making of the right one.
 */
export async function ensureMonths(db: Db, table: MonthlyTable, months: Iterable<Month>): Promise<void> {
  for (const month of months) {
    const name = partitionName(table, month);
    const [from, to] = [month, month + 1].map((each) => boundOf(table, each));
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${partitionLock})`.execute(tx);
      const { rows: found } = await sql`select 1 as one from pg_class where oid = to_regclass(${name})`.execute(tx);
      if (found.length > 0) return;
      // Attaching takes a lighter lock than making it in place, so readers go on.
      await sql`create table ${sql.table(name)} (like ${sql.table(table)} including defaults including constraints
        including storage)`.execute(tx);
      await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
    });
  }
}

/** Months of which a table has a partition, rising. */
export async function listMonths(db: Db, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = to_regclass(${table})`.execute(db);
  return rows
    .map(({ name }) => /_(\d{4})_(\d\d)$/.exec(name))
    .flatMap((found) => (found ? [(Number(found[1]) - 1970) * 12 + Number(found[2]) - 1] : []))
    .sort((one, other) => one - other);
}

/** Is nothing left in this month? */
export async function isMonthEmpty(db: Db, table: MonthlyTable, month: Month): Promise<boolean> {
  const { rows } = await sql`select 1 as one from ${sql.table(partitionName(table, month))} limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * Drops the partitions of a month. Everyone else waits meanwhile, so it gives up after half a second, before the server
 * would look for two that wait for each other; the next try follows.
 * @param mayDrop Asked with the tables locked: nobody writes any more.
 * @returns whether they were dropped.
 */
export async function dropMonth(
  db: Db,
  tables: readonly MonthlyTable[],
  month: Month,
  mayDrop: (tx: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    for (const table of tables) await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    if (!(await mayDrop(tx))) return false;
    for (const table of tables) await sql`drop table if exists ${sql.table(partitionName(table, month))}`.execute(tx);
    return true;
  });
}

/** Did a write fail because the partition of its month was dropped a moment ago? Made anew, it will take it. */
export function isPartitionGone(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "23514" && String(message).startsWith("no partition of relation");
}

function boundOf(table: MonthlyTable, month: Month): string | number {
  const atMs = monthStart(month);
  return table === "frame" ? new Date(atMs).toISOString() : Math.round(atMs / dayMs);
}

/** Months that hold some UTC days. */
export function monthsOfDays(days: Iterable<number>): Set<Month> {
  return new Set([...days].map((day) => monthOf(day * dayMs)));
}

/** First UTC day of a month. */
export function firstDay(month: Month): number {
  return dayOf(monthStart(month));
}
