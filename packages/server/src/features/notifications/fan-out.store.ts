import { sql } from "kysely";

import { isInService } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";
import { ensureMonths, monthOf } from "../../history/tiers/partitions.store.ts";
import { isQuiet } from "../events/quiet-events.ts";
import { typeOf } from "../events/events.store.ts";
import { findExplained, isExplained, readOfDark } from "./same-outage.store.ts";
import { isPlaced, notifyOfEnds, notifyOfIncidents } from "./of-incidents.store.ts";

interface Due {
  id: string;
  receivedAt: Date;
  of: "event" | "person" | "warning" | "flapping";
}

/**
 * Notifies everybody who sees the container at that moment of some events that are due, unless those are quiet or reported
 * during works, and of incidents that are over. One at a time, in whichever process.
 * @returns the events of which people may have been notified.
 */
export async function notifyPeople(tx: Db, nowMs: number, most: number): Promise<string[]> {
  const waits = await sql`select from (select 1 from event_fan_out f where f.due_at <= ${toTime(nowMs)} and ${isPlaced}
    union all select 1 from incident_over) as waiting limit 1`.execute(tx);
  if (waits.rows.length === 0) return [];
  const { rows: clock } = await sql<{ at: Date }>`
    update notification_clock set last_at = greatest(${toTime(nowMs)}, last_at + interval '1 millisecond')
    returning last_at as at`.execute(tx);
  const at = clock[0]?.at ?? new Date(nowMs);
  // Whoever had the clock before may have notified people of all that waited.
  const { rows: due } = await sql<Due>`
    select event_id as id, f.received_at, case when e.container_id is null then 'person' when warning_id is null then 'event'
      when e.code = 'warning.flapping' then 'flapping' else 'warning' end as of
    from event_fan_out f left join lateral (
      select container_id, code from event where id = f.event_id and received_at = f.received_at) e on true
    where due_at <= ${toTime(nowMs)} and ${isPlaced} order by due_at, event_id limit ${most}`.execute(tx);
  await ensureMonths(tx, "notification", [...new Set(due.map(({ receivedAt }) => monthOf(receivedAt.getTime())))]);
  const idsOf = (what: Due["of"]) => due.flatMap(({ id, of }) => (of === what ? [id] : []));
  const others = idsOf("event");
  if (others.length > 0) await notifyOfEvents(tx, others, at);
  const personal = idsOf("person");
  if (personal.length > 0) await notifyPersons(tx, personal, at);
  // What comes and goes is said to whoever knows that it came.
  for (const ids of [idsOf("warning"), idsOf("flapping")])
    if (ids.length > 0) await notifyOfIncidents(tx, ids, at.getTime());
  return [...due.map(({ id }) => id), ...(await notifyOfEnds(tx, at.getTime(), most))];
}

/**
 * Whether a container reported the event `e` and people are at work there: as of what rules raise then, however grave,
 * nobody is notified.
 */
const isDuringWorks = sql`(e.boot is not null
  and exists (select from container c where c.id = e.container_id and c.works is not null))`;

async function notifyOfEvents(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  // What an incident says already is listed with what people were notified of, and nothing new.
  const explained = isExplained(await findExplained(tx, ids));
  await sql`
    with due as (
      delete from event_fan_out where event_id = any(${[...ids]}::text[]) returning event_id, received_at, people)
    insert into notification (id, user_id, event_id, kind, created_at, notified_at, read_at)
    select gen_random_uuid()::text, s.user_id, e.id, ${typeOf}, e.received_at, ${at}, case when ${explained} then ${at}::timestamptz end
    from due join event e on e.id = due.event_id and e.received_at = due.received_at
      join container_scope s on s.container_id = e.container_id and s.may_view
    where not ${isQuiet} and not ${isDuringWorks} and ${isInService(sql`e.container_id`)}
      and coalesce(due.people ? s.user_id, true)
    on conflict do nothing`.execute(tx);
  await readOfDark(tx, ids, at.getTime());
}

/** Of what concerns somebody, and no container. */
async function notifyPersons(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    with due as (
      delete from event_fan_out where event_id = any(${[...ids]}::text[]) returning event_id, received_at, people)
    insert into notification (id, user_id, event_id, kind, created_at, notified_at)
    select gen_random_uuid()::text, u.id, e.id, ${typeOf}, e.received_at, ${at}
    from due join event e on e.id = due.event_id and e.received_at = due.received_at
      join app_user u on due.people ? u.id
    on conflict do nothing`.execute(tx);
}
