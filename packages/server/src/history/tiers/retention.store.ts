import { earliestFrameMs } from "@offgrid/contract/core/constants";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { type Month, dropMonth, firstDay, isMonthEmpty, listMonths, monthOf, monthStart } from "./partitions.store.ts";
import { dayMs, dayOf, isSameDay, summariseDay } from "../quarter-hours.ts";
import { type ContainerDay, listPowerSlots, readDays } from "../rollups/rollups.store.ts";
import { rollupColumns } from "../rollups/rollup-codec.ts";
import { readSealed } from "./sealed-days.store.ts";

/**
 * What is dropped when. Readings are dropped by whole months, and only after the summaries of their days were checked
 * against them; summaries are dropped by days, and only once the readings of these days are gone.
 */

export type Tier = "readings" | "rollups";

/** How far back each tier goes, in days. */
export interface Retention {
  rawDays: number;
  rollupDays: number;
  /** Nothing before this is accepted, however far back the tiers go. Default: the contract's. */
  earliestMs?: number;
}

const rowsPerDelete = 5_000;

/**
 * Frames before this are no longer accepted: their days were dropped, or are about to be. A frame of a dropped day
 * would replace everything that its summary knows.
 */
export async function keptFromMs(
  db: Db,
  { rawDays, earliestMs = earliestFrameMs }: Pick<Retention, "rawDays" | "earliestMs">,
  nowMs: number,
): Promise<number> {
  const { rows } = await sql<{ day: number }>`select day from kept_from where tier = 'readings'`.execute(db);
  return Math.max(earliestMs, (rows[0]?.day ?? 0) * dayMs, (dayOf(nowMs) - rawDays) * dayMs);
}

/** Past months without frames: all are sealed, or none ever came. */
export async function listEmptyMonths(db: Db, beforeMs: number): Promise<Month[]> {
  const months = (await listMonths(db, "frame")).filter((month) => monthStart(month + 1) <= beforeMs);
  const empty: Month[] = [];
  for (const month of months) if (await isMonthEmpty(db, "frame", month)) empty.push(month);
  return empty;
}

/** Drops the partition of a month without frames. @returns false where frames came meanwhile. */
export function dropEmptyMonth(db: Db, month: Month): Promise<boolean> {
  return dropMonth(db, ["frame"], month, (tx) => isMonthEmpty(tx, "frame", month));
}

/** Months of sealed readings that are past their retention, oldest first. */
export async function listExpiredMonths(db: Db, { rawDays }: Retention, nowMs: number): Promise<Month[]> {
  const before = dayOf(nowMs) - rawDays;
  // One day after frames of that month were last accepted.
  return (await listMonths(db, "sealed_day")).filter((month) => firstDay(month + 1) < before);
}

/** The sealed days of a month, in some order. */
export async function listSealedDays(db: Db, month: Month): Promise<ContainerDay[]> {
  const { rows } = await sql<ContainerDay>`
    select container_id, day from sealed_day
    where day >= ${firstDay(month)} and day < ${firstDay(month + 1)}
    order by day, container_id`.execute(db);
  return rows;
}

/** Do the summaries of a sealed day agree with its readings? */
export async function isSummarised(db: Db, about: ContainerDay): Promise<boolean> {
  const sealed = await readSealed(db, about);
  if (!sealed) return false;
  const { containerId, day } = about;
  const slots = [...sealed.columns.keys()];
  const known = await readDays(db, containerId, slots, { fromDay: day, toDay: day }, rollupColumns);
  const powers = await listPowerSlots(db, containerId);
  return slots.every((slot) => {
    const stored = known.get(slot)?.get(day);
    const recomputed = summariseDay(day, sealed.atMs, sealed.columns.get(slot) ?? []);
    // Only powers have areas.
    const expected = powers.get(slot) ? recomputed : { ...recomputed, areas: new Float64Array(0) };
    return stored !== undefined && isSameDay(expected, stored);
  });
}

/**
 * Drops the readings of a month whose days were all checked, in both tiers.
 * @param checked Sealed days whose summaries were found equal.
 * @returns false where there are other days or frames by now.
 */
export async function dropReadings(db: Db, month: Month, checked: readonly ContainerDay[]): Promise<boolean> {
  const isChecked = new Set(checked.map(({ containerId, day }) => `${day} ${containerId}`));
  const withFrames = (await listMonths(db, "frame")).includes(month);
  // In the order in which readers lock them.
  const tables = [...(withFrames ? (["frame"] as const) : []), "sealed_day", "chunk"] as const;
  return dropMonth(db, tables, month, async (tx) => {
    if (withFrames && !(await isMonthEmpty(tx, "frame", month))) return false;
    const days = await listSealedDays(tx, month);
    if (!days.every(({ containerId, day }) => isChecked.has(`${day} ${containerId}`))) return false;
    await keepFrom(tx, "readings", firstDay(month + 1));
    return true;
  });
}

/** Deletes summaries that are past their retention. @returns how many rows. */
export async function dropRollups(db: Db, { rollupDays }: Retention, nowMs: number): Promise<number> {
  const { rows } = await sql<{ day: number }>`select day from kept_from where tier = 'readings'`.execute(db);
  const before = Math.min(dayOf(nowMs) - rollupDays, rows[0]?.day ?? 0);
  let dropped = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from rollup_day where ctid = any(array(
        select ctid from rollup_day where day < ${before} limit ${rowsPerDelete}))`.execute(db);
    dropped += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < rowsPerDelete) break;
  }
  if (dropped > 0) await keepFrom(db, "rollups", before);
  return dropped;
}

async function keepFrom(db: Db, tier: Tier, day: number): Promise<void> {
  await sql`insert into kept_from (tier, day) values (${tier}, ${day})
    on conflict (tier) do update set day = greatest(kept_from.day, excluded.day)`.execute(db);
}

/** The month that an instant lies in, and the one after: partitions of these are made ahead. */
export function monthsAhead(nowMs: number): Month[] {
  return [monthOf(nowMs), monthOf(nowMs) + 1];
}
