import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { LinkRange } from "@offgrid/contract/charts/chart-links.calls";
import { sql } from "kysely";
import { z } from "zod";

import type { Viewer } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";

/** Links to charts (`chart_link`) for people without an account. */

/** What a link shows, as it was when it was made: its containers are named, so that no later change widens it. */
export const FrozenLink = z.object({
  definition: ChartDefinition,
  range: LinkRange,
  names: z.boolean(),
  csv: z.boolean(),
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
}

export async function insertLink(tx: Db, viewer: Viewer, link: NewLink, nowMs: number): Promise<void> {
  await sql`insert into chart_link (id, chart_id, owner_id, token_hash, hint, frozen, chart_version, expires_at, created_at)
    values (${link.id}, ${link.chartId}, ${viewer.userId}, ${link.tokenHash}, ${link.hint},
      ${JSON.stringify(link.frozen)}::jsonb, ${link.chartVersion}, ${toTime(link.expiresAtMs)}, ${toTime(nowMs)})`.execute(
    tx,
  );
}

/** @returns when it expires; undefined where this person has no such link of this chart. */
export async function renewLink(
  tx: Db,
  viewer: Viewer,
  {
    id,
    chartId,
    frozen,
    chartVersion,
    expiresAtMs,
  }: Omit<NewLink, "tokenHash" | "hint" | "expiresAtMs"> & {
    expiresAtMs: number | undefined;
  },
): Promise<Date | undefined> {
  const expiresAt = expiresAtMs === undefined ? sql`expires_at` : toTime(expiresAtMs);
  const { rows } = await sql<{ expiresAt: Date }>`update chart_link set frozen = ${JSON.stringify(frozen)}::jsonb,
      chart_version = ${chartVersion}, expires_at = ${expiresAt}, notified_at = null
    where id = ${id} and chart_id = ${chartId} and owner_id = ${viewer.userId} returning expires_at`.execute(tx);
  return rows[0]?.expiresAt;
}

export interface LinkRow {
  id: string;
  chartId: string;
  hint: string;
  frozen: object;
  chartVersion: number;
  version: number;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  uses: number;
}

/** Somebody's links, newest first. @param chartId Only of this chart. */
export async function listLinks(db: Db, viewer: Viewer, chartId: string | undefined): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`select l.id, l.chart_id, l.hint, l.frozen, l.chart_version, c.version,
      l.created_at, l.expires_at, l.last_used_at, l.uses
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

export interface UsedLink {
  id: string;
  ownerId: string;
  frozen: object;
  /** When it was last changed. */
  chartVersion: number;
}

/** The link of a token that is in force, and counts its use. */
export async function useLink(db: Db, tokenHash: Buffer, nowMs: number): Promise<UsedLink | undefined> {
  const { rows } = await sql<UsedLink>`update chart_link set uses = uses + 1, last_used_at = ${toTime(nowMs)}
    where token_hash = ${tokenHash} and expires_at > ${toTime(nowMs)}
      and exists (select 1 from chart where chart.id = chart_link.chart_id and chart.deleted_at is null)
    returning id, owner_id, frozen, chart_version`.execute(db);
  return rows[0];
}

/** Expired links are listed for so long, so that their owner sees why nobody opens them any more. */
const listedMs = 30 * 86_400_000;

export async function sweepLinks(db: Db, nowMs: number): Promise<void> {
  await sql`delete from chart_link where expires_at < ${toTime(nowMs - listedMs)}`.execute(db);
}
