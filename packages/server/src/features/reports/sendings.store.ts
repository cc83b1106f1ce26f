import { randomUUID } from "node:crypto";

import { reportLimits, type SkipReason } from "@offgrid/contract/reports/report-choices";
import { sql } from "kysely";

import { mustSetUpTwoStep } from "../../calls/two-step.ts";
import { type Db, toTime } from "../../core/db.ts";

/** What is due (`report.next_at`) and what is being sent (`report_sending`), claimed by whoever works on it. */

export interface DueReport {
  id: string;
  plan: object;
  dueMs: number;
}

/** The report that has been due for longest; until the transaction ends nobody else takes it. */
export async function holdDue(tx: Db, nowMs: number): Promise<DueReport | undefined> {
  const { rows } = await sql<DueReport>`
    select id, plan, round(date_part('epoch', next_at) * 1000) as due_ms from report
    where next_at <= ${toTime(nowMs)} order by next_at limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/**
 * One sending to each person of a report who has not stopped it; those that are there already stay as they are.
 * @param gapMs Whoever has one so near is left out: a report whose time is changed over and over is no flood.
 */
export async function planSendings(tx: Db, id: string, dueMs: number, gapMs: number): Promise<void> {
  await sql`insert into report_sending (report_id, due_at, user_id, try_at)
    select report_id, ${toTime(dueMs)}, user_id, ${toTime(dueMs)} from report_reader person
    where report_id = ${id} and is_on and stopped_at is null and not exists (
      select 1 from report_sending near where near.report_id = person.report_id and near.user_id = person.user_id
        and near.due_at > ${toTime(dueMs - gapMs)} and near.due_at < ${toTime(dueMs + gapMs)})
    on conflict do nothing`.execute(tx);
}

export async function setNext(tx: Db, id: string, nextMs: number): Promise<void> {
  await sql`update report set next_at = ${toTime(nextMs)} where id = ${id}`.execute(tx);
}

export interface ClaimedSending {
  id: number;
  claim: string;
  reportId: string;
  plan: object;
  ownerId: string;
  userId: string;
  dueMs: number;
  attempts: number;
  undelivered: number;
  isStopped: boolean;
}

const hourMs = 3_600_000;

/**
 * Takes a sending that is due, of the owner for whom the fewest were made within the hour: one person's reports do not
 * hold up everybody's. Those of an owner who has had as many as one may have wait.
 * @param untilMs When others may take it: its holder is dead by then.
 */
export async function claimSending(db: Db, nowMs: number, untilMs: number): Promise<ClaimedSending | undefined> {
  const { rows } = await sql<ClaimedSending>`
    with busy as (select owner_id, count(*) as made from report_made where made_at > ${toTime(nowMs - hourMs)} group by owner_id),
    next as (select due.id from report_sending due join report on report.id = due.report_id
      left join busy on busy.owner_id = report.owner_id
      where due.try_at <= ${toTime(nowMs)} and coalesce(busy.made, 0) < ${reportLimits.madeByHour}
      order by coalesce(busy.made, 0), due.try_at, due.id limit 1 for update of due skip locked),
    taken as (update report_sending s set claim = ${randomUUID()}::uuid, attempts = attempts + 1, try_at = ${toTime(untilMs)}
      from report, report_reader p
      where s.id = (select id from next)
        and report.id = s.report_id and p.report_id = s.report_id and p.user_id = s.user_id
      returning s.id, s.claim, s.report_id, report.plan, report.owner_id, s.user_id, s.attempts, s.undelivered,
        round(date_part('epoch', s.due_at) * 1000) as due_ms, p.stopped_at is not null or not p.is_on as is_stopped),
    noted as (insert into report_made (claim, owner_id, user_id, made_at)
      select claim, owner_id, user_id, ${toTime(nowMs)} from taken)
    select * from taken`.execute(db);
  return rows[0];
}

/** Has this person been sent as much by others as one may be within a day? */
export async function isFull(db: Db, userId: string, nowMs: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_made
    where user_id = ${userId} and owner_id <> user_id and sent_at > ${toTime(nowMs - 24 * hourMs)}`.execute(db);
  return (rows[0]?.count ?? 0) >= reportLimits.sentByDay;
}

type Held = Pick<ClaimedSending, "id" | "claim">;
const held = ({ id, claim }: Held) => sql`id = ${id} and claim = ${claim}::uuid and state = 'waiting'`;

/** Holds it for longer. @returns false: somebody else has taken it, or it is off, and nothing may be sent. */
export async function holdOn(db: Db, one: Held, untilMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update report_sending set try_at = ${toTime(untilMs)}
    where ${held(one)}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function markSent(db: Db, one: Held, nowMs: number): Promise<void> {
  await sql`with sent as (update report_sending
      set state = 'sent', reason = null, try_at = null, claim = null where ${held(one)})
    update report_made set sent_at = ${toTime(nowMs)} where claim = ${one.claim}::uuid`.execute(db);
}

/** It was made, and the mail server did not take it: that is no attempt to make it. @param tryMs undefined: never. */
export async function markUndelivered(
  db: Db,
  one: Held,
  { reason, tryMs }: { reason: string; tryMs: number | undefined },
): Promise<void> {
  await sql`update report_sending set claim = null, reason = ${reason}, attempts = 0, undelivered = undelivered + 1,
      state = ${tryMs === undefined ? "failed" : "waiting"}, try_at = ${tryMs === undefined ? null : toTime(tryMs)}
    where ${held(one)}`.execute(db);
}

export async function markSkipped(tx: Db, one: Held, reason: SkipReason): Promise<void> {
  await sql`update report_sending set state = 'skipped', reason = ${reason}, try_at = null, claim = null
    where ${held(one)}`.execute(tx);
}

/** Its holder is stopping: it is due for others at once, and was no attempt. */
export async function giveBack(db: Db, one: Held, nowMs: number): Promise<void> {
  await sql`update report_sending set claim = null, attempts = attempts - 1, try_at = ${toTime(nowMs)}
    where ${held(one)}`.execute(db);
}

/** @param tryMs When it is tried again; undefined: never. @returns false: somebody else has taken it. */
export async function markFailed(
  tx: Db,
  one: Held,
  { reason, tryMs }: { reason: string; tryMs: number | undefined },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update report_sending set claim = null, reason = ${reason},
      state = ${tryMs === undefined ? "failed" : "waiting"}, try_at = ${tryMs === undefined ? null : toTime(tryMs)}
    where ${held(one)}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export interface Addressee {
  email: string;
  firstName: string;
  name: string | null;
  isVerified: boolean;
}

/** A person whom calls would answer, with an account in use; undefined for others. @param permission That they hold. */
export async function findAble(db: Db, userId: string, permission: "view" | "charts"): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select app_user.email, app_user.first_name, app_user.email_verified as is_verified,
      nullif(trim(concat_ws(' ', app_user.first_name, app_user.last_name)), '') as name
    from app_user join role on role.id = app_user.effective_role
    where app_user.id = ${userId} and not app_user.disabled and ${permission} = any (role.permissions)
      and not ${mustSetUpTwoStep}`.execute(db);
  return rows[0];
}

/** Containers that each of these people sees now, by name. */
export async function seenByAll(
  db: Db,
  userIds: readonly string[],
): Promise<{ id: string; name: string; zoneName: string }[]> {
  const people = [...new Set(userIds)];
  const { rows } = await sql<{ id: string; name: string; zoneName: string }>`
    select c.id, c.name, c.zone_name from container c
    where c.removed_at is null and c.retired_at is null and (select count(distinct s.user_id) from container_scope s
      where s.container_id = c.id and s.user_id = any(${people}::text[]) and s.may_view) = ${people.length}
    order by c.name, c.id`.execute(db);
  return rows;
}

/** Those of these people who see one of these containers at least. */
export async function viewersAmong(
  db: Db,
  people: readonly string[],
  containerIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from container_scope
    where user_id = any(${[...people]}::text[]) and container_id = any(${[...containerIds]}::text[]) and may_view`.execute(
    db,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Warnings that were raised or open in a span, of these containers; those of rules on trial do not count. */
export async function countWarnings(
  db: Db,
  containerIds: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ containerId: string; count: number }>`
    select container_id, count(*)::int as count from warning
    where container_id = any(${[...containerIds]}::text[]) and not is_shadow
      and raised_at < ${toTime(toMs)} and (cleared_at is null or cleared_at >= ${toTime(fromMs)})
    group by container_id`.execute(db);
  return new Map(rows.map(({ containerId, count }) => [containerId, count]));
}

export interface RaisedWarning {
  container: string;
  severity: "info" | "warning" | "critical";
  content: string;
  raisedMs: number;
  clearedMs: number | null;
}

/** The same warnings, newest first, no more than `limit`. */
export async function listRaised(
  db: Db,
  containerIds: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  limit: number,
): Promise<RaisedWarning[]> {
  const { rows } = await sql<RaisedWarning>`
    select c.name as container, w.severity, w.content,
      (extract(epoch from w.raised_at) * 1000)::float8 as raised_ms,
      (extract(epoch from w.cleared_at) * 1000)::float8 as cleared_ms
    from warning w join container c on c.id = w.container_id
    where w.container_id = any(${[...containerIds]}::text[]) and not w.is_shadow
      and w.raised_at < ${toTime(toMs)} and (w.cleared_at is null or w.cleared_at >= ${toTime(fromMs)})
    order by w.raised_at desc, w.id limit ${limit}`.execute(db);
  return rows;
}

/** What is settled is kept for so long. */
export async function removeOldSendings(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from report_sending where due_at < ${toTime(beforeMs)} and try_at is null`.execute(db);
  await sql`delete from report_made where made_at < ${toTime(beforeMs)}`.execute(db);
}
