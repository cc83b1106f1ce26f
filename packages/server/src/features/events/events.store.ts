import { randomUUID } from "node:crypto";

import { personalCodes } from "@offgrid/contract/notifications/notification-types";
import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { ensureMonths, monthOf } from "../../history/tiers/partitions.store.ts";

export interface EventPart {
  /** Of one that something else is stored under too; left out: a new one. */
  id?: string;
  containerId: string;
  /**
   * Identifies the event together with `seq`, so that it is stored once; null for events that the portal raises itself.
   */
  boot: string | null;
  seq: number | null;
  event: Omit<EventMessage, "boot" | "seq">;
  /** Whom it concerns; left out: everybody. */
  only?: readonly string[];
  /** The warning that it says something of: people are notified of that one's incident. */
  warningId?: string;
}

/** An event that was new. */
export interface InsertedEvent {
  id: string;
  containerId: string;
  containerName: string;
  code: string;
  level: EventMessage["level"];
  device: string | null;
  kind: "event" | "warning";
  atMs: number;
}

/** Sets these locks apart from others: "even" in ASCII. */
const eventLock = 0x6576_656e;

/** As what people are notified of the event `e`: what a rule raised is a warning however mild. */
export const typeOf = sql`case when e.level = 'info' and e.code <> 'warning.raised' then 'event' else 'warning' end`;

/** Whether the event `e` is nothing to anybody but those who are notified of it. */
export const isPersonal = sql`(e.container_id is null or e.code in (${sql.join(personalCodes.map(sql.lit))}))`;

/**
 * Stores events; those that exist already are skipped. People are notified of them after the commit, which has to be
 * announced on the bus (`eventRaised`).
 * @param only Whom those concern that do not say so themselves; left out: everybody.
 */
export async function insertEvents(
  tx: Db,
  parts: readonly EventPart[],
  nowMs: number,
  only?: readonly string[],
): Promise<InsertedEvent[]> {
  if (parts.length === 0) return [];
  const ids = parts.map(({ id = randomUUID() }) => id);
  const concerned = new Map(
    parts.map((part, index) => [ids[index] ?? "", { people: part.only ?? only, warningId: part.warningId ?? null }]),
  );
  for (const table of ["event", "notification"] as const) await ensureMonths(tx, table, [monthOf(nowMs)]);
  // Another writer of the same event at the same moment waits here and then sees that it exists.
  await sql`select pg_advisory_xact_lock(hashtextextended(id, ${eventLock})) from (
    select distinct id from unnest(${parts.map((part) => part.containerId)}::text[]) as id order by id) as named`.execute(
    tx,
  );
  const { rows: events } = await sql<InsertedEvent>`
    with incoming as (
      select id, container_id, ms, code, level, device, data::jsonb as data, boot, seq,
        row_number() over (partition by container_id, boot, seq order by place) as turn
      from unnest(${ids}::text[], ${parts.map((part) => part.containerId)}::text[],
        ${parts.map((part) => part.event.ts)}::float8[], ${parts.map((part) => part.event.code)}::text[],
        ${parts.map((part) => part.event.level)}::text[], ${parts.map((part) => part.event.device ?? null)}::text[],
        ${parts.map((part) => JSON.stringify(part.event.data))}::text[], ${parts.map((part) => part.boot)}::text[],
        ${parts.map((part) => part.seq)}::bigint[]) with ordinality
        as e (id, container_id, ms, code, level, device, data, boot, seq, place)
    ), inserted as (
      insert into event (id, container_id, at, received_at, code, level, device, data, boot, seq)
      select i.id, c.id, to_timestamp(ms / 1000), to_timestamp(${nowMs}::float8 / 1000), code, level, device, data, boot, seq
      from incoming i join container c on c.id = i.container_id
      where boot is null or seq is null or (turn = 1 and not exists (
        select 1 from event known
        where known.container_id = i.container_id and known.boot = i.boot and known.seq = i.seq))
      for key share of c
      returning id, container_id, at, code, level, device
    )
    select e.id, e.container_id, c.name as container_name, e.code, e.level, e.device, ${typeOf} as kind,
      date_part('epoch', e.at) * 1000 as at_ms
    from inserted e join container c on c.id = e.container_id`.execute(tx);
  if (events.length === 0) return [];
  const waiting = events.filter(({ id }) => concerned.get(id)?.people?.length !== 0);
  await sql`
    insert into event_fan_out (event_id, received_at, due_at, people, warning_id)
    select id, to_timestamp(${nowMs}::float8 / 1000), least(to_timestamp(${nowMs}::float8 / 1000), now()), people::jsonb, warning_id
    from unnest(${waiting.map(({ id }) => id)}::text[], ${waiting.map(({ id }) => toJson(concerned.get(id)?.people))}::text[],
      ${waiting.map(({ id }) => concerned.get(id)?.warningId)}::text[]) as waiting (id, people, warning_id)`.execute(
    tx,
  );
  return events;
}

/**
 * Stores what concerns one person and no container. To be announced like the others.
 * @returns its id.
 */
export async function insertPersonalEvent(
  tx: Db,
  userId: string,
  { code, level, data }: Pick<EventPart["event"], "code" | "level" | "data">,
  nowMs: number,
): Promise<string> {
  const id = randomUUID();
  for (const table of ["event", "notification"] as const) await ensureMonths(tx, table, [monthOf(nowMs)]);
  await sql`
    with stored as (
      insert into event (id, container_id, at, received_at, code, level, data)
      values (${id}, null, ${toTime(nowMs)}, ${toTime(nowMs)}, ${code}, ${level}, ${JSON.stringify(data)}::jsonb)
      returning id, received_at)
    insert into event_fan_out (event_id, received_at, due_at, people)
    select id, received_at, least(received_at, now()), ${toJson([userId])}::jsonb from stored`.execute(tx);
  return id;
}

const toJson = (people: readonly string[] | undefined) => (people ? JSON.stringify(people) : null);
