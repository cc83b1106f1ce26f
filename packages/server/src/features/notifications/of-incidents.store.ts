import { incidentTimes } from "@offgrid/contract/incidents/incident-types";
import { type RawBuilder, sql } from "kysely";

import { isInService } from "../../calls/scope.ts";
import { type Db, toTime } from "../../core/db.ts";
import { typeOf } from "../events/events.store.ts";
import { readReports } from "./same-outage.store.ts";

/** Of warnings that rules raised, people are notified by incident: once that it began, and once that it is over. */

const rank = (severity: RawBuilder<unknown>) => sql`array_position(array['info', 'warning', 'critical'], ${severity})`;

/** Of the due event `f`: its warning has an incident, or is gone. */
export const isPlaced = sql`(f.warning_id is null
  or exists (select from incident_member m where m.warning_id = f.warning_id)
  or not exists (select from warning w where w.id = f.warning_id))`;

/**
 * Whoever of these events of warnings could learn something, each with the event's incident. What had to wait and has
 * cleared meanwhile is nothing to say, nor is what began during works.
 */
const concerned = (ids: readonly string[], atMs: number) => sql`
  select d.event_id, d.received_at, e.level, e.code, ${typeOf} as kind, m.incident_id, s.user_id, n.notified_at,
    case when m.is_dark and i.told_at is null and i.gather_until > ${toTime(atMs)} then i.gather_until
      when n.notified_at + ${incidentTimes.newsMs} * interval '1 millisecond' > ${toTime(atMs)}
        then n.notified_at + ${incidentTimes.newsMs} * interval '1 millisecond' end as wait_until
  from due d join event e on e.id = d.event_id and e.received_at = d.received_at
    join warning w on w.id = d.warning_id join incident_member m on m.warning_id = w.id
    join incident i on i.id = m.incident_id
    join container_scope s on s.container_id = e.container_id and s.may_view
    left join incident_notified n on n.incident_id = i.id and n.user_id = s.user_id
  where d.event_id = any(${[...ids]}::text[]) and coalesce(d.people ? s.user_id, true) and not m.is_quiet
    and ${isInService(sql`e.container_id`)}
    and i.state <> 'resolved' and (w.cleared_at is null or d.due_at <= d.received_at)
    and case when e.code = 'warning.flapping' then n.severity is not null and not n.is_flapping
      else n.severity is null or ${rank(sql`e.level`)} > ${rank(sql`n.severity`)} end
    and not exists (select from incident_mute mute where mute.incident_id = i.id and mute.user_id = s.user_id
      and mute.until > ${toTime(atMs)})
    and not exists (select from warning_mute mute where mute.rule_id = w.rule_id and mute.container_id = w.container_id
      and mute.user_id = s.user_id and mute.until > ${toTime(atMs)})`;

/**
 * Notifies people of incidents that these events of warnings belong to: of each who does not know of it yet, or not that it is
 * so grave, and at most once in five minutes. What waits for that, or for the cause that darkened a container, stays due.
 */
export async function notifyOfIncidents(tx: Db, ids: readonly string[], atMs: number): Promise<void> {
  const { rows: about } = await sql<{ incidentId: string }>`
    select distinct m.incident_id from event_fan_out f join incident_member m on m.warning_id = f.warning_id
    where f.event_id = any(${[...ids]}::text[])`.execute(tx);
  await sql`
    with due as materialized (
      select event_id, received_at, due_at, warning_id, people from event_fan_out where event_id = any(${[...ids]}::text[])),
    concerned as materialized (${concerned(ids, atMs)}),
    said as materialized (
      select distinct on (incident_id, user_id) * from concerned where wait_until is null
      order by incident_id, user_id, code = 'warning.flapping', ${rank(sql`level`)} desc, received_at, event_id),
    waiting as (
      select h.event_id, min(h.wait_until) as due_at, jsonb_agg(h.user_id) as people from concerned h
      where h.wait_until is not null group by h.event_id),
    later as (
      update event_fan_out f set due_at = w.due_at, people = w.people from waiting w where f.event_id = w.event_id),
    done as (
      delete from event_fan_out f using due d
      where f.event_id = d.event_id and not exists (select from waiting w where w.event_id = d.event_id)),
    known as (
      insert into incident_notified (incident_id, user_id, severity, is_flapping, notified_at)
      select incident_id, user_id, level, false, ${toTime(atMs)} from said
      on conflict (incident_id, user_id) do update set notified_at = excluded.notified_at,
        severity = (select case when s.code = 'warning.flapping' then incident_notified.severity else s.level end from said s
          where s.incident_id = excluded.incident_id and s.user_id = excluded.user_id),
        is_flapping = (select s.code = 'warning.flapping' or (incident_notified.severity is not null
          and incident_notified.is_flapping) from said s
          where s.incident_id = excluded.incident_id and s.user_id = excluded.user_id)),
    -- Whoever has not read that it began reads that it has become worse instead.
    replaced as (
      update notification n set read_at = ${toTime(atMs)} from said s
      where n.user_id = s.user_id and n.incident_id = s.incident_id and n.kind = 'warning' and n.read_at is null
        and s.kind = 'warning' and s.notified_at is not null)
    insert into notification (id, user_id, event_id, kind, created_at, notified_at, incident_id)
    select gen_random_uuid()::text, user_id, event_id, kind, received_at, ${toTime(atMs)}, incident_id from said`.execute(
    tx,
  );
  await readReports(
    tx,
    about.map(({ incidentId }) => incidentId),
    atMs,
  );
}

/** What the end of a warning is stored as, so that it is found by its warning. */
export const idOfEnd = (warningId: string) => `${warningId}.end`;

/**
 * Notifies whoever knows of incidents that they are over, by the end of the last warning there that they see, and no sooner
 * after their last word of it than any other. What ended without a measurement, as when its rule was removed, ends without a word.
 * @returns the events of which people have been notified.
 */
export async function notifyOfEnds(tx: Db, atMs: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with over as (
      delete from incident_over where incident_id in (
        select o.incident_id from incident_over o
        where not exists (select 1 from incident_notified n where n.incident_id = o.incident_id and n.severity is not null
          and n.notified_at > ${toTime(atMs - incidentTimes.newsMs)})
        order by o.incident_id limit ${most} for update skip locked)
      returning incident_id),
    ended as (
      update incident_notified n set severity = null, is_flapping = false, notified_at = ${toTime(atMs)}
      from over join incident i on i.id = over.incident_id
      where n.incident_id = i.id and i.state = 'resolved' and i.merged_into is null and n.severity is not null
      returning n.incident_id, n.user_id)
    insert into notification (id, user_id, event_id, kind, created_at, notified_at, incident_id)
    select gen_random_uuid()::text, ended.user_id, last.id, 'event', last.received_at, ${toTime(atMs)}, ended.incident_id
    from ended join lateral (
      select e.id, e.received_at from incident_member m join warning w on w.id = m.warning_id
        join container_scope s on s.container_id = w.container_id and s.user_id = ended.user_id and s.may_view
        join event e on e.id = w.id || '.end'
      where m.incident_id = ended.incident_id order by w.cleared_at desc, w.id limit 1) as last on true
    on conflict do nothing returning event_id as id`.execute(tx);
  return [...new Set(rows.map(({ id }) => id))];
}
