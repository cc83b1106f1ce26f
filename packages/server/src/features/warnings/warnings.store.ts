import type { Warning } from "@offgrid/contract/warnings/warnings.schema";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";

/** Warnings (`warning`): what rules raised. */

type CloseReason = "data" | "rule_changed" | "rule_removed" | "out_of_scope";

export interface RaisedWarning {
  id: string;
  ruleId: string;
  containerId: string;
  ruleName: string;
  content: string;
  note: string;
  isShadow: boolean;
  severity: WarningSeverity;
  attribute: string | null;
  value: number | null;
  raisedMs: number;
}

/** @returns false: one of this rule at this container is open already. */
export async function openWarning(tx: Db, one: RaisedWarning): Promise<boolean> {
  const { rows } = await sql`insert into warning
      (id, rule_id, container_id, rule_name, content, note, is_shadow, severity, attribute, value, raised_at)
    values (${one.id}, ${one.ruleId}, ${one.containerId}, ${one.ruleName}, ${one.content}, ${one.note}, ${one.isShadow},
      ${one.severity}, ${one.attribute}, ${one.value}, ${toTime(one.raisedMs)})
    on conflict (rule_id, container_id) where cleared_at is null do nothing returning id`.execute(tx);
  return rows.length > 0;
}

export interface OpenWarning {
  id: string;
  isShadow: boolean;
  ruleName: string;
  content: string;
  severity: WarningSeverity;
}

/** What is open of a rule at a container, with what changes of it. */
export async function changeOpen(
  tx: Db,
  { ruleId, containerId }: { ruleId: string; containerId: string },
  change: RawBuilder<unknown>,
): Promise<OpenWarning | undefined> {
  const { rows } = await sql<OpenWarning>`update warning set ${change}
    where rule_id = ${ruleId} and container_id = ${containerId} and cleared_at is null
    returning id, is_shadow, rule_name, content, severity`.execute(tx);
  return rows[0];
}

/** Ends it, never before it began. */
export function closing(atMs: number, reason: CloseReason): RawBuilder<unknown> {
  return sql`cleared_at = greatest(raised_at, ${toTime(atMs)}), close_reason = ${reason}, blind_since = null`;
}

/** Without a message: nothing was measured that ended it. */
export async function closeOfRule(tx: Db, ruleId: string, reason: CloseReason, nowMs: number): Promise<void> {
  await sql`update warning set ${closing(nowMs, reason)} where rule_id = ${ruleId} and cleared_at is null`.execute(tx);
}

/** Of rules that look at a container no more, because either is gone or the owner does not see it; their states too. */
export async function closeUnjudged(tx: Db, nowMs: number): Promise<void> {
  const unjudged = (table: string) => sql`not exists (select 1 from warning_pair p
    where p.rule_id = ${sql.ref(`${table}.ruleId`)} and p.container_id = ${sql.ref(`${table}.containerId`)})`;
  await sql`update warning set ${closing(nowMs, "out_of_scope")}
    where cleared_at is null and ${unjudged("warning")}`.execute(tx);
  await sql`delete from warning_state where ${unjudged("warning_state")}`.execute(tx);
}

interface WarningRow {
  id: string;
  ruleId: string | null;
  ruleName: string;
  containerId: string;
  containerName: string;
  severity: WarningSeverity;
  content: string;
  attribute: string | null;
  value: number | null;
  note: string;
  raisedAt: Date;
  clearedAt: Date | null;
  closeReason: CloseReason | null;
  blindSince: Date | null;
  isFlapping: boolean;
  isShadow: boolean;
  acknowledgedBy: string | null;
  acknowledgedName: string | null;
  acknowledgedAt: Date | null;
  acknowledgedUntil: Date | null;
  acknowledgeNote: string | null;
  mutedUntil: Date | null;
  isUnread: boolean;
}

export interface WarningQuery {
  id?: string | undefined;
  containerId?: string | undefined;
  ruleId?: string | undefined;
  severity?: WarningSeverity | undefined;
  state?: "open" | "cleared" | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What somebody sees: of their containers, and of rules that are only tried their own. */
function seen(db: Db, viewer: Viewer, query: WarningQuery): RawBuilder<unknown> {
  const { id, containerId, ruleId, severity, state, search, from, to } = query;
  const words = search && `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const wanted = [
    sql`w.container_id in ${visibleContainers(db, viewer)}`,
    sql`(not w.is_shadow or r.owner_id = ${viewer.userId})`,
    id !== undefined && sql`w.id = ${id}`,
    containerId !== undefined && sql`w.container_id = ${containerId}`,
    ruleId !== undefined && sql`w.rule_id = ${ruleId}`,
    severity !== undefined && sql`w.severity = ${severity}`,
    state !== undefined && sql`(w.cleared_at is null) = ${state === "open"}`,
    words && sql`lower(w.rule_name || ' ' || w.content || ' ' || c.name) like ${words}`,
    from !== undefined && sql`(w.cleared_at is null or w.cleared_at >= ${new Date(from)})`,
    to !== undefined && sql`w.raised_at < ${new Date(to)}`,
  ];
  return sql.join(
    wanted.filter((part) => typeof part === "object"),
    sql` and `,
  );
}

const from = sql`from warning w join container c on c.id = w.container_id left join warning_rule r on r.id = w.rule_id`;

/** Open ones first, each group newest first. */
export async function listWarnings(
  db: Db,
  viewer: Viewer,
  query: WarningQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.input<typeof Warning>[]> {
  const { rows } = await sql<WarningRow>`
    select w.*, c.name as container_name, ${nameOfUser} as acknowledged_name, m.until as muted_until,
      exists (select 1 from notification n where n.user_id = ${viewer.userId} and n.event_id = w.id
        and n.read_at is null) as is_unread
    ${from} left join app_user u on u.id = w.acknowledged_by
      left join warning_mute m on m.rule_id = w.rule_id and m.container_id = w.container_id
        and m.user_id = ${viewer.userId} and m.until > now()
    where ${seen(db, viewer, query)}
    order by w.cleared_at is null desc, w.raised_at desc, w.id limit ${limit} offset ${offset}`.execute(db);
  return rows.map(toWarning);
}

export async function countWarnings(db: Db, viewer: Viewer, query: WarningQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${from} where ${seen(db, viewer, query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function toWarning({ isUnread, acknowledgedName, ...row }: WarningRow): z.input<typeof Warning> {
  const at = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...row,
    raisedAt: row.raisedAt.toISOString(),
    clearedAt: at(row.clearedAt),
    blindSince: at(row.blindSince),
    acknowledgedBy: row.acknowledgedBy === null ? null : { userId: row.acknowledgedBy, name: acknowledgedName },
    acknowledgedAt: at(row.acknowledgedAt),
    acknowledgedUntil: at(row.acknowledgedUntil),
    mutedUntil: at(row.mutedUntil),
    read: !isUnread,
  };
}

/** Of an open one: who looks after it, until it lapses. */
export async function acknowledge(
  tx: Db,
  id: string,
  { userId, note, lapseMs }: { userId: string; note: string | undefined; lapseMs: number },
  nowMs: number,
): Promise<void> {
  await sql`update warning set acknowledged_by = ${userId}, acknowledged_at = ${toTime(nowMs)},
      acknowledged_until = ${toTime(nowMs + lapseMs)}, acknowledge_note = ${note ?? null}
    where id = ${id} and cleared_at is null`.execute(tx);
}

/** @param untilMs Undefined: no more. */
export async function mute(
  tx: Db,
  { ruleId, containerId, userId }: { ruleId: string; containerId: string; userId: string },
  untilMs: number | undefined,
): Promise<void> {
  if (untilMs === undefined)
    await sql`delete from warning_mute
      where rule_id = ${ruleId} and container_id = ${containerId} and user_id = ${userId}`.execute(tx);
  else
    await sql`insert into warning_mute (rule_id, container_id, user_id, until)
      values (${ruleId}, ${containerId}, ${userId}, ${toTime(untilMs)})
      on conflict (rule_id, container_id, user_id) do update set until = excluded.until`.execute(tx);
}

/** Who sees a container and has not muted the rule there. */
export async function listenersOf(
  tx: Db,
  { ruleId, containerId }: { ruleId: string; containerId: string },
  nowMs: number,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select s.user_id from container_scope s
    where s.container_id = ${containerId} and s.may_view and not exists (select 1 from warning_mute m
      where m.rule_id = ${ruleId} and m.container_id = ${containerId} and m.user_id = s.user_id
        and m.until > ${toTime(nowMs)})`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Who was notified of a warning. */
export async function notifiedOf(tx: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from notification where event_id = ${id}`.execute(tx);
  return rows.map(({ userId }) => userId);
}
