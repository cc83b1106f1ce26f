import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";

import type { StorageConfig } from "../../config/config.storage.ts";
import type { Clock } from "../../core/clock.ts";
import { type Db, toTime } from "../../core/db.ts";
import type { JobKind } from "../../jobs/job.ts";
import { type MonthlyTable, dropPastMonth, ensureMonths, listMonths, monthStart } from "./partitions.store.ts";
import { dayMs } from "../quarter-hours.ts";
import { monthsAhead } from "./retention.store.ts";

const everyMs = 10 * 60_000;

export type KeptDays = Pick<StorageConfig, "auditDays" | "eventDays" | "notificationDays">;

/** Makes the coming months of audit, events and notifications, and drops those that are past their retention; warnings with events. */
export function keptMonthsJob(parts: { db: Db; clock: Clock; log: Logger }, days: KeptDays): JobKind {
  return { name: "kept-months", everyMs, run: () => keepMonths(parts, days) };
}

/** @throws Error where a month could not be dropped; the months before it are. */
export async function keepMonths(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  { auditDays, eventDays, notificationDays }: KeptDays,
): Promise<void> {
  const nowMs = clock.now();
  // Notifications come first: none may outlive its event.
  const kept: [MonthlyTable, number][] = [
    ["notification", notificationDays],
    ["event", eventDays],
    ["audit", auditDays],
  ];
  for (const [table, daysKept] of kept) {
    await ensureMonths(db, table, monthsAhead(nowMs));
    const months = await listMonths(db, table);
    for (const month of months.filter((each) => monthStart(each + 1) <= nowMs - daysKept * dayMs)) {
      await dropPastMonth(db, table, month);
      log.info({ table, month: new Date(monthStart(month)).toISOString().slice(0, 7) }, "a month was dropped");
    }
  }
  await dropWarnings(db, nowMs - eventDays * dayMs);
  await dropInPortions(
    db,
    sql`incident`,
    sql`state = 'resolved' and resolved_at < ${toTime(nowMs - eventDays * dayMs)}`,
  );
  // Rules are tried out on fewer days than that.
  await dropInPortions(db, sql`forecast_said`, sql`at < ${toTime(nowMs - saidDays * dayMs)}`);
}

const rowsPerDelete = 5_000;
const saidDays = warningLimits.backTestDays + 2;

/** Warnings that were over before the instant: what was said of them is gone too. Open ones stay, however old. */
function dropWarnings(db: Db, beforeMs: number): Promise<void> {
  return dropInPortions(db, sql`warning`, sql`raised_at < ${toTime(beforeMs)} and cleared_at < ${toTime(beforeMs)}`);
}

async function dropInPortions(db: Db, table: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<void> {
  for (let dropped = rowsPerDelete; dropped === rowsPerDelete;) {
    const { numAffectedRows } = await sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${which} limit ${rowsPerDelete}))`.execute(db);
    dropped = Number(numAffectedRows ?? 0);
  }
}
