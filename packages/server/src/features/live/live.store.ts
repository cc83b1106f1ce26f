import { sql } from "kysely";

import { type Db, nameOfUser } from "../../core/db.ts";
import { isReached, reachedScope, reaches } from "../../calls/scope.ts";
import { sessionIdleMs } from "@offgrid/contract/core/constants";
import { type EventFacts, eventFacts, eventJoins } from "../events/event-facts.store.ts";

/** Which of these sessions are still signed in, and when they or their newest credential expire; epoch ms. */
export async function listSessions(
  db: Db,
  sessionKeys: readonly string[],
  nowMs: number,
): Promise<Map<string, number>> {
  if (sessionKeys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; untilMs: number }>`
    select encode(s.token_hash, 'hex') as key,
      date_part('epoch', least(s.expires_at, s.last_used_at + ${sessionIdleMs / 1000} * interval '1 second',
        (select max(c.expires_at) from live_credential c where c.session_hash = s.token_hash))) * 1000 as until_ms
    from session s join app_user u on u.id = s.user_id and not u.disabled
    where s.token_hash in (select decode(k, 'hex') from unnest(${[...sessionKeys]}::text[]) k)
      and s.expires_at > to_timestamp(${nowMs}::float8 / 1000)
      and s.last_used_at > to_timestamp(${nowMs - sessionIdleMs}::float8 / 1000)`.execute(db);
  return new Map(rows.map(({ key, untilMs }) => [key, untilMs]));
}

/** Which of these containers each of these people may be sent now; people with none are left out. */
export async function listViewers(
  db: Db,
  userIds: readonly string[],
  containerIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (userIds.length === 0 || containerIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; ids: string[] }>`
    select user_id, array_agg(container_id) as ids from ${reachedScope} s
    where user_id = any(${[...userIds]}::text[]) and container_id = any(${[...containerIds]}::text[])
    group by user_id`.execute(db);
  return new Map(rows.map(({ userId, ids }) => [userId, new Set(ids)]));
}

/** An event for someone who has a notification of it and may see its container, if it has one, now. */
export interface EventForPerson extends EventFacts {
  userId: string;
  /** As what they are notified of it. */
  type: "event" | "warning";
  /** The group command that the output followed; null: none. */
  groupId: string | null;
  /** Whose group command it was; null: there is none, or that person has no name. */
  groupBy: string | null;
  /** How many containers of the group this person sees; null: there is no group. */
  groupCount: number | null;
  /** The incident that it belongs to; null: it is nothing that a rule raised. */
  incidentId: string | null;
  /** Of that incident, as far as this person sees it: at how many containers warnings are open, and how grave; null: none. */
  incidentContainers: number | null;
  incidentSeverity: EventFacts["level"] | null;
}

/**
 * What is open of the notification's incident at containers that its person sees. Its own warnings first, and only then
 * who sees what: there may be a thousand others, all raised before the database has counted them.
 */
const incidentOfEvent = sql`(select count(distinct w.container_id)::int as containers,
    (array['info', 'warning', 'critical'])[max(array_position(array['info', 'warning', 'critical'], w.severity))] as severity
  from (select warning_id from incident_member where incident_id = n.incident_id offset 0) m
    cross join lateral (
      select container_id, severity from warning where id = m.warning_id and cleared_at is null offset 0) w
  where ${reaches(sql`n.user_id`, sql`w.container_id`)})`;

/** The group command whose order is the last one of the event's output, if the event says that it was followed. */
const groupOfEvent = sql`(select m.group_id, ${nameOfUser} as by_name,
    (select count(*)::int from command_group_member o
      where o.group_id = m.group_id and o.obstacle is null and ${reaches(sql`n.user_id`, sql`o.container_id`)}) as group_count
  from (select k.id from command k where k.container_id = e.container_id and k.target = e.device and k.kind = 'switch'
      order by k.created_at desc, k.id desc limit 1) last
    join command_group_member m on m.container_id = e.container_id and m.command_id = last.id
    join command_group g on g.id = m.group_id left join app_user u on u.id = g.user_id
  where e.code = 'output.changed' and e.data ->> 'reason' = 'command' and e.data ->> 'by' = g.user_id
    and e.data -> 'value' = g.args -> 'on')`;

/** What these people have not read of these events, oldest first. */
export async function listEventsFor(
  db: Db,
  eventIds: readonly string[],
  userIds: readonly string[],
): Promise<EventForPerson[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<EventForPerson>`
    with n as materialized (
      select event_id, user_id, kind, incident_id from notification
      where event_id = any(${[...eventIds]}::text[]) and user_id = any(${[...userIds]}::text[])
        and read_at is null)
    select n.user_id, n.kind as type, ${eventFacts}, whole.group_id, whole.by_name as group_by, whole.group_count,
      n.incident_id, incident.containers as incident_containers, incident.severity as incident_severity
    from n join event e on e.id = n.event_id left join container c on c.id = e.container_id
    ${eventJoins} left join lateral ${groupOfEvent} whole on true
      left join lateral ${incidentOfEvent} incident on n.incident_id is not null and n.kind = 'warning'
    where e.id = any(${[...eventIds]}::text[]) and case when e.container_id is null then ${isReached(sql`n.user_id`)}
      else ${reaches(sql`n.user_id`, sql`e.container_id`)} end
    order by e.at`.execute(db);
  return rows;
}

/** Latest values and link of a container, for a snapshot. */
export async function findLatest(db: Db, containerId: string) {
  return db
    .selectFrom("container as c")
    .leftJoin("containerLatest as l", "l.containerId", "c.id")
    .select(["l.liveValues", "l.everyS", "l.linked", "l.lastContactAt", "c.offlineAfterS", "c.justOfflineS"])
    .where("c.id", "=", containerId)
    .executeTakeFirstOrThrow();
}

/** Latest values, link and clock of some containers, for their screens. */
export async function listLatest(db: Db, containerIds: readonly string[]) {
  return db
    .selectFrom("containerLatest as l")
    .innerJoin("container as c", "c.id", "l.containerId")
    .leftJoin("containerQuality as q", "q.containerId", "l.containerId")
    .select(["c.offlineAfterS", "c.justOfflineS"])
    .select(["l.containerId", "l.at", "l.liveValues", "l.linked", "l.lastContactAt", "q.clockOffsetS"])
    .where("l.containerId", "in", containerIds)
    .execute();
}

/** Records until when someone looks at a container. */
export async function saveWatch(db: Db, containerId: string, untilMs: number): Promise<void> {
  const until = new Date(untilMs);
  await db
    .insertInto("containerWatch")
    .values({ containerId, until })
    .onConflict((conflict) => conflict.column("containerId").doUpdateSet({ until }))
    .execute();
}
