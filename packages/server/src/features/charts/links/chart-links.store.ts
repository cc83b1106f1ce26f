import { comparedTimes } from "@offgrid/contract/charts/chart-choices";
import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { linkLimits } from "@offgrid/contract/charts/chart-limits";
import { LinkRange } from "@offgrid/contract/charts/chart-links.calls";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";

import { type Viewer, visibleContainers } from "../../../calls/scope.ts";
import { type Db, toTime } from "../../../core/db.ts";

const dayMs = 86_400_000;

/** Links to charts (`chart_link`) for people without an account. */

/** What a link shows, as it was when it was made: its containers are named, so that no later change widens it. */
export const FrozenLink = z.object({
  definition: ChartDefinition,
  range: LinkRange,
  names: z.boolean(),
  csv: z.boolean(),
  /** The earlier time that its maker chose to show besides its own; links of earlier releases do not say it, and show none. */
  compared: z.enum(comparedTimes).nullable().default(null),
});
export type FrozenLink = z.infer<typeof FrozenLink>;

export interface NewLink {
  id: string;
  chartId: string;
  tokenHash: Buffer;
  hint: string;
  frozen: FrozenLink;
  chartVersion: number;
  expiresAtMs: number;
  /** Null: whoever has the link sees the chart. */
  passwordHash: string | null;
}

/** As SQL: the role that a person has now. */
const roleOf = (userId: string) => sql`(select effective_role from app_user where id = ${userId})`;

export async function insertLink(tx: Db, viewer: Viewer, link: NewLink, nowMs: number): Promise<void> {
  await sql`insert into chart_link (id, chart_id, owner_id, token_hash, hint, frozen, chart_version, expires_at, created_at,
      password_hash, owner_role)
    values (${link.id}, ${link.chartId}, ${viewer.userId}, ${link.tokenHash}, ${link.hint},
      ${JSON.stringify(link.frozen)}::jsonb, ${link.chartVersion}, ${toTime(link.expiresAtMs)}, ${toTime(nowMs)},
      ${link.passwordHash}, ${roleOf(viewer.userId)})`.execute(tx);
}

/** @returns when it expires; undefined where this person has no such link of this chart in force: one that is over stays so. */
export async function renewLink(
  tx: Db,
  viewer: Viewer,
  {
    id,
    chartId,
    frozen,
    chartVersion,
    expiresAtMs,
  }: Omit<NewLink, "tokenHash" | "hint" | "expiresAtMs" | "passwordHash"> & {
    expiresAtMs: number | undefined;
  },
  nowMs: number,
): Promise<Date | undefined> {
  const expiresAt = expiresAtMs === undefined ? sql`expires_at` : toTime(expiresAtMs);
  const { rows } = await sql<{ expiresAt: Date }>`update chart_link set frozen = ${JSON.stringify(frozen)}::jsonb,
      chart_version = ${chartVersion}, expires_at = ${expiresAt}, notified_at = null, owner_role = ${roleOf(viewer.userId)}
    where id = ${id} and chart_id = ${chartId} and owner_id = ${viewer.userId} and expires_at > ${toTime(nowMs)}
    returning expires_at`.execute(tx);
  return rows[0]?.expiresAt;
}

export interface LinkRow {
  id: string;
  chartId: string;
  chart: string;
  zone: string | null;
  hint: string;
  frozen: object;
  chartVersion: number;
  version: number;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  uses: number;
  hasPassword: boolean;
  isOfEarlierRole: boolean;
}

/** As SQL: the first container that a link shows. */
const firstContainer = (frozen: RawBuilder<unknown>) =>
  sql`(jsonb_path_query_first(${frozen}, '$.definition.series[*].of.ids[*]') #>> '{}')`;

/** Somebody's links, newest first. @param chartId Only of this chart. */
export async function listLinks(db: Db, viewer: Viewer, chartId: string | undefined): Promise<LinkRow[]> {
  const { rows } =
    await sql<LinkRow>`select l.id, l.chart_id, c.definition ->> 'name' as chart, l.hint, l.frozen, l.chart_version, c.version,
      l.created_at, l.expires_at, l.last_used_at, l.uses, l.password_hash is not null as has_password,
      l.owner_role is distinct from ${roleOf(viewer.userId)} as is_of_earlier_role,
      (select zone_name from container where id = ${firstContainer(sql`l.frozen`)}
        and id in ${visibleContainers(db, viewer)}) as zone
    from chart_link l join chart c on c.id = l.chart_id and c.deleted_at is null
    where l.owner_id = ${viewer.userId} and (${chartId ?? null}::text is null or l.chart_id = ${chartId ?? null})
    order by l.created_at desc, l.id limit 1000`.execute(db);
  return rows;
}

export async function countLinks(tx: Db, chartId: string, nowMs: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from chart_link
    where chart_id = ${chartId} and expires_at > ${toTime(nowMs)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** @returns how many there were */
export async function removeLinks(
  tx: Db,
  viewer: Viewer,
  { id, chartId }: { id?: string | undefined; chartId?: string | undefined },
): Promise<number> {
  const { rows } = await sql`delete from chart_link where owner_id = ${viewer.userId}
    and (${id ?? null}::text is null or id = ${id ?? null})
    and (${chartId ?? null}::text is null or chart_id = ${chartId ?? null}) returning id`.execute(tx);
  return rows.length;
}

export interface OpenedLink {
  id: string;
  ownerId: string;
  frozen: object;
  /** When it was last changed. */
  chartVersion: number;
  passwordHash: string | null;
}

/** In force, of a chart that is there, by somebody who has the role still in which they made it. */
const inForce = (nowMs: number) => sql`expires_at > ${toTime(nowMs)}
  and owner_role = (select effective_role from app_user where app_user.id = owner_id)
  and exists (select 1 from chart where chart.id = chart_link.chart_id and chart.deleted_at is null)`;

/** The link of a token that is in force. */
export async function findLink(db: Db, tokenHash: Buffer, nowMs: number): Promise<OpenedLink | undefined> {
  const { rows } = await sql<OpenedLink>`select id, owner_id, frozen, chart_version, password_hash from chart_link
    where token_hash = ${tokenHash} and ${inForce(nowMs)}`.execute(db);
  return rows[0];
}

/** The day of an instant in UTC. */
const dayOf = (nowMs: number) => sql`(${toTime(nowMs)} at time zone 'UTC')::date`;

/** Counts one use. @returns false where the link ended since it was found. */
export async function countUse(db: Db, id: string, nowMs: number): Promise<boolean> {
  const { rows } = await sql`update chart_link set uses = uses + 1, last_used_at = ${toTime(nowMs)},
      day = ${dayOf(nowMs)}, day_uses = case when day = ${dayOf(nowMs)} then day_uses + 1 else 1 end
    where id = ${id} and ${inForce(nowMs)} returning id`.execute(db);
  return rows.length > 0;
}

export interface LinkNotice {
  ownerId: string;
  /** The first that the link shows. */
  containerId: string;
  hint: string;
  /** Name of the chart. */
  chart: string;
  expiresAt: Date;
  /** Else it ends soon. */
  isBusy: boolean;
}

/** What owners of links are to be notified of; it is taken, so that nobody else finds it. */
export async function takeNotices(tx: Db, nowMs: number, most: number): Promise<LinkNotice[]> {
  const soon = toTime(nowMs + linkLimits.noticeDays * dayMs);
  // A link that is made for a week or less ends when whoever made it thought it would.
  const isEnding = sql`(notified_at is null and expires_at > ${toTime(nowMs)} and expires_at <= ${soon}
    and expires_at - created_at > ${linkLimits.noticeDays} * interval '1 day')`;
  const isBusy = sql`(day_uses > ${linkLimits.manyUses} and day = ${dayOf(nowMs)} and busy_day is distinct from day)`;
  const { rows } = await sql<Omit<LinkNotice, "containerId"> & { containerId: string | null }>`
    with due as (
      select id, ${isBusy} as is_busy from chart_link where ${isEnding} or ${isBusy}
      order by expires_at limit ${most} for update skip locked),
    taken as (
      update chart_link l set busy_day = case when d.is_busy then l.day else l.busy_day end,
        notified_at = case when d.is_busy then l.notified_at else ${toTime(nowMs)} end
      from due d where l.id = d.id
      returning l.owner_id, l.hint, l.chart_id, l.frozen, l.expires_at, d.is_busy)
    select t.owner_id, t.hint, c.definition ->> 'name' as chart, t.expires_at, t.is_busy,
      ${firstContainer(sql`t.frozen`)} as container_id
    from taken t join chart c on c.id = t.chart_id`.execute(tx);
  // A link without a container is refused when it is made; one whose container is gone shows nothing to anybody.
  return rows.flatMap(({ containerId, ...row }) => (containerId === null ? [] : [{ ...row, containerId }]));
}

/** Expired links are listed for so long, so that their owner sees why nobody opens them any more. */
const listedMs = 30 * dayMs;

export async function sweepLinks(db: Db, nowMs: number): Promise<void> {
  await sql`delete from chart_link where expires_at < ${toTime(nowMs - listedMs)}`.execute(db);
}
