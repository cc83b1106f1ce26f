import { Refusal } from "@offgrid/contract/core/refusal";
import { defaultLocale, type LocaleCode } from "@offgrid/contract/core/constants";
import { powerAttributes } from "@offgrid/contract/warnings/power-first";
import { suggestedTexts } from "@offgrid/contract/warnings/suggested-words";
import type { Warning } from "@offgrid/contract/warnings/warnings.schema";
import type { WarningOutcome } from "@offgrid/contract/warnings/forecast-score";
import type { WarningFeedback, WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { cutAt, cutFirst } from "./cut-first.ts";
import { readRaisedBy } from "./raised-by.store.ts";

/** Warnings (`warning`): what rules raised. */

export type CloseReason = "data" | "rule_changed" | "rule_removed" | "out_of_scope";

/** What judging writes of a warning. */
export interface WarningRow {
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
  /** When its rule, which was saved then, found it so already; null: it became so later. */
  foundMs: number | null;
  clearedMs: number | null;
  closeReason: CloseReason | null;
  blindMs: number | null;
  isFlapping: boolean;
  /** It has become critical since it was read: whoever looked after it has to look again. */
  isWorse: boolean;
  /** It became known only when frames came late. */
  isLate: boolean;
}

type PairOf = Pick<WarningRow, "ruleId" | "containerId">;

/** What is open of these rules at these containers. */
export async function listOpen(tx: Db, pairs: readonly PairOf[]): Promise<WarningRow[]> {
  const { rows } = await sql<WarningRow>`
    select w.id, w.rule_id, w.container_id, w.rule_name, w.content, w.note, w.is_shadow, w.severity, w.attribute, w.value,
      round(date_part('epoch', w.raised_at) * 1000) as raised_ms,
      round(date_part('epoch', w.found_at) * 1000) as found_ms, null as cleared_ms, null as close_reason,
      round(date_part('epoch', w.blind_since) * 1000) as blind_ms, w.is_flapping, false as is_worse, w.is_late
    from (select distinct rule_id, container_id from unnest(${pairs.map(({ ruleId }) => ruleId)}::text[],
      ${pairs.map(({ containerId }) => containerId)}::text[]) as said (rule_id, container_id)) as said
    join warning w on w.rule_id = said.rule_id and w.container_id = said.container_id and w.cleared_at is null`.execute(
    tx,
  );
  return rows;
}

export async function insertRaised(tx: Db, rows: readonly WarningRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into warning (id, rule_id, container_id, rule_name, content, note, is_shadow, severity, attribute, value,
      raised_at, found_at, looks_back, cleared_at, close_reason, blind_since, is_flapping, is_late)
    select id, rule_id, container_id, rule_name, content, note, is_shadow, severity, attribute, value,
      to_timestamp(raised / 1000), to_timestamp(found / 1000), found is not null, to_timestamp(cleared / 1000), reason, to_timestamp(blind / 1000), is_flapping, is_late
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ ruleId }) => ruleId)}::text[],
      ${rows.map(({ containerId }) => containerId)}::text[], ${rows.map(({ ruleName }) => ruleName)}::text[],
      ${rows.map(({ content }) => content)}::text[], ${rows.map(({ note }) => note)}::text[],
      ${rows.map(({ isShadow }) => isShadow)}::boolean[], ${rows.map(({ severity }) => severity)}::text[],
      ${rows.map(({ attribute }) => attribute)}::text[], ${rows.map(({ value }) => value)}::float8[],
      ${rows.map(({ raisedMs }) => raisedMs)}::float8[], ${rows.map(({ foundMs }) => foundMs)}::float8[],
      ${rows.map(({ clearedMs }) => clearedMs)}::float8[], ${rows.map(({ closeReason }) => closeReason)}::text[],
      ${rows.map(({ blindMs }) => blindMs)}::float8[], ${rows.map(({ isFlapping }) => isFlapping)}::boolean[],
      ${rows.map(({ isLate }) => isLate)}::boolean[])
      as raised (id, rule_id, container_id, rule_name, content, note, is_shadow, severity, attribute, value, raised,
        found, cleared, reason, blind, is_flapping, is_late)`.execute(tx);
}

export async function saveChanged(tx: Db, rows: readonly WarningRow[]): Promise<void> {
  if (rows.length === 0) return;
  const unlessWorse = (column: string) => sql`case when c.is_worse then null else ${sql.ref(`w.${column}`)} end`;
  await sql`update warning w set severity = c.severity, blind_since = to_timestamp(c.blind / 1000),
      is_flapping = c.is_flapping, cleared_at = to_timestamp(c.cleared / 1000), close_reason = c.reason, acknowledged_by = ${unlessWorse("acknowledgedBy")},
      acknowledged_at = ${unlessWorse("acknowledgedAt")}, acknowledged_until = ${unlessWorse("acknowledgedUntil")}
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ severity }) => severity)}::text[],
      ${rows.map(({ blindMs }) => blindMs)}::float8[], ${rows.map(({ isFlapping }) => isFlapping)}::boolean[],
      ${rows.map(({ clearedMs }) => clearedMs)}::float8[],
      ${rows.map(({ closeReason }) => closeReason)}::text[], ${rows.map(({ isWorse }) => isWorse)}::boolean[])
      as c (id, severity, blind, is_flapping, cleared, reason, is_worse)
    where w.id = c.id`.execute(tx);
}

/** Ends it, never before it began. */
export function closing(atMs: number, reason: CloseReason): RawBuilder<unknown> {
  return sql`cleared_at = greatest(raised_at, ${toTime(atMs)}), close_reason = ${reason}, blind_since = null`;
}

/** Without a notification, since nothing was measured that ended it; channels that told of it say why (docs/decisions/0140). */
export async function closeOfRule(tx: Db, ruleId: string, reason: CloseReason, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ containerId: string }>`
    update warning set ${closing(nowMs, reason)} where rule_id = ${ruleId} and cleared_at is null
    returning container_id`.execute(tx);
  return rows.map(({ containerId }) => containerId);
}

interface ListedWarning {
  id: string;
  ruleId: string | null;
  ruleName: string;
  isOwnRule: boolean;
  ruleOwnerId: string | null;
  ruleOwnerName: string | null;
  containerId: string;
  containerName: string;
  severity: WarningSeverity;
  content: string;
  attribute: string | null;
  value: number | null;
  note: string;
  raisedAt: Date;
  foundAt: Date | null;
  clearedAt: Date | null;
  closeReason: CloseReason | null;
  blindSince: Date | null;
  isFlapping: boolean;
  isShadow: boolean;
  isQuiet: boolean;
  isLate: boolean;
  isRevised: boolean;
  acknowledgedBy: string | null;
  acknowledgedName: string | null;
  acknowledgedAt: Date | null;
  acknowledgedUntil: Date | null;
  acknowledgeNote: string | null;
  feedback: WarningFeedback | null;
  outcome: WarningOutcome | null;
  mutedUntil: Date | null;
  isUnread: boolean;
}

export interface WarningQuery {
  id?: string | undefined;
  containerId?: string | undefined;
  clusterId?: string | undefined;
  ruleId?: string | undefined;
  incidentId?: string | undefined;
  severity?: WarningSeverity | undefined;
  state?: "open" | "cleared" | undefined;
  /** Of a rule that is only tried. */
  isShadow?: boolean | undefined;
  search?: string | undefined;
  /** Of whoever searches: what a suggested rule is called is found as they read it. */
  language?: LocaleCode | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Left out: the worst of those that are open first. */
  order?: "newest" | undefined;
}

/** What somebody sees: of their containers, and of rules that are only tried their own. */
function seen(db: Db, viewer: Viewer, query: WarningQuery): RawBuilder<unknown> {
  const { id, containerId, clusterId, ruleId, incidentId, severity, state, isShadow, search, from, to } = query;
  const wanted = [
    sql`w.container_id in ${visibleContainers(db, viewer)}`,
    sql`(not w.is_shadow or r.owner_id = ${viewer.userId})`,
    id !== undefined && sql`w.id = ${id}`,
    containerId !== undefined && sql`w.container_id = ${containerId}`,
    clusterId !== undefined && sql`c.cluster_id = ${clusterId}`,
    ruleId !== undefined && sql`w.rule_id = ${ruleId}`,
    incidentId !== undefined && sql`w.id in (select warning_id from incident_member where incident_id = ${incidentId})`,
    severity !== undefined && sql`w.severity = ${severity}`,
    state !== undefined && sql`(w.cleared_at is null) = ${state === "open"}`,
    isShadow !== undefined && sql`w.is_shadow = ${isShadow}`,
    search && isCalled(search, query.language ?? defaultLocale),
    from !== undefined && sql`(w.cleared_at is null or w.cleared_at >= ${new Date(from)})`,
    to !== undefined && sql`w.raised_at < ${new Date(to)}`,
  ];
  return sql.join(
    wanted.filter((part) => typeof part === "object"),
    sql` and `,
  );
}

/** The rule, its condition or the container is called so by whoever reads it in this language. */
function isCalled(search: string, language: LocaleCode): RawBuilder<unknown> {
  const words = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const texts = JSON.stringify(suggestedTexts(language));
  const shown = (text: RawBuilder<unknown>) => sql`coalesce(${texts}::jsonb ->> ${text}, ${text})`;
  return sql`lower(${shown(sql`w.rule_name`)} || ' ' || ${shown(sql`w.content`)} || ' ' || c.name) like ${words}`;
}

const from = sql`from warning w join container c on c.id = w.container_id left join warning_rule r on r.id = w.rule_id`;

/** What is open first, the gravest first, and of what is as grave what costs loads their power or may; then what is over. */
const worstFirst = sql`w.cleared_at is null desc,
  case when w.cleared_at is null then array_position(array['info', 'warning', 'critical'], w.severity) end desc nulls last,
  case when w.cleared_at is null then ${cutFirst("w.attribute")} end desc nulls last, case when w.cleared_at is null then ${cutAt("w")} end nulls last,
  w.cleared_at is null and coalesce(w.attribute = any(${powerAttributes}), false) desc, w.raised_at desc, w.id`;

/** As people were told of them. */
const newestFirst = sql`coalesce(w.found_at, w.raised_at) desc, w.id`;

/** Open ones first, worst first; then those that are over, newest first; or all newest first. */
export async function listWarnings(
  db: Db,
  viewer: Viewer,
  query: WarningQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.input<typeof Warning>[]> {
  const { rows } = await sql<ListedWarning>`
    select w.*, c.name as container_name, coalesce(r.owner_id = ${viewer.userId}, false) as is_own_rule,
      r.owner_id as rule_owner_id, (select ${nameOfUser} from app_user u where u.id = r.owner_id) as rule_owner_name,
      coalesce((select is_quiet from incident_member where warning_id = w.id), false) as is_quiet, ${nameOfUser} as acknowledged_name, m.until as muted_until,
      exists (select 1 from notification n where n.user_id = ${viewer.userId} and n.read_at is null and n.kind = 'warning'
        and n.incident_id = (select incident_id from incident_member where warning_id = w.id)) as is_unread
    ${from} left join app_user u on u.id = w.acknowledged_by
      left join lateral (select max(mute.until) as until from warning_mute mute where mute.rule_id = w.rule_id
        and mute.container_id = w.container_id and mute.user_id = ${viewer.userId} and mute.until > now()) as m on true
    where ${seen(db, viewer, query)}
    order by ${query.order === "newest" ? newestFirst : worstFirst} limit ${limit} offset ${offset}`.execute(db);
  const raisedBy = await readRaisedBy(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toWarning(row), raisedBy: raisedBy.get(row.id) ?? null }));
}

export async function countWarnings(db: Db, viewer: Viewer, query: WarningQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${from} where ${seen(db, viewer, query)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function toWarning(listed: ListedWarning): Omit<z.input<typeof Warning>, "raisedBy"> {
  const { isUnread, acknowledgedName, ruleOwnerId, ruleOwnerName, ...row } = listed;
  const isOthers = ruleOwnerId !== null && !row.isOwnRule;
  const at = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...row,
    ...(isOthers && { ruleOwner: { userId: ruleOwnerId, name: ruleOwnerName } }),
    raisedAt: row.raisedAt.toISOString(),
    foundAt: at(row.foundAt),
    clearedAt: at(row.clearedAt),
    blindSince: at(row.blindSince),
    acknowledgedBy: row.acknowledgedBy === null ? null : { userId: row.acknowledgedBy, name: acknowledgedName },
    acknowledgedAt: at(row.acknowledgedAt),
    acknowledgedUntil: at(row.acknowledgedUntil),
    mutedUntil: at(row.mutedUntil),
    read: !isUnread,
  };
}

/** @throws Refusal not_found: the viewer sees no such warning. */
export async function mustFind(db: Db, viewer: Viewer, id: string): Promise<z.input<typeof Warning>> {
  const [found] = await listWarnings(db, viewer, { id }, { limit: 1, offset: 0 });
  if (!found) throw new Refusal("not_found");
  return found;
}

/** What somebody thinks of it, also once it is over. */
export async function saveFeedback(tx: Db, id: string, feedback: WarningFeedback): Promise<void> {
  await sql`update warning set feedback = ${feedback} where id = ${id}`.execute(tx);
}

/**
 * @param untilMs Undefined: no more, whatever muted it, so that an incident with such a warning is not muted as a whole.
 */
export async function mute(
  tx: Db,
  { ruleId, containerId, userId }: { ruleId: string; containerId: string; userId: string },
  untilMs: number | undefined,
): Promise<void> {
  if (untilMs === undefined) {
    await sql`delete from warning_mute
      where rule_id = ${ruleId} and container_id = ${containerId} and user_id = ${userId}`.execute(tx);
    await sql`delete from incident_mute where user_id = ${userId} and incident_id in (
      select m.incident_id from warning w join incident_member m on m.warning_id = w.id
      where w.rule_id = ${ruleId} and w.container_id = ${containerId} and w.cleared_at is null)`.execute(tx);
  } else
    await sql`insert into warning_mute (rule_id, container_id, user_id, until)
      values (${ruleId}, ${containerId}, ${userId}, ${toTime(untilMs)})
      on conflict (rule_id, container_id, user_id, incident_id) do update set until = excluded.until`.execute(tx);
}

/** Who sees the container of each warning and has not muted its rule there, by the warning's id; nobody during works. */
export async function listenersOf(
  tx: Db,
  rows: readonly Pick<WarningRow, "id" | "ruleId" | "containerId">[],
  nowMs: number,
): Promise<Map<string, string[]>> {
  const { rows: found } = await sql<{ id: string; userIds: string[] }>`
    select w.id, array_agg(distinct s.user_id) as user_ids
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ ruleId }) => ruleId)}::text[],
      ${rows.map(({ containerId }) => containerId)}::text[]) as w (id, rule_id, container_id)
    join container_scope s on s.container_id = w.container_id and s.may_view
    join container c on c.id = w.container_id and c.works is null
    where not exists (select 1 from warning_mute m where m.rule_id = w.rule_id and m.container_id = w.container_id
      and m.user_id = s.user_id and m.until > ${toTime(nowMs)})
    group by w.id`.execute(tx);
  return new Map(found.map(({ id, userIds }) => [id, userIds]));
}
