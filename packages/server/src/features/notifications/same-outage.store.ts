import { type Report, sameOutageMs, saysTheSame } from "@offgrid/contract/incidents/same-outage";
import type { WarningCondition } from "@offgrid/contract/warnings/warnings.schema";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { ofEvent } from "./notifications.store.ts";

/**
 * One outage is one unread thing: what a controller reports by itself and what a rule warns of at the same container stand
 * for each other where they say the same (docs/decisions/0118).
 */

const rank = (severity: string) => sql`array_position(array['info', 'warning', 'critical'], ${sql.ref(severity)})`;

/** The conditions of a warning's rule, of which the first that was met is named by the warning. */
interface Judged extends Report {
  content: string;
  match: "all" | "any";
  conditions: readonly Pick<WarningCondition, "name" | "type" | "attributes">[];
}

const judged = sql`e.code, e.data, w.content, r.rule ->> 'match' as match, r.rule -> 'conditions' as conditions`;

function isSame({ code, data, content, match, conditions }: Judged): boolean {
  // Of a rule that needs all of its conditions, all of them were met.
  const met = conditions.filter(({ name }) => match === "all" || name === content);
  return met.some((condition) => saysTheSame({ code, data }, condition));
}

/** A report, with an incident at its container that says the same. */
interface ExplainedReport {
  eventId: string;
  incidentId: string;
}

/** Which of these events, as they are notified of, open incidents say already. */
export async function findExplained(tx: Db, eventIds: readonly string[]): Promise<ExplainedReport[]> {
  const { rows } = await sql<Judged & ExplainedReport>`
    select e.id as event_id, m.incident_id, ${judged}
    from event_fan_out f join event e on e.id = f.event_id and e.received_at = f.received_at
      join warning w on w.container_id = e.container_id and w.cleared_at is null
      join incident_member m on m.warning_id = w.id join warning_rule r on r.id = w.rule_id
    where f.event_id = any(${[...eventIds]}::text[]) and e.level <> 'info'`.execute(tx);
  return rows.filter(isSame).map(({ eventId, incidentId }) => ({ eventId, incidentId }));
}

/** Whether the person `s` knows from an incident, as grave as the event `e` is, what that says. */
export const isExplained = (explained: readonly ExplainedReport[]) => sql`exists (
  select from unnest(${explained.map(({ eventId }) => eventId)}::text[], ${explained.map(({ incidentId }) => incidentId)}::text[])
      as x (event_id, incident_id)
    join incident_notified n on n.incident_id = x.incident_id and n.user_id = s.user_id
  where x.event_id = e.id and ${rank("n.severity")} >= ${rank("e.level")})`;

/**
 * Whoever has not read what a controller reported reads the incident instead, which says the same: also where they knew of the
 * incident before its warning that does.
 */
export async function readReports(tx: Db, incidentIds: readonly string[], atMs: number): Promise<void> {
  if (incidentIds.length === 0) return;
  const { rows } = await sql<Judged & { id: string }>`
    select distinct on (n.id, r.id) n.id, ${judged}
    from incident_notified known
      join notification n on n.user_id = known.user_id and n.kind = 'warning' and n.read_at is null and n.incident_id is null
      join event e on ${ofEvent} and ${rank("e.level")} <= ${rank("known.severity")}
      join warning w on w.container_id = e.container_id and w.cleared_at is null
        and e.received_at > w.raised_at - ${sameOutageMs} * interval '1 millisecond'
      join incident_member m on m.warning_id = w.id and m.incident_id = known.incident_id
      join warning_rule r on r.id = w.rule_id
    where known.incident_id = any(${[...incidentIds]}::text[])
    order by n.id, r.id`.execute(tx);
  const ids = rows.filter(isSame).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`update notification set read_at = ${toTime(atMs)} where id = any(${ids}::text[]) and read_at is null`.execute(
    tx,
  );
}

/**
 * What a container says of the time for which it was dark stands for the incident of that time, where nothing else belongs
 * to it and a person has not read it.
 */
export async function readOfDark(tx: Db, eventIds: readonly string[], atMs: number): Promise<void> {
  await sql`update notification n set read_at = ${toTime(atMs)}
    from event e join notification own on own.event_id = e.id and own.created_at = e.received_at
      join warning w on w.container_id = e.container_id
        and w.raised_at >= to_timestamp((e.data ->> 'fromMs')::float8 / 1000)
        and w.raised_at <= to_timestamp((e.data ->> 'toMs')::float8 / 1000)
      join incident_member m on m.warning_id = w.id and m.is_dark
    where e.id = any(${[...eventIds]}::text[]) and e.code = 'warning.while_dark' and own.kind = 'warning'
      and n.user_id = own.user_id and n.incident_id = m.incident_id and n.kind = 'warning' and n.read_at is null
      and not exists (select from incident_member other join warning o on o.id = other.warning_id
        where other.incident_id = m.incident_id and o.container_id <> e.container_id)`.execute(tx);
}
