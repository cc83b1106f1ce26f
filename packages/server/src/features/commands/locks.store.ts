import type { CommandReason } from "@offgrid/contract/commands/commands.schema";
import { controllerUserId } from "@offgrid/contract/core/constants";
import { type RawBuilder, sql } from "kysely";

import { type Db, nameOfUser, toTime } from "../../core/db.ts";

/** Locks of outputs (`output_lock`); an output without a row is free. */

export interface LockRow {
  containerId: string;
  target: string;
  state: "requested" | "held" | "releasing";
  userId: string;
  /** Null: the account is gone. */
  userName: string | null;
  /** Who asked for its release; null: nobody yet. */
  releasedBy: string | null;
  reason: string;
  since: Date;
  /** It has left for the controller, which may have it until it says otherwise. */
  isSent: boolean;
  confirmedAt: Date | null;
  fault: CommandReason | null;
  /** When its controller is asked the next time; null: nothing has to be asked, or the answer is awaited. */
  dueAt: Date | null;
}

/** After so long people are reminded of a lock that still stands: whoever took it, and later those who run the portal. */
export const remindAfterMs = { holder: 12 * 3_600_000, staff: 24 * 3_600_000 };

/** An output of a container, by its name. */
export interface OutputRef {
  containerId: string;
  target: string;
}

/** Sets these locks apart from others: "outp" in ASCII. */
const outputLock = 0x6f75_7470;

/** Until the transaction ends, nobody else gives a command for this output or locks it. */
export async function holdOutput(tx: Db, { containerId, target }: OutputRef): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${containerId}/${target}`}, ${outputLock}))`.execute(tx);
}

const columns = sql`l.container_id, l.target, l.state, l.user_id,
  ${nameOfUser} as user_name, l.released_by, l.reason, l.since, l.is_sent, l.confirmed_at, l.fault, l.due_at`;

export async function findLock(db: Db, { containerId, target }: OutputRef): Promise<LockRow | undefined> {
  const { rows } = await sql<LockRow>`select ${columns} from output_lock l left join app_user u on u.id = l.user_id
    where l.container_id = ${containerId} and l.target = ${target}`.execute(db);
  return rows[0];
}

/**
 * Locks that a controller has and the portal has not, as when it could not read its file of locks: it has refused the
 * last switching for it, and has released nothing since.
 */
const heldByControllers = (containerId: string, targets: readonly string[]): RawBuilder<unknown> => sql`
  (select last.container_id, last.target, 'held' as state, ${controllerUserId}::text as user_id, '' as reason,
      last.ended_at as since, last.ended_at as confirmed_at, true as is_sent
    from unnest(${[...targets]}::text[]) output (name) cross join lateral (
      select * from command where container_id = ${containerId} and target = output.name and kind = 'switch'
      order by created_at desc, id desc limit 1) last
    where last.state = 'refused' and last.reason = 'locked' and last.sent_at is not null
      and not exists (select 1 from output_lock known where known.container_id = last.container_id
        and known.target = last.target)
      and not exists (select 1 from command later where later.container_id = last.container_id
        and later.target = last.target and later.op = 'lock.clear' and later.state = 'done'
        and later.created_at > last.created_at))`;

/** The locks of these outputs, also those of which only their controller knows. */
export async function listLocks(db: Db, containerId: string, targets: readonly string[]): Promise<LockRow[]> {
  const { rows } = await sql<LockRow>`select ${columns} from output_lock l left join app_user u on u.id = l.user_id
      where l.container_id = ${containerId} and l.target = any(${[...targets]}::text[])
    union all select l.container_id, l.target, l.state, l.user_id, null, null, l.reason, l.since, l.is_sent,
      l.confirmed_at, null, null from ${heldByControllers(containerId, targets)} l`.execute(db);
  return rows;
}

/** A lock that the controller has not confirmed yet; it is asked at once. */
export async function requestLock(
  tx: Db,
  { containerId, target }: OutputRef,
  { userId, reason }: Pick<LockRow, "userId" | "reason">,
  nowMs: number,
): Promise<void> {
  const now = toTime(nowMs);
  await sql`insert into output_lock (container_id, target, state, user_id, reason, since, due_at, remind_at)
    values (${containerId}, ${target}, 'requested', ${userId}, ${reason}, ${now}, ${now},
      ${toTime(nowMs + remindAfterMs.holder)})
    on conflict (container_id, target) do update set state = 'requested', user_id = excluded.user_id,
      released_by = null, reason = excluded.reason, since = excluded.since, confirmed_at = null, fault = null, due_at = excluded.due_at,
      remind_at = excluded.remind_at, reminded = 0`.execute(tx);
}

/** The lock stays until the controller has confirmed its release. */
export async function startRelease(
  tx: Db,
  { containerId, target }: OutputRef,
  userId: string,
  nowMs: number,
): Promise<void> {
  await sql`update output_lock set state = 'releasing', released_by = ${userId}, fault = null, due_at = ${toTime(nowMs)}
    where container_id = ${containerId} and target = ${target}`.execute(tx);
}

export async function removeLock(tx: Db, { containerId, target }: OutputRef): Promise<void> {
  await sql`delete from output_lock where container_id = ${containerId} and target = ${target}`.execute(tx);
}

export async function confirmLock(tx: Db, { containerId, target }: OutputRef, nowMs: number): Promise<void> {
  await sql`update output_lock set state = 'held', confirmed_at = ${toTime(nowMs)}, fault = null, due_at = null
    where container_id = ${containerId} and target = ${target} and state = 'requested'`.execute(tx);
}

/** @param dueMs When the controller is asked the next time, epoch ms; undefined: while its answer is awaited, it is not. */
export async function askLockAgain(
  tx: Db,
  { containerId, target }: OutputRef,
  dueMs: number | undefined,
  fault: CommandReason | null,
): Promise<void> {
  await sql`update output_lock set due_at = ${dueMs === undefined ? null : toTime(dueMs)}, fault = ${fault}
    where container_id = ${containerId} and target = ${target}`.execute(tx);
}

/**
 * The lock leaves for its controller. It stays marked when it is taken anew before its release was confirmed.
 * @returns whose lock it is.
 */
export async function noteLockSent(tx: Db, { containerId, target }: OutputRef): Promise<string | undefined> {
  const { rows } = await sql<Pick<LockRow, "userId">>`update output_lock set is_sent = true
    where container_id = ${containerId} and target = ${target} returning user_id`.execute(tx);
  return rows[0]?.userId;
}

/** May the controller have this lock, or be about to receive it? */
export async function mayHaveLeft(db: Db, { containerId, target, isSent }: LockRow): Promise<boolean> {
  if (isSent) return true;
  const { rows } = await sql`select 1 from command where container_id = ${containerId} and target = ${target}
    and op = 'lock.set' and state = 'queued'`.execute(db);
  return rows.length > 0;
}

/** Locks of which the controller has to be asked. */
export async function listDueLocks(db: Db, nowMs: number, limit: number): Promise<OutputRef[]> {
  const { rows } = await sql<OutputRef>`select container_id, target from output_lock
    where due_at <= ${toTime(nowMs)} order by due_at limit ${limit}`.execute(db);
  return rows;
}

/** The lock, if its controller has to be asked. The caller holds its output. */
export async function findDueLock(tx: Db, output: OutputRef, nowMs: number): Promise<LockRow | undefined> {
  const lock = await findLock(tx, output);
  return lock?.dueAt && lock.dueAt.getTime() <= nowMs ? lock : undefined;
}

/** A lock of which its controller has to be asked is left alone for a while. */
export async function postponeLock(
  db: Db,
  { containerId, target }: OutputRef,
  nowMs: number,
  byMs: number,
): Promise<void> {
  await sql`update output_lock set due_at = ${toTime(nowMs + byMs)} where container_id = ${containerId}
    and target = ${target} and due_at <= ${toTime(nowMs)}`.execute(db);
}

/** The controller does not have a lock any more that it had confirmed. */
export async function loseLock(tx: Db, { containerId, target }: OutputRef, fault: CommandReason | null): Promise<void> {
  await sql`update output_lock set state = 'requested', confirmed_at = null, fault = ${fault}
    where container_id = ${containerId} and target = ${target}`.execute(tx);
}

/**
 * Keeps a lock of which only the controller knew, so that it can be released.
 * @returns undefined where there is none.
 */
export async function adoptLock(tx: Db, { containerId, target }: OutputRef): Promise<LockRow | undefined> {
  await sql`insert into output_lock (container_id, target, state, user_id, reason, since, confirmed_at, is_sent)
    select container_id, target, state, user_id, reason, since, confirmed_at, is_sent
    from ${heldByControllers(containerId, [target])} one`.execute(tx);
  return findLock(tx, { containerId, target });
}

/** Controllers that are back are asked at once, also whether they still have what they had confirmed. */
export async function hastenLocks(tx: Db, containerIds: readonly string[], nowMs: number): Promise<void> {
  await sql`update output_lock set due_at = ${toTime(nowMs)}
    where container_id = any(${[...containerIds]}::text[]) and (state = 'held' or due_at > ${toTime(nowMs)})`.execute(
    tx,
  );
}
