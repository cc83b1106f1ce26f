import type { RulePlace } from "@offgrid/contract/warnings/rule-at";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { openMeteoAnswer } from "../weather/open-meteo.ts";
import { openWeatherAnswer } from "../weather/open-weather.ts";

/** What an evidence pack tells of its container. No names of people and no addresses, and no text but what rules say. */

/** Lines of one kind in a pack. */
const mostLines = 500;

export interface WarningFact extends RulePlace {
  id: string;
  incidentId: string | null;
  ruleId: string | null;
  /** As it is now; null: it is gone. */
  rule: unknown;
  /** The rule was changed after it had raised the warning. */
  isChanged: boolean;
  content: string;
  severity: string;
  attribute: string | null;
  value: number | null;
  raisedAt: Date;
  clearedAt: Date | null;
  acknowledgedAt: Date | null;
}

/** Warnings of the container: all of an incident, and what is open; as they were raised. */
export async function readWarnings(db: Db, containerId: string, incidentId: string | null): Promise<WarningFact[]> {
  const { rows } = await sql<WarningFact>`
    select w.id, coalesce(i.merged_into, m.incident_id) as incident_id, w.rule_id, r.rule,
      coalesce(r.updated_at > w.raised_at, false) as is_changed, w.content, w.severity, w.attribute, w.value,
      w.raised_at, w.cleared_at, w.acknowledged_at, w.container_id, c.cluster_id, c.kit_id
    from warning w join container c on c.id = w.container_id
      left join warning_rule r on r.id = w.rule_id
      left join incident_member m on m.warning_id = w.id left join incident i on i.id = m.incident_id
    where w.container_id = ${containerId} and not w.is_shadow
      and (w.cleared_at is null or m.incident_id = ${incidentId} or i.merged_into = ${incidentId})
    order by w.raised_at, w.id limit ${mostLines}`.execute(db);
  return rows;
}

interface MessageFact {
  channel: string;
  kind: string;
  severity: string;
  state: string;
  createdAt: Date;
  sentAt: Date | null;
}

/** What was said of an incident outside the portal to those who see the container: never to whom, nor where. */
export async function readMessages(db: Db, containerId: string, incidentId: string): Promise<MessageFact[]> {
  const { rows } = await sql<MessageFact>`
    select d.channel_kind as channel, d.kind, d.severity, d.state, d.created_at, d.sent_at
    from delivery d
    where d.incident_id = ${incidentId} and not d.is_carried and d.user_id in (
      select s.user_id from container_scope s where s.container_id = ${containerId} and s.may_view)
    order by d.id limit ${mostLines}`.execute(db);
  return rows;
}

export interface ContainerFact {
  name: string;
  serialNumber: string;
  zoneName: string;
  kitId: string | null;
  software: string | null;
  configVersion: number | null;
  devices: unknown[] | null;
  capabilities: unknown[] | null;
  liveValues: Record<string, [value: number, atMs: number]> | null;
  alarms: string[] | null;
  linked: boolean | null;
  lastContactAt: Date | null;
  bootedAt: Date | null;
  /** Null: the clock of the controller is right. */
  clockOffsetS: number | null;
  /** Since it was registered; null: none ever. */
  refused: number | null;
  quarantined: number | null;
  conflicts: number | null;
  cutSince: Date | null;
  dayDownBytes: number | null;
  dayUpBytes: number | null;
}

export async function readContainer(db: Db, containerId: string): Promise<ContainerFact> {
  const { rows } = await sql<ContainerFact>`
    select c.name, c.serial_number, c.zone_name, c.kit_id, l.software, l.config_version, l.devices, l.capabilities,
      l.live_values, l.alarms, l.linked, l.last_contact_at, l.booted_at, l.cut_since,
      q.clock_offset_s, q.refused, q.quarantined, q.conflicts, t.day_down_bytes, t.day_up_bytes
    from container c left join container_latest l on l.container_id = c.id
      left join container_quality q on q.container_id = c.id
      left join container_traffic t on t.container_id = c.id
    where c.id = ${containerId}`.execute(db);
  if (!rows[0]) throw new Error("The container is gone.");
  return rows[0];
}

/** Messages of the controller that the portal could not take, by why. */
export async function countRejected(db: Db, containerId: string, sinceMs: number) {
  const { rows } = await sql<{ reason: string; count: number; lastAt: Date }>`
    select reason, count(*)::int as count, max(at) as last_at from rejected_part
    where container_id = ${containerId} and at > ${toTime(sinceMs)} group by reason order by reason`.execute(db);
  return rows;
}

interface ForecastFact {
  computedAt: Date;
  state: string;
  likelyAt: Date | null;
  detail: unknown;
}

/** The forecast as it is, and the last one that was kept before an instant. */
export async function readForecasts(db: Db, containerId: string, atMs: number) {
  const { rows } = await sql<ForecastFact>`select computed_at, state, likely_at, detail
    from container_forecast where container_id = ${containerId}`.execute(db);
  const { rows: past } = await sql<{ madeAt: Date; soc: number[]; solar: number[]; source: string }>`
    select made_at, soc, solar, source from forecast_past
    where container_id = ${containerId} and made_at <= ${toTime(atMs)} order by made_at desc limit 1`.execute(db);
  return { now: rows[0] ?? null, before: past[0] ?? null };
}

/** The newest weather that a service gave for where the container stands, whichever service it was. */
export async function readOutlook(db: Db, containerId: string) {
  const { rows } = await sql<{ latitude: number | null; longitude: number | null }>`
    select latitude, longitude from container where id = ${containerId}`.execute(db);
  const { latitude = null, longitude = null } = rows[0] ?? {};
  if (latitude === null || longitude === null) return { place: undefined, answer: undefined };
  const keys = [openMeteoAnswer(latitude, longitude), openWeatherAnswer(latitude, longitude)];
  const { rows: answers } = await sql<{ source: string; fetchedAt: Date; body: unknown }>`
    select split_part(key, ' ', 1) as source, fetched_at, body from outside_answer
    where key = any(${keys}::text[]) order by fetched_at desc limit 1`.execute(db);
  return { place: { latitude, longitude }, answer: answers[0] };
}

export async function readCommands(db: Db, containerId: string, sinceMs: number) {
  const { rows: commands } = await sql`
    select op, kind, target, wanted, state, is_late, reason, created_at, sent_at, accepted_at, ended_at
    from command where container_id = ${containerId} and created_at > ${toTime(sinceMs)}
    order by created_at desc, id limit ${mostLines}`.execute(db);
  const { rows: automations } = await sql<{ at: Date; data: unknown }>`
    select at, data from event
    where container_id = ${containerId} and code = 'automation.run' and at > ${toTime(sinceMs)}
    order by at desc, id limit ${mostLines}`.execute(db);
  const { rows: locks } = await sql`select target, state, since, fault from output_lock
    where container_id = ${containerId} order by target limit ${mostLines}`.execute(db);
  return { commands, automations, locks };
}
