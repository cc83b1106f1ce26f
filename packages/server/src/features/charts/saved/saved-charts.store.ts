import { randomUUID } from "node:crypto";

import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { chartLimits } from "@offgrid/contract/charts/chart-limits";
import { sql } from "kysely";

import type { Viewer } from "../../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../../core/db.ts";

/** Charts that people keep (`chart`), and the people whom they are shared with (`chart_reader`). */

export interface ChartRow {
  id: string;
  ownerId: string;
  ownerName: string | null;
  definition: object;
  version: number;
  sharedRoles: string[];
  people: { userId: string; name: string | null }[];
  links: number;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * A chart of somebody else is seen by those it is shared with: by name, or by role as long as they share a container with
 * its owner, so that a customer's charts stay among those who know the customer's containers.
 */
const isShared = (viewer: Viewer) => sql`(
  exists (select 1 from chart_reader where chart_reader.chart_id = chart.id and chart_reader.user_id = ${viewer.userId})
  or (chart.shared_roles && array(select effective_role from app_user where id = ${viewer.userId})
    and exists (select 1 from container_scope own join container_scope theirs using (container_id)
      where own.user_id = chart.owner_id and own.may_view and theirs.user_id = ${viewer.userId} and theirs.may_view)))`;

/** Charts that someone sees, by name. @param id Only this one. */
export async function listCharts(db: Db, viewer: Viewer, nowMs: number, id?: string): Promise<ChartRow[]> {
  const { rows } = await sql<ChartRow>`
    select chart.id, chart.owner_id, ${nameOfUser} as owner_name, chart.definition, chart.version, chart.shared_roles,
      chart.created_at, chart.updated_at,
      (select count(*)::int from chart_link where chart_link.chart_id = chart.id and expires_at > ${toTime(nowMs)}) as links,
      coalesce((select json_agg(json_build_object('userId', reader.id,
          'name', nullif(trim(concat_ws(' ', reader.first_name, reader.last_name)), '')) order by reader.id)
        from chart_reader join app_user reader on reader.id = chart_reader.user_id
        where chart_reader.chart_id = chart.id), '[]') as people
    from chart join app_user u on u.id = chart.owner_id
    where chart.deleted_at is null and (${id ?? null}::text is null or chart.id = ${id ?? null})
      and (chart.owner_id = ${viewer.userId} or ${isShared(viewer)})
    order by lower(chart.definition ->> 'name'), chart.id`.execute(db);
  return rows;
}

export interface HeldChart {
  version: number;
  definition: object;
  deletedAt: Date | null;
  updatedAt: Date;
}

/** A chart of this person, deleted or not. Until the transaction ends nobody else changes it. */
export async function holdChart(tx: Db, viewer: Viewer, id: string): Promise<HeldChart | undefined> {
  const { rows } = await sql<HeldChart>`select version, definition, deleted_at, updated_at from chart
    where id = ${id} and owner_id = ${viewer.userId} for update`.execute(tx);
  return rows[0];
}

/** Until the transaction ends, this person makes no other chart, so that their number is right. */
export async function countCharts(tx: Db, viewer: Viewer): Promise<number> {
  await sql`select 1 from app_user where id = ${viewer.userId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from chart
    where owner_id = ${viewer.userId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertChart(tx: Db, viewer: Viewer, definition: ChartDefinition, nowMs: number): Promise<string> {
  const id = randomUUID().slice(0, 13).replace("-", "");
  await sql`insert into chart (id, owner_id, definition, created_at, updated_at)
    values (${id}, ${viewer.userId}, ${JSON.stringify(definition)}::jsonb, ${toTime(nowMs)}, ${toTime(nowMs)})`.execute(
    tx,
  );
  return id;
}

/** @returns its new version */
export async function updateChart(tx: Db, id: string, definition: ChartDefinition, nowMs: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`update chart set definition = ${JSON.stringify(definition)}::jsonb,
    version = version + 1, updated_at = ${toTime(nowMs)} where id = ${id} returning version`.execute(tx);
  return rows[0]?.version ?? 1;
}

export async function setReaders(
  tx: Db,
  id: string,
  { roles, people }: { roles: readonly string[]; people: readonly string[] },
): Promise<void> {
  await sql`update chart set shared_roles = ${[...new Set(roles)]}::text[] where id = ${id}`.execute(tx);
  await sql`delete from chart_reader where chart_id = ${id}`.execute(tx);
  await sql`insert into chart_reader (chart_id, user_id)
    select ${id}, person from unnest(${[...new Set(people)]}::text[]) as person`.execute(tx);
}

export async function readersOf(tx: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`select user_id from chart_reader where chart_id = ${id}`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function rolesAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from role where id = any(${[...ids]}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** @param nowMs Null: it is taken back. */
export async function setDeleted(tx: Db, id: string, nowMs: number | null): Promise<void> {
  await sql`update chart set deleted_at = ${nowMs === null ? null : toTime(nowMs)} where id = ${id}`.execute(tx);
}

const undoMs = chartLimits.undoDays * 86_400_000;

/** Removes what was deleted too long ago to be taken back. */
export async function sweepDeleted(db: Db, nowMs: number): Promise<void> {
  await sql`delete from chart where deleted_at < ${toTime(nowMs - undoMs)}`.execute(db);
}

/** What was kept; undefined where this program cannot read it. */
export function readDefinition(row: { definition: object }): ChartDefinition | undefined {
  return ChartDefinition.safeParse(row.definition).data;
}

export interface MetricRow {
  metric: string;
  containers: number;
  value: number | null;
  atMs: number | null;
}

/** What these containers have ever measured, the most common first; the last value where there is one container. */
export async function listMetrics(db: Db, containerIds: readonly string[]): Promise<MetricRow[]> {
  const { rows } = await sql<MetricRow>`
    select m.name as metric, count(*)::int as containers,
      case when ${containerIds.length} = 1 then max((l.live_values -> m.name ->> 0)::float8) end as value,
      case when ${containerIds.length} = 1 then max((l.live_values -> m.name ->> 1)::float8) end as at_ms
    from container_metric m left join container_latest l on l.container_id = m.container_id
    where m.container_id = any(${[...containerIds]}::text[])
    group by m.name order by 2 desc, 1 limit 1000`.execute(db);
  return rows;
}
