import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { ensureMonths, monthOf } from "../../history/tiers/partitions.store.ts";
import { isQuiet } from "../events/quiet-events.ts";
import { typeOf } from "../events/events.store.ts";

/**
 * Notifies everybody who sees the container at that moment of some events that wait, unless those are quiet; what is
 * returned waits no more. One at a time, in whichever process.
 */
export async function notifyPeople(tx: Db, nowMs: number, most: number): Promise<string[]> {
  const waits = await sql`select from event_fan_out limit 1`.execute(tx);
  if (waits.rows.length === 0) return [];
  const { rows: clock } = await sql<{ at: Date }>`
    update notification_clock set last_at = greatest(${toTime(nowMs)}, last_at + interval '1 millisecond')
    returning last_at as at`.execute(tx);
  // Whoever had the clock before may have notified people of all that waited.
  const { rows: due } = await sql<{ id: string; receivedAt: Date }>`
    select event_id as id, received_at from event_fan_out order by received_at, event_id limit ${most}`.execute(tx);
  if (due.length === 0) return [];
  await ensureMonths(tx, "notification", [...new Set(due.map(({ receivedAt }) => monthOf(receivedAt.getTime())))]);
  const ids = due.map(({ id }) => id);
  await sql`
    with due as (
      delete from event_fan_out where event_id = any(${ids}::text[]) returning event_id, received_at, people)
    insert into notification (id, user_id, event_id, kind, created_at, notified_at)
    select gen_random_uuid()::text, s.user_id, e.id, ${typeOf}, e.received_at, ${clock[0]?.at}
    from due join event e on e.id = due.event_id and e.received_at = due.received_at
      join container_scope s on s.container_id = e.container_id and s.may_view
    where not ${isQuiet} and coalesce(due.people ? s.user_id, true)
    on conflict do nothing`.execute(tx);
  return ids;
}
