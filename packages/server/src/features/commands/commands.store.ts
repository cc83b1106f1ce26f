import {
  type CommandEvent,
  type CommandState,
  type Move,
  move,
  openStates,
} from "@offgrid/contract/commands/command-moves";
import {
  type CommandKind,
  type CommandOp,
  type CommandReason,
  commandOps,
  type OutputValue,
} from "@offgrid/contract/commands/commands.schema";
import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { type RawBuilder, sql } from "kysely";

import { type Db, nameOfOutput, nameOfUser, toTime } from "../../core/db.ts";
import { type Viewer, visibleContainers } from "../../calls/scope.ts";

/** The ledger of commands: one row for each, which only `moveCommand` changes. */

/** How long a command may be carried out after it was given. */
export const lifeMs = 30_000;
/** How long the portal waits for an answer beyond the time that the controller has. */
const graceMs = 10_000;
/** An answer that comes later is not believed. */
export const evidenceMs = 7 * 86_400_000;

export interface CommandRow {
  id: string;
  containerId: string;
  containerName: string;
  op: CommandOp;
  target: string;
  /** What people call the output; null: nobody has named it. */
  outputName: string | null;
  args: CommandMessage["args"];
  wanted: OutputValue;
  state: CommandState;
  isLate: boolean;
  reason: CommandReason | null;
  value: OutputValue | null;
  userId: string;
  /** Null: the account is gone. */
  userName: string | null;
  createdAt: Date;
  expiresAt: Date;
  sentAt: Date | null;
  acceptedAt: Date | null;
  endedAt: Date | null;
}

export interface NewCommand {
  id: string;
  containerId: string;
  op: CommandOp;
  target: string;
  args: Record<string, unknown>;
  wanted: OutputValue;
  userId: string;
  nowMs: number;
}

export interface CommandQuery {
  containerId?: string | undefined;
  target?: string | undefined;
  state?: CommandState | "open" | undefined;
  userId?: string | undefined;
  since?: string | undefined;
}

const rowsOf = (from: RawBuilder<unknown>) => sql<CommandRow>`
  select k.id, k.container_id, c.name as container_name, k.op, k.target, k.args, k.wanted, k.state, k.is_late, k.reason,
    k.value, k.user_id, ${nameOfUser} as user_name, k.created_at,
    ${nameOfOutput(sql`k.container_id`, sql`k.target`)} as output_name,
    k.expires_at, k.sent_at, k.accepted_at, k.ended_at
  from ${from} k join container c on c.id = k.container_id left join app_user u on u.id = k.user_id`;

/** Writes a command that waits to be sent. @returns false when one like it is open for its target. */
export async function insertCommand(tx: Db, one: NewCommand): Promise<boolean> {
  const expires = toTime(one.nowMs + lifeMs);
  const { numAffectedRows } = await sql`
    insert into command (id, container_id, op, kind, target, args, wanted, user_id, created_at, expires_at, due_at)
    values (${one.id}, ${one.containerId}, ${one.op}, ${commandOps[one.op].kind}, ${one.target},
      ${JSON.stringify(one.args)}::jsonb, ${JSON.stringify(one.wanted)}::jsonb, ${one.userId}, ${toTime(one.nowMs)},
      ${expires}, ${expires})
    on conflict (container_id, target, kind) where state in ('queued', 'sent', 'accepted') do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** The command of this kind that is open for a target. */
export async function findOpen(
  db: Db,
  { containerId, target, op }: Pick<NewCommand, "containerId" | "target" | "op">,
): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`${rowsOf(sql`command`)} where k.container_id = ${containerId}
    and k.target = ${target} and k.kind = ${commandOps[op].kind} and k.state = any(${[...openStates]}::text[])`.execute(
    db,
  );
  return rows[0];
}

/** A command that is open in a container: of these kinds the one that was given first. */
export async function findFirstOpen(
  db: Db,
  containerId: string,
  kinds: readonly CommandKind[],
): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`${rowsOf(sql`command`)} where k.container_id = ${containerId}
    and k.kind = any(${[...kinds]}::text[]) and k.state = any(${[...openStates]}::text[])
    order by k.created_at limit 1`.execute(db);
  return rows[0];
}

/** Commands by id, in no order; those that are gone are left out. */
export async function findCommands(db: Db, ids: readonly string[]): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`${rowsOf(sql`command`)} where k.id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/** A command to a container that this person sees. */
export async function findVisible(db: Db, viewer: Viewer, id: string): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`${rowsOf(sql`command`)}
    where k.id = ${id} and k.container_id in (${visibleContainers(db, viewer)})`.execute(db);
  return rows[0];
}

function conditions(db: Db, viewer: Viewer, query: CommandQuery): RawBuilder<unknown> {
  const { containerId, target, state, userId, since } = query;
  const states = state === "open" ? [...openStates] : state === undefined ? null : [state];
  return sql`k.container_id in (${visibleContainers(db, viewer)})
    and (${containerId ?? null}::text is null or k.container_id = ${containerId ?? null})
    and (${target ?? null}::text is null or k.target = ${target ?? null})
    and (${states}::text[] is null or k.state = any(${states}::text[]))
    and (${userId ?? null}::text is null or k.user_id = ${userId ?? null})
    and (${since ?? null}::timestamptz is null or k.created_at >= ${since ?? null}::timestamptz)`;
}

/** @param page `before` is the last row of the page before: rows given meanwhile shift nothing. */
export async function listCommands(
  db: Db,
  viewer: Viewer,
  query: CommandQuery,
  page: { limit: number; offset?: number; before?: Pick<CommandRow, "createdAt" | "id"> | undefined },
): Promise<CommandRow[]> {
  const { before } = page;
  const { rows } = await sql<CommandRow>`${rowsOf(sql`command`)} where ${conditions(db, viewer, query)}
    and (${before?.id ?? null}::text is null
      or (k.created_at, k.id) < (${before?.createdAt ?? null}::timestamptz, ${before?.id ?? null}::text))
    order by k.created_at desc, k.id desc limit ${page.limit} offset ${page.offset ?? 0}`.execute(db);
  return rows;
}

export async function countCommands(db: Db, viewer: Viewer, query: CommandQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from command k where ${conditions(db, viewer, query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The last command for each of these outputs of a container that was to switch it. */
export async function listLast(db: Db, containerId: string, targets: readonly string[]): Promise<CommandRow[]> {
  const last = sql`(select one.* from unnest(${[...targets]}::text[]) output (name) cross join lateral (
    select * from command where container_id = ${containerId} and target = output.name and kind = 'switch'
    order by created_at desc, id desc limit 1) one)`;
  return (await rowsOf(last).execute(db)).rows;
}

/** What names a command and its output. */
export type CommandRef = Pick<CommandRow, "id" | "containerId" | "target">;

/** Those of these commands that wait to be sent, oldest first. */
export async function listQueued(db: Db, ids: readonly string[]): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`select id, container_id, target from command
    where state = 'queued' and id = any(${[...ids]}::text[]) order by created_at, id`.execute(db);
  return rows;
}

/** Commands whose time is over. */
export async function listDue(db: Db, nowMs: number, limit: number): Promise<CommandRef[]> {
  const { rows } = await sql<CommandRef>`select id, container_id, target from command
    where due_at <= ${toTime(nowMs)} order by due_at limit ${limit}`.execute(db);
  return rows;
}

/** A command whose time is over is left alone for a while. */
export async function postponeCommand(db: Db, { id }: CommandRef, nowMs: number, byMs: number): Promise<void> {
  await sql`update command set due_at = ${toTime(nowMs + byMs)}
    where id = ${id} and due_at <= ${toTime(nowMs)}`.execute(db);
}

/** Forgets commands that were over before this instant. */
export async function dropOldCommands(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from command where due_at is null and ended_at < ${toTime(beforeMs)}`.execute(db);
}

/** The command, kept from being moved by anybody else. The caller holds its output. */
export async function lockCommand(tx: Db, id: string): Promise<CommandRow | undefined> {
  const held = sql`(select * from command where id = ${id} for update)`;
  return (await rowsOf(held).execute(tx)).rows[0];
}

/** As `lockCommand`, when its time is over and nobody else is looking at it. */
export async function lockDue(tx: Db, id: string, nowMs: number): Promise<CommandRow | undefined> {
  const due = sql`(select * from command where id = ${id} and due_at <= ${toTime(nowMs)} for update skip locked)`;
  return (await rowsOf(due).execute(tx)).rows[0];
}

/** What comes with an event. */
export interface MoveDetail {
  reason?: CommandReason | undefined;
  value?: OutputValue | undefined;
}

/**
 * The one place where a command changes its state. The caller holds the row.
 * @returns what became of it; refused events change nothing.
 */
export async function moveCommand(
  tx: Db,
  row: CommandRow,
  event: CommandEvent,
  nowMs: number,
  { reason, value }: MoveDetail = {},
): Promise<Move> {
  const next = move(row.state, event);
  if ("refusal" in next) return next;
  if (row.state === "unknown" && nowMs - row.createdAt.getTime() > evidenceMs) return { refusal: "final" };
  const { state, isLate } = next;
  const dueMs = dueAfter(row, state, nowMs);
  const now = toTime(nowMs);
  await sql`update command set state = ${state}, is_late = ${isLate}, reason = ${reason ?? null},
      value = coalesce(${value === undefined ? null : JSON.stringify(value)}::jsonb, value),
      due_at = ${dueMs === undefined ? null : toTime(dueMs)},
      sent_at = ${state === "sent" ? now : sql`sent_at`}, accepted_at = ${state === "accepted" ? now : sql`accepted_at`},
      ended_at = ${dueMs === undefined ? now : sql`ended_at`}
    where id = ${row.id}`.execute(tx);
  return next;
}

/** When the portal stops waiting in this state, epoch ms; undefined: it is over, or only an answer can end it. */
function dueAfter({ op, expiresAt }: CommandRow, state: CommandState, nowMs: number): number | undefined {
  if (state === "sent") return expiresAt.getTime() + graceMs;
  if (state === "accepted") return nowMs + commandOps[op].settleMs + graceMs;
  return undefined;
}
