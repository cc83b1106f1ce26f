import type { AuditName } from "@offgrid/contract/audit/audit.calls";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** What belongs to one person each: rules, channels, charts with their links, and reports. */
const owned = sql`select id, 'warning_rule' as kind, owner_id, rule ->> 'ruleName' as name, null::text as chart_id, false as is_gone
    from warning_rule
  union all select id, 'channel', user_id, name, null, false from channel
  union all select id, 'chart', owner_id, definition ->> 'name', null, deleted_at is not null from chart
  union all select l.id, 'chart_link', l.owner_id, c.definition ->> 'name', c.id, c.deleted_at is not null
    from chart_link l join chart c on c.id = l.chart_id
  union all select id, 'report', owner_id, plan ->> 'name', null, false from report`;

interface Owned {
  id: string;
  kind: Extract<AuditName["kind"], "warning_rule" | "channel" | "chart" | "chart_link" | "report">;
  ownerId: string;
  name: string | null;
  chartId: string | null;
  isGone: boolean;
}

/** @param viewerId Whose things can be opened. */
export async function namesOfOwned(db: Db, ids: readonly string[], viewerId: string): Promise<[string, AuditName][]> {
  const { rows } = await sql<Owned>`select * from (${owned}) as owned where id = any(${ids}::text[])`.execute(db);
  return rows.flatMap(({ id, ownerId, name, chartId, ...one }): [string, AuditName][] =>
    name === null ? [] : [[id, { ...one, name, isOwn: ownerId === viewerId, ...(chartId !== null && { chartId }) }]],
  );
}

/** Links that were revoked or have run out are called as the chart that they were made of. */
export async function namesOfGoneLinks(db: Db, ids: readonly string[]): Promise<[string, AuditName][]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select made.target as id, chart.definition ->> 'name' as name
    from audit made join chart on chart.id = made.after ->> 'chartId'
    where made.target = any(${ids}::text[]) and made.action = 'setChartToken' and made.result = 'ok'`.execute(db);
  return rows.map(({ id, name }) => [id, { kind: "chart_link", name, isGone: true }]);
}

/** Ids of those in whose names the words are. @param pattern For `like`, in lower case. */
export async function ownedIdsNamed(db: Db, pattern: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${owned}) as owned where lower(name) like ${pattern} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
