import { type ConfigSection, isSameValue } from "@offgrid/contract/configuration/config-doc";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { Works, WorksBrief, WorksKnowledge } from "@offgrid/contract/works/works.schema";
import { isUnderWay, nextOfWorks, type WorksState, type WorksTimes } from "@offgrid/contract/works/works-moves";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";

/** Works at containers (`works`), and those that are under way beside their container (`container.works`). */

export interface WorksRow {
  id: string;
  containerId: string;
  state: WorksState;
  userId: string;
  /** Null: the account is gone. */
  userName: string | null;
  reason: string;
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
}

/** What a controller announces that goes by works. */
const capability = "works";

/** How many that are over are listed. */
const mostPast = 20;

const rows = sql`select w.id, w.container_id, w.state, w.user_id, ${nameOfUser} as user_name, w.reason, w.starts_at,
    w.ends_at, w.ended_at
  from works w left join app_user u on u.id = w.user_id`;

const underWay = sql`w.state in ('active', 'overrun')`;

/** Until the transaction ends, nobody else announces, changes or ends works at this container. */
export async function holdWorks(tx: Db, containerId: string): Promise<void> {
  await sql`select 1 from container where id = ${containerId} for no key update`.execute(tx);
}

export async function findWorks(db: Db, containerId: string, id: string): Promise<WorksRow | undefined> {
  const found = await sql<WorksRow>`${rows} where w.id = ${id} and w.container_id = ${containerId}`.execute(db);
  return found.rows[0];
}

/** Open ones and the last that are over, newest first. */
export async function listWorks(db: Db, containerId: string): Promise<WorksRow[]> {
  const found = await sql<WorksRow>`
    (${rows} where w.container_id = ${containerId} and w.ended_at is null)
    union all (${rows} where w.container_id = ${containerId} and w.ended_at is not null
      order by w.starts_at desc, w.id limit ${mostPast})
    order by starts_at desc, id`.execute(db);
  return found.rows;
}

/** What may fall into a range, newest first; cancelled ones are left out. */
export async function listWorksWithin(
  db: Db,
  viewer: Viewer,
  { containerId, fromMs, toMs }: { containerId: string; fromMs: number; toMs: number },
  limit: number,
): Promise<WorksRow[]> {
  const found = await sql<WorksRow>`${rows} where w.container_id = ${containerId}
    and w.container_id in ${visibleContainers(db, viewer)} and w.state <> 'cancelled'
    and w.starts_at < ${toTime(toMs)} and (w.ended_at is null or w.ended_at > ${toTime(fromMs)})
    order by w.starts_at desc, w.id limit ${limit}`.execute(db);
  return found.rows;
}

export async function countPlanned(db: Db, containerId: string): Promise<number> {
  const found = await sql<{ count: string }>`select count(*) from works
    where container_id = ${containerId} and state = 'planned'`.execute(db);
  return Number(found.rows[0]?.count);
}

/** Other works that are not over and have an instant in common with this span; those under way last until they end. */
export async function findOverlapping(
  db: Db,
  { id, containerId, startsAtMs, endsAtMs }: WorksTimes & { id: string; containerId: string },
  nowMs: number,
): Promise<WorksRow | undefined> {
  const found = await sql<WorksRow>`${rows} where w.container_id = ${containerId} and w.id <> ${id}
    and w.ended_at is null and w.starts_at < ${toTime(endsAtMs)}
    and (w.ends_at > ${toTime(startsAtMs)} or w.state = 'overrun' or (w.state = 'active' and ${startsAtMs <= nowMs}))
    order by w.starts_at limit 1`.execute(db);
  return found.rows[0];
}

/** Works of somebody else that are under way; where planned ones began in time, more than one person may be there. */
export async function findOthersAtWork(
  db: Db,
  { containerId, userId }: { containerId: string; userId: string },
): Promise<WorksRow | undefined> {
  const found = await sql<WorksRow>`${rows} where w.container_id = ${containerId} and w.user_id <> ${userId}
    and ${underWay} order by w.starts_at limit 1`.execute(db);
  return found.rows[0];
}

/** @throws Refusal works_by_other with whose works they are. */
export async function mustNotDisturb(db: Db, { userId }: { userId: string }, containerId: string): Promise<void> {
  const other = await findOthersAtWork(db, { containerId, userId });
  if (other) throw inTheWay(other);
}

export function inTheWay({ userName, startsAt, reason }: WorksRow): Refusal {
  return new Refusal("works_by_other", { holder: { name: userName, since: startsAt.toISOString(), reason } });
}

export async function insertWorks(
  tx: Db,
  one: Pick<WorksRow, "id" | "containerId" | "userId" | "reason"> & WorksTimes,
  nowMs: number,
): Promise<void> {
  const { id, containerId, userId, reason, startsAtMs, endsAtMs } = one;
  await sql`insert into works (id, container_id, state, user_id, reason, starts_at, ends_at, created_at, due_at)
    values (${id}, ${containerId}, 'planned', ${userId}, ${reason}, ${toTime(startsAtMs)}, ${toTime(endsAtMs)},
      ${toTime(nowMs)}, ${toTime(startsAtMs)})`.execute(tx);
}

/** Brings works to a state, with what follows from it. The caller holds the works of the container. */
export async function saveWorks(
  tx: Db,
  row: WorksRow,
  change: { state: WorksState; reason?: string; endsAt?: Date; endedBy?: string },
  nowMs: number,
): Promise<WorksRow> {
  const { state, endedBy } = change;
  const isOver = state === "ended" || state === "cancelled";
  const after = { ...row, ...change, endedAt: isOver ? new Date(nowMs) : null };
  const next = nextOfWorks(state, timesOf(after));
  await sql`update works set state = ${state}, reason = ${after.reason}, ends_at = ${after.endsAt},
      ended_at = ${after.endedAt}, ended_by = ${endedBy ?? null}, due_at = ${next ? toTime(next.atMs) : null}
    where id = ${row.id}`.execute(tx);
  if (isUnderWay(state) || isUnderWay(row.state)) await noteUnderWay(tx, row.containerId);
  return after;
}

/** Of several that are under way, lists and headers show the ones that began last. */
async function noteUnderWay(tx: Db, containerId: string): Promise<void> {
  const found = await sql<WorksRow>`${rows} where w.container_id = ${containerId} and ${underWay}
    order by w.starts_at desc, w.id limit 1`.execute(tx);
  const works = found.rows[0] ? JSON.stringify(briefOf(found.rows[0])) : null;
  await sql`update container set works = ${works}::jsonb where id = ${containerId}`.execute(tx);
}

/** Has the configuration of the container follow its works, once its controller is one that can. */
export async function noteChange(tx: Db, containerId: string): Promise<void> {
  await sql`insert into works_change (container_id) values (${containerId}) on conflict do nothing`.execute(tx);
}

/** Containers whose works have changed, and whose controllers go by works. */
export async function listChanged(db: Db, limit: number): Promise<string[]> {
  const { rows: found } = await sql<{ containerId: string }>`select w.container_id from works_change w
    join container_latest l using (container_id) where l.capabilities ? ${capability} limit ${limit}`.execute(db);
  return found.map(({ containerId }) => containerId);
}

/** Takes up that the works of a container have changed. @returns false: another worker has. */
export async function takeChange(tx: Db, containerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from works_change where container_id = ${containerId}`.execute(tx);
  return numAffectedRows === 1n;
}

/** What a controller is to know of works: those that are not over, by id. */
export function announcedWorks(all: readonly WorksRow[]): Record<string, { from: number; to: number }> {
  const second = (at: Date) => Math.floor(at.getTime() / 1000);
  const open = all.filter(({ endedAt }) => endedAt === null);
  return Object.fromEntries(
    open.map(({ id, startsAt, endsAt }) => [id, { from: second(startsAt), to: second(endsAt) }]),
  );
}

/** Whether the controller goes by works, as it has reported last. */
export async function findKnowledge(db: Db, containerId: string): Promise<(row: WorksRow) => WorksKnowledge | null> {
  const { rows: found } = await sql<{ isAble: boolean | null; works: ConfigSection | null }>`
    select l.capabilities ? ${capability} as is_able, k.doc -> 'works' as works
    from container c left join container_latest l on l.container_id = c.id
      left join container_config k on k.container_id = c.id
    where c.id = ${containerId}`.execute(db);
  const [known] = found;
  return (row) => {
    if (row.endedAt !== null) return null;
    if (!known?.isAble) return "unsupported";
    return isSameValue(known.works?.[row.id], announcedWorks([row])[row.id]) ? "known" : "waiting";
  };
}

/** Works whose time has come, the first first. */
export async function listDue(db: Db, nowMs: number, limit: number): Promise<Pick<WorksRow, "id" | "containerId">[]> {
  const found = await sql<Pick<WorksRow, "id" | "containerId">>`select id, container_id from works
    where due_at <= ${toTime(nowMs)} order by due_at limit ${limit}`.execute(db);
  return found.rows;
}

export function timesOf({ startsAt, endsAt }: Pick<WorksRow, "startsAt" | "endsAt">): WorksTimes {
  return { startsAtMs: startsAt.getTime(), endsAtMs: endsAt.getTime() };
}

export function toWorks(row: WorksRow, knowledge: WorksKnowledge | null): Works {
  const { id, containerId, state, userId, userName, reason, startsAt, endsAt, endedAt } = row;
  return {
    worksId: id,
    containerId,
    state,
    reason,
    by: { userId, name: userName },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    knowledge,
  };
}

function briefOf({ id, userId, userName, reason, startsAt, endsAt }: WorksRow): WorksBrief {
  const by = { userId, name: userName };
  return { worksId: id, by, reason, since: startsAt.toISOString(), until: endsAt.toISOString() };
}
