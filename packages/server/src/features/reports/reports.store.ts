import { ReportPlan } from "@offgrid/contract/reports/reports.schema";
import type { PauseReason } from "@offgrid/contract/reports/report-choices";
import { sql } from "kysely";

import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import type { Stopped } from "./stop-token.ts";

/** Reports that people keep (`report`), and the people whom they are sent to (`report_person`). */

export interface ReportRow {
  id: string;
  plan: object;
  nextAt: Date | null;
  pauseReason: PauseReason | null;
  people: { userId: string; name: string | null; stoppedAt: string | null }[];
  last: LastTime | null;
}

interface LastTime {
  dueAt: string;
  waiting: number;
  sent: number;
  skipped: number;
  failed: number;
  reason: string | null;
}

const inUtc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A person's own, by name. @param id Only this one. */
export async function listReports(db: Db, ownerId: string, id?: string): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select report.id, report.plan, report.next_at, report.pause_reason,
      coalesce((select json_agg(json_build_object('userId', u.id, 'name', ${nameOfUser}, 'stoppedAt', ${inUtc("one.stopped_at")})
          order by lower(${nameOfUser}), u.id)
        from report_reader one join app_user u on u.id = one.user_id
        where one.report_id = report.id and one.is_on), '[]') as people,
      (select json_build_object('dueAt', ${inUtc("s.due_at")},
          'waiting', count(*) filter (where s.state = 'waiting'), 'sent', count(*) filter (where s.state = 'sent'),
          'skipped', count(*) filter (where s.state = 'skipped'), 'failed', count(*) filter (where s.state = 'failed'),
          'reason', (array_agg(s.reason order by s.state = 'skipped', s.id) filter (where s.reason is not null))[1])
        from report_sending s where s.report_id = report.id
          and s.due_at = (select max(due_at) from report_sending newest where newest.report_id = report.id)
        group by s.due_at) as last
    from report where report.owner_id = ${ownerId} and (${id ?? null}::text is null or report.id = ${id ?? null})
    order by lower(report.plan ->> 'name'), report.id`.execute(db);
  return rows;
}

/** What was kept; undefined where this program cannot read it. */
export function readPlan({ plan }: { plan: object }): ReportPlan | undefined {
  return ReportPlan.safeParse(plan).data;
}

/** Until the transaction ends, this person makes no other report, so that their number is right. */
export async function countReports(tx: Db, ownerId: string): Promise<number> {
  await sql`select 1 from app_user where id = ${ownerId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report where owner_id = ${ownerId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface SavedReport {
  id: string;
  ownerId: string;
  plan: ReportPlan;
  people: readonly string[];
  /** Undefined: it is paused. */
  nextMs: number | undefined;
}

/** Keeps a report with its people; whoever stopped it stays stopped. */
export async function saveReport(tx: Db, { id, ownerId, plan, people, nextMs }: SavedReport, nowMs: number) {
  const nextAt = nextMs === undefined ? null : toTime(nextMs);
  await sql`insert into report (id, owner_id, plan, next_at, pause_reason, created_at, updated_at)
    values (${id}, ${ownerId}, ${JSON.stringify(plan)}::jsonb, ${nextAt}, ${nextMs === undefined ? "paused" : null},
      ${toTime(nowMs)}, ${toTime(nowMs)})
    on conflict (id) do update set plan = excluded.plan, next_at = excluded.next_at,
      pause_reason = excluded.pause_reason, updated_at = excluded.updated_at`.execute(tx);
  await sql`update report_person set is_on = user_id = any(${[...people]}::text[]) where report_id = ${id}`.execute(tx);
  await sql`insert into report_person (report_id, user_id) select ${id}, person from unnest(${[...people]}::text[]) person
    on conflict do nothing`.execute(tx);
  if (nextMs === undefined) await skipWaiting(tx, id, "paused");
}

/** A person's own; until the transaction ends nobody else changes it. */
export async function holdReport(tx: Db, ownerId: string, id: string): Promise<{ plan: object } | undefined> {
  const { rows } = await sql<{ plan: object }>`
    select plan from report where id = ${id} and owner_id = ${ownerId} for update`.execute(tx);
  return rows[0];
}

export async function peopleOf(tx: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from report_person where report_id = ${id} and is_on`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function removeReport(tx: Db, id: string): Promise<void> {
  await sql`delete from report where id = ${id}`.execute(tx);
}

/** It is sent no more until its owner lets it go on. */
export async function pauseReport(tx: Db, id: string, reason: PauseReason): Promise<boolean> {
  const { numAffectedRows } = await sql`update report set next_at = null, pause_reason = ${reason}
    where id = ${id} and next_at is not null`.execute(tx);
  await skipWaiting(tx, id, "paused");
  return (numAffectedRows ?? 0n) > 0n;
}

async function skipWaiting(tx: Db, id: string, reason: string): Promise<void> {
  await sql`update report_sending set state = 'skipped', reason = ${reason}, try_at = null, claim = null
    where report_id = ${id} and state = 'waiting'`.execute(tx);
}

/**
 * Another's report: nothing more of that owner comes to this person, whatever they set up. One's own: this one alone.
 * @param stoppedMs Null: it is taken back.
 * @returns the name of one's own; undefined: it is not sent to this person, or nobody knows whose it was.
 */
export async function setStopped(
  tx: Db,
  { reportId, userId, ownerId: named }: Stopped,
  stoppedMs: number | null,
): Promise<{ name: string | null } | undefined> {
  const { rows } = await sql<{ ownerId: string; name: string; isOn: boolean }>`
    select report.owner_id, report.plan ->> 'name' as name, is_on
    from report_person join report on report.id = report_id
    where report_id = ${reportId} and user_id = ${userId}`.execute(tx);
  const [row] = rows;
  const ownerId = row?.ownerId ?? named;
  if (ownerId === undefined) return undefined;
  if (ownerId !== userId)
    return (await setOwnerStopped(tx, { reportId, userId, ownerId }, stoppedMs)) && { name: null };
  if (!row?.isOn) return undefined;
  await setPersonStopped(tx, { reportId, userId }, stoppedMs);
  return { name: row.name };
}

async function setPersonStopped(tx: Db, { reportId, userId }: Stopped, stoppedMs: number | null): Promise<void> {
  await sql`update report_person set stopped_at = ${stoppedMs === null ? null : toTime(stoppedMs)}
    where report_id = ${reportId} and user_id = ${userId}`.execute(tx);
}

/** @returns undefined: one of the two has no account any more. */
async function setOwnerStopped(
  tx: Db,
  { reportId, userId, ownerId }: Required<Stopped>,
  stoppedMs: number | null,
): Promise<true | undefined> {
  const pair = sql`owner_id = ${ownerId} and user_id = ${userId}`;
  if (stoppedMs === null) {
    await sql`delete from report_stop where ${pair}`.execute(tx);
    await setPersonStopped(tx, { reportId, userId }, null);
    return true;
  }
  await sql`insert into report_stop (owner_id, user_id, stopped_at)
    select owner.id, reader.id, ${toTime(stoppedMs)} from app_user owner, app_user reader
    where owner.id = ${ownerId} and reader.id = ${userId} on conflict do nothing`.execute(tx);
  const { rows } = await sql`select 1 from report_stop where ${pair}`.execute(tx);
  return rows.length > 0 || undefined;
}
