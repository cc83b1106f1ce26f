import type { IncidentDetail } from "@offgrid/contract/incidents/incidents.schema";
import { type EntryData, type IncidentTitle, readLogKind } from "@offgrid/contract/incidents/incident-types";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser } from "../../core/db.ts";
import { listNotified, type NotifiedRow } from "./notified.store.ts";

/** What became of an incident (`incident_entry`), with the works that there were meanwhile at its containers. */

type LogEntry = IncidentDetail["timeline"][number];

/** So many containers of one entry are named. */
const mostNamed = 5;

/**
 * What became of it, in the order in which it was known, and of what is part of it by now until it became that. Whoever
 * sees only some of the containers that it has or had learns when what happened, and which of those it was about; how much, how grave, who and
 * why only of what they did themselves: the rest may be about the others.
 */
export async function listLog(db: Db, viewer: Viewer, incidentId: string, limit: number): Promise<LogEntry[]> {
  const entries = await listEntries(db, viewer, incidentId, limit);
  // Works first: what they bring about at once comes after them.
  return inTurn([...(await listWorksOf(db, viewer, incidentId, limit)), ...entries]).slice(-limit);
}

/** By when each was: what became part of it later was raised before, and works are read apart. */
const inTurn = (entries: readonly LogEntry[]) =>
  entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** An incident, and what is part of it by now. */
const partsOf = (incidentId: string) => sql`part as (
  select id, merged_into from incident where id = ${incidentId}
  union select i.id, i.merged_into from part join incident i on i.merged_into = part.id)`;

/**
 * Does somebody see all containers that an incident has or had warnings of, as far as anybody sees them still? What was
 * taken out of it was there when people acted on all of it.
 */
async function seesAllOf(db: Db, viewer: Viewer, incidentId: string): Promise<boolean> {
  const { rows } = await sql<{ isUnseen: boolean }>`
    with recursive ${partsOf(incidentId)},
    stay as (
      select warning_id from incident_member where incident_id in (select id from part)
      union select warning_id from incident_past where incident_id in (select id from part)),
    place as (
      select w.container_id as id from stay join warning w on w.id = stay.warning_id
      -- What its entries name stays named when a warning is kept no longer.
      union select jsonb_array_elements_text(e.data -> 'containerIds') from incident_entry e
        where e.incident_id in (select id from part) and jsonb_typeof(e.data -> 'containerIds') = 'array')
    select exists (select from place join container c on c.id = place.id
      where c.id not in ${visibleContainers(db, viewer)}
        and (c.removed_at is null or exists (select 1 from app_user u join role r on r.id = u.effective_role
          where u.id = ${viewer.userId} and r.containers <> 'all'))) as is_unseen`.execute(db);
  return rows[0]?.isUnseen === false;
}

interface Named {
  names: string[] | null;
  total: number;
}

const containersOf = ({ names, total }: Named): Pick<LogEntry["data"], "containers"> =>
  names === null ? {} : { containers: { names, total } };

interface EntryRow extends Named {
  /** The person sees the container by which the other incident is called. */
  seesOther: boolean;
  incidentId: string;
  at: Date;
  /** A later release may have written one that this one does not know. */
  kind: string;
  /** Of what opened: when its first warning was raised; null: that is not seen. */
  raisedAt: Date | null;
  userId: string | null;
  name: string | null;
  data: EntryData;
}

async function listEntries(db: Db, viewer: Viewer, incidentId: string, limit: number): Promise<LogEntry[]> {
  const seesAll = await seesAllOf(db, viewer, incidentId);
  const notified = await listNotified(db, viewer, incidentId, seesAll);
  const { rows } = await sql<EntryRow>`
    with recursive ${partsOf(incidentId)}
    select last.*, said.names, said.total, raised.at as raised_at,
      coalesce(last.data -> 'other' ->> 'containerId' in ${visibleContainers(db, viewer)}, false) as sees_other from (
      select e.id, e.incident_id, e.at, e.kind, e.user_id, ${nameOfUser} as name, e.data
        from part join incident_entry e on e.incident_id = part.id left join app_user u on u.id = e.user_id
      where part.id = ${incidentId} or e.at < (select max(m.at) from incident_entry m
        where m.incident_id = part.merged_into and m.kind in ('merged', 'taken') and m.data ->> 'incidentId' = part.id)
      order by e.id desc limit ${limit}) as last
      cross join lateral (
        select (array_agg(c.name order by c.name, c.id))[1:${sql.lit(mostNamed)}] as names, count(*)::int as total
        from container c where last.data ->> 'containerIds' is not null
          and c.id in (select jsonb_array_elements_text(last.data -> 'containerIds'))
          and c.id in ${visibleContainers(db, viewer)}) as said
      -- By the same rule as the list: when it was raised is when its rule found it so, though it may have been so before.
      cross join lateral (
        select min(coalesce(w.found_at, w.raised_at)) as at
        from (select warning_id, incident_id, joined_at from incident_member
          union all select warning_id, incident_id, joined_at from incident_past) as stay
          join warning w on w.id = stay.warning_id
        where last.kind = 'opened' and stay.incident_id = last.incident_id and stay.joined_at = last.at
          and w.container_id in ${visibleContainers(db, viewer)}) as raised
    order by id`.execute(db);
  const titles = new Map(
    rows.flatMap(({ seesOther, data: { incidentId: id, other, isFrom } }) =>
      id && other && isFrom && seesOther ? [[id, titleOf(other)] as const] : [],
    ),
  );
  return onceEach(rows, notified, seesAll).map((row): LogEntry => {
    const { userId, name, data, names, total, seesOther, tellings } = row;
    const at = row.raisedAt !== null && row.raisedAt < row.at ? row.raisedAt : row.at;
    const kind = readLogKind(row.kind);
    // What goes with a kind that is not known is not known either.
    const { cause, step, containerIds: _named, other, of, ...rest } = kind === "other" ? {} : data;
    const isWhole = seesAll || userId === viewer.userId;
    const isPart = row.incidentId !== incidentId;
    const part = titles.get(row.incidentId);
    return {
      at: at.toISOString(),
      kind,
      by: userId === null || !isWhole ? null : { userId, name },
      data: {
        ...(cause && { cause }),
        ...(step !== undefined && { step }),
        ...containersOf({ names, total }),
        ...(isWhole && rest),
        // How many there are that the person does not see is not theirs to know.
        ...(seesAll && of !== undefined && { of }),
        ...(isWhole && other && seesOther && { other: titleOf(other) }),
        ...(isPart && isWhole && { isPart, ...(part && { part }) }),
        // Where nobody was left to be notified, an escalation says so.
        ...((tellings.length > 0 || (seesAll && kind === "escalation")) && { notified: notifiedOf(tellings) }),
      },
    };
  });
}

const titleOf = ({ content, containerName }: IncidentTitle) => ({ content, containerName });

const mostPeople = 10;

function notifiedOf(tellings: readonly NotifiedRow[]): NonNullable<LogEntry["data"]["notified"]> {
  const people = tellings.slice(0, mostPeople);
  return {
    people: people.map(({ userId, name, channels }) => ({ userId, name, channels })),
    total: tellings.length,
  };
}

/**
 * With each piece of news who was told of it, and one line for one thing: with what something began is said with that, and
 * news that nobody was told are none.
 */
function onceEach(
  rows: readonly EntryRow[],
  notified: readonly NotifiedRow[],
  seesAll: boolean,
): (EntryRow & { tellings: NotifiedRow[] })[] {
  const began = new Map(rows.flatMap((row) => (row.kind === "opened" ? [[row.incidentId, row] as const] : [])));
  const isOfBeginning = (row: EntryRow) =>
    row.kind === "joined" && began.get(row.incidentId)?.at.getTime() === row.at.getTime();
  const joined = new Map(rows.filter(isOfBeginning).map((row) => [row.incidentId, row]));
  return rows.flatMap((row, place) => {
    if (isOfBeginning(row)) return [];
    if (row.kind === "opened") {
      const first = joined.get(row.incidentId);
      const { names, total, data } = first ?? row;
      return [{ ...row, names, total, data: { ...row.data, ...data }, tellings: [] }];
    }
    const next = rows.slice(place + 1).find((one) => one.kind === row.kind && one.incidentId === row.incidentId);
    const tellings = notified.filter(
      ({ newsOf, kind, at }) =>
        newsOf === row.incidentId && kind === row.kind && at >= row.at && (next === undefined || at < next.at),
    );
    const isNothing = seesAll && tellings.length === 0 && (row.kind === "changed" || row.kind === "reminder");
    return isNothing ? [] : [{ ...row, tellings }];
  });
}

interface WorksRow extends Named {
  at: Date;
  kind: "worksBegan" | "worksEnded";
  userId: string | null;
  name: string | null;
  reason: string;
}

/** Works at containers of it that the person sees, while it lasted; what was announced at several in one go is one entry. */
async function listWorksOf(db: Db, viewer: Viewer, incidentId: string, limit: number): Promise<LogEntry[]> {
  const { rows } = await sql<WorksRow>`
    with meanwhile as (
      select w.id, w.container_id, w.user_id, w.reason, w.starts_at, w.state, w.ended_at, w.ended_by
      from incident i join works w on w.state not in ('planned', 'cancelled')
        and w.starts_at <= coalesce(i.resolved_at, 'infinity') and coalesce(w.ended_at, 'infinity') >= i.began_at
      where i.id = ${incidentId} and w.container_id in (select raised.container_id
        from incident_member m join warning raised on raised.id = m.warning_id where m.incident_id = i.id)
        and w.container_id in ${visibleContainers(db, viewer)}),
    happened as (
      select container_id, 'worksBegan' as kind, starts_at as at, user_id, reason from meanwhile
      union all select container_id, 'worksEnded', ended_at, ended_by, reason from meanwhile where ended_at is not null)
    select h.kind, max(h.at) as at, h.user_id, max(${nameOfUser}) as name, h.reason,
      (array_agg(distinct c.name order by c.name))[1:${sql.lit(mostNamed)}] as names, count(distinct c.id)::int as total
    from happened h join container c on c.id = h.container_id left join app_user u on u.id = h.user_id
    group by h.kind, h.user_id, h.reason, date_trunc('minute', h.at)
    order by at desc, kind limit ${limit}`.execute(db);
  return rows.toReversed().map(({ at, kind, userId, name, reason, names, total }) => ({
    at: at.toISOString(),
    kind,
    by: userId === null ? null : { userId, name },
    data: { reason, ...containersOf({ names, total }) },
  }));
}
