import type { UnreadWarning } from "@offgrid/contract/warnings/warnings.schema";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";

/** What people have not read of what warned them. */

interface UnreadRow {
  id: string;
  containerId: string;
  containerName: string;
  code: string;
  device: string | null;
  level: "info" | "warning" | "critical";
  at: Date;
  data: Record<string, unknown>;
}

/** Newest first. */
export async function listUnread(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<z.input<typeof UnreadWarning>[]> {
  const { rows } = await sql<UnreadRow>`
    select e.id, e.container_id, c.name as container_name, e.code, e.device, e.level, e.at, e.data
    from notification n join event e on e.id = n.event_id and e.received_at = n.created_at
      join container c on c.id = e.container_id
    where n.user_id = ${viewer.userId} and n.kind = 'warning' and n.read_at is null
      and e.container_id in ${visibleContainers(db, viewer)}
    order by e.at desc, e.id limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Of a warning, also what was said of it later, such as that it is over. */
export function readSome(tx: Db, viewer: Viewer, ids: readonly string[], nowMs: number): Promise<void> {
  const named = sql`${[...ids]}::text[]`;
  const which = sql`exists (select 1 from event e where e.id = n.event_id and e.received_at = n.created_at
    and ((n.kind = 'warning' and e.id = any(${named}))
      or (e.code like 'warning.%' and e.data ->> 'warningId' = any(${named}))))`;
  return markRead(tx, viewer, which, nowMs);
}

/** What came after the instant stays unread. */
export function readUntil(tx: Db, viewer: Viewer, untilMs: number, nowMs: number): Promise<void> {
  return markRead(tx, viewer, sql`n.kind = 'warning' and n.created_at <= ${toTime(untilMs)}`, nowMs);
}

async function markRead(tx: Db, { userId }: Viewer, which: RawBuilder<unknown>, nowMs: number): Promise<void> {
  await sql`update notification n set read_at = ${toTime(nowMs)}
    where n.user_id = ${userId} and n.read_at is null and ${which}`.execute(tx);
}
