import { type RawBuilder, sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { closing } from "./warnings.store.ts";

/**
 * Which rule looks at which container (`warning_pair`) is worked out only where something changed that decides it, and kept
 * in `warning_state`. Triggers note what changed in `warning_stale`, in the transaction that changed it.
 */

/** "warn" in ASCII: whoever changes rules waits until nobody judges, and is waited for. */
const rulesLock = 0x7761_726e;

export async function holdRules(tx: Db, mode: "judge" | "change"): Promise<void> {
  if (mode === "change") await sql`select pg_advisory_xact_lock(${rulesLock})`.execute(tx);
  else await sql`select pg_advisory_xact_lock_shared(${rulesLock})`.execute(tx);
}

export async function hasStale(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1 from warning_stale) as found`.execute(db);
  return rows[0]?.found ?? false;
}

export interface Concerned {
  ruleIds: readonly string[];
  containerIds: readonly string[];
}

/** So much that a statement stays short, also where a thousand containers change hands. */
const staleAtOnce = 100;

/** Some of what was noted, which the caller looks at now: rules of people who changed, too. */
export async function takeStale(tx: Db): Promise<Concerned> {
  const { rows } = await sql<{ ruleId: string | null; containerId: string | null }>`
    with taken as (
      delete from warning_stale where id in (select id from warning_stale order by id limit ${staleAtOnce})
      returning rule_id, container_id, user_id)
    select rule_id, container_id from taken where user_id is null
    union select r.id, null from taken join warning_rule r on r.owner_id = taken.user_id`.execute(tx);
  return {
    ruleIds: rows.flatMap(({ ruleId }) => ruleId ?? []),
    containerIds: rows.flatMap(({ containerId }) => containerId ?? []),
  };
}

/**
 * Looks which of these rules look at which of all containers, and which of all rules at these containers. What is over is
 * closed without a message; what is new is judged from the newest frame on, and looks back at what came before.
 */
export async function watchAgain(tx: Db, { ruleIds, containerIds }: Concerned, nowMs: number): Promise<void> {
  const ofThese = (table: string) => {
    const having = (column: string, ids: readonly string[]) =>
      sql`select rule_id, container_id from ${sql.ref(table)} where ${sql.ref(column)} = any(${[...ids]}::text[])`;
    if (containerIds.length === 0) return having("ruleId", ruleIds);
    if (ruleIds.length === 0) return having("containerId", containerIds);
    return sql`${having("ruleId", ruleIds)} union ${having("containerId", containerIds)}`;
  };
  const { rows: gone } = await sql<{ containerId: string }>`
    with wanted as materialized (${ofThese("warning_pair")}),
    gone as materialized (select * from (${ofThese("warning_state")}) as known except select * from wanted),
    removed as (
      delete from warning_state s using gone where s.rule_id = gone.rule_id and s.container_id = gone.container_id),
    open as materialized (select id, rule_id, container_id from warning where cleared_at is null
      and (rule_id is null or rule_id = any(${[...ruleIds]}::text[]) or container_id = any(${[...containerIds]}::text[]))),
    closed as (
      update warning set ${closing(nowMs, "out_of_scope")} from open
      where warning.id = open.id and not exists (select 1 from wanted
        where wanted.rule_id = open.rule_id and wanted.container_id = open.container_id)),
    watched as (
      insert into warning_watch (container_id, watermark)
      select distinct wanted.container_id, coalesce(l.at, ${toTime(nowMs)})
      from wanted left join container_latest l on l.container_id = wanted.container_id on conflict do nothing),
    added as (
      insert into warning_state (rule_id, container_id, due_at)
      select rule_id, container_id, ${toTime(nowMs)} from wanted on conflict do nothing)
    select distinct container_id from gone`.execute(tx);
  if (gone.length === 0) return;
  await noteFewer(
    tx,
    gone.map(({ containerId }) => containerId),
  );
  await sql`delete from warning_watch w where w.container_id = any(${gone.map(({ containerId }) => containerId)}::text[])
    and not exists (select 1 from warning_state s where s.container_id = w.container_id)`.execute(tx);
}

/** What a rule knew of its containers is over: it says something else now. The caller holds the rules. */
export async function forgetStates(tx: Db, ruleId: string): Promise<void> {
  const { rows } = await sql<{ containerId: string }>`
    delete from warning_state where rule_id = ${ruleId} returning container_id`.execute(tx);
  await noteFewer(
    tx,
    rows.map(({ containerId }) => containerId),
  );
}

/** Nobody may go on with what he remembers of these containers, of which rules were taken away. */
async function noteFewer(tx: Db, containerIds: readonly string[]): Promise<void> {
  await sql`update warning_watch set states_key = gen_random_uuid()
    where container_id = any(${[...containerIds]}::text[])`.execute(tx);
}

/** Rules in the order of their ids. */
export async function listRuleIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from warning_rule order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes a rule where what is kept of it differs from what is so: nothing that changes may be missed for ever. */
export async function noteDifference(db: Db, ruleId: string): Promise<void> {
  const wanted = sql`select container_id from warning_pair where rule_id = ${ruleId}`;
  const kept = sql`select container_id from warning_state where rule_id = ${ruleId}`;
  await sql`insert into warning_stale (rule_id) select ${ruleId}::text
    where exists (${wanted} except ${kept}) or exists (${kept} except ${wanted})`.execute(db);
}

/** As seen by clocks of other processes, and by transactions that were not over yet, news may be as old as this. */
const overlapMs = 60_000;

/**
 * Makes rules due that look at something that has come since the last time: events, commands that ended, forecasts.
 */
export async function wake(tx: Db, nowMs: number): Promise<void> {
  const { rows } = await sql<{ sinceMs: number }>`
    update warning_wake w set until_at = greatest(w.until_at, ${toTime(nowMs)})
    from (select until_at from warning_wake for update) as before
    returning round(date_part('epoch', before.until_at) * 1000) as since_ms`.execute(tx);
  const since = toTime(Math.min(rows[0]?.sinceMs ?? nowMs, nowMs) - overlapMs);
  const newsOf = [
    ["event", sql`select container_id from event where received_at >= ${since} and container_id is not null`],
    ["command", sql`select container_id from command where ended_at >= ${since}`],
    ["forecast", sql`select container_id from container_forecast where computed_at >= ${since}`],
  ] as const;
  for (const [type, news] of newsOf) {
    const ruleIds = await listIds(tx, sql`select id from warning_rule where types ? ${type}`);
    const containerIds =
      ruleIds.length === 0 ? [] : await listIds(tx, sql`select distinct container_id as id from (${news}) as news`);
    if (containerIds.length === 0) continue;
    // By its key: joined with what is news, all states are gone through wherever the planner knows too little of them.
    await sql`update warning_state set due_at = ${toTime(nowMs)}
      where rule_id = any(${ruleIds}::text[]) and container_id = any(${containerIds}::text[])
        and (due_at is null or due_at > ${toTime(nowMs)})`.execute(tx);
  }
}

async function listIds(tx: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(tx);
  return rows.map(({ id }) => id);
}
