import type { StoredEpisode } from "@offgrid/contract/warnings/heal";
import type { WarningState } from "@offgrid/contract/warnings/warning-state";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import { isMeasured } from "./judged.store.ts";

/** Spans without live frames (`warning_gap`), and what is corrected in the warnings of their containers. */

/** What was remembered of rules at the beginning of a gap, by the rule's id. */
export type GapStates = Record<string, { fingerprint: string; state: WarningState }>;

export interface Gap {
  containerId: string;
  fromMs: number;
  toMs: number;
  states: GapStates;
}

/** Of a container with a gap that is open already, that one becomes longer. */
export async function noteGaps(tx: Db, gaps: readonly Gap[], dueMs: number): Promise<void> {
  if (gaps.length === 0) return;
  await sql`insert into warning_gap (container_id, from_at, to_at, states, due_at)
    select container_id, to_timestamp(from_ms / 1000), to_timestamp(to_ms / 1000), states::jsonb, ${toTime(dueMs)}
    from unnest(${gaps.map(({ containerId }) => containerId)}::text[], ${gaps.map(({ fromMs }) => fromMs)}::float8[],
      ${gaps.map(({ toMs }) => toMs)}::float8[], ${gaps.map(({ states }) => JSON.stringify(states))}::text[])
      as gap (container_id, from_ms, to_ms, states)
    on conflict (container_id) do update set to_at = excluded.to_at, quiet_since = null, due_at = excluded.due_at`.execute(
    tx,
  );
}

export interface DueGap extends Gap {
  /** What its controller measured in it, in frames, at the last look, and now: the portal counts traffic of dark ones too. */
  frames: number;
  framesNow: number;
  quietMs: number | null;
}

/** Until the transaction ends, nobody else looks at it. */
export async function holdDueGap(tx: Db, nowMs: number): Promise<DueGap | undefined> {
  const { rows } = await sql<DueGap>`
    with due as (select * from warning_gap where due_at <= ${toTime(nowMs)} order by due_at limit 1 for update skip locked)
    select container_id, round(date_part('epoch', from_at) * 1000) as from_ms,
      round(date_part('epoch', to_at) * 1000) as to_ms, states, frames,
      round(date_part('epoch', quiet_since) * 1000) as quiet_ms,
      (select count(*)::int from frame f
        where f.container_id = due.container_id and f.at > due.from_at and f.at < due.to_at
          and ${isMeasured}) as frames_now
    from due`.execute(tx);
  return rows[0];
}

export async function postpone(
  tx: Db,
  containerId: string,
  { frames, quietMs, dueMs }: { frames: number; quietMs: number; dueMs: number },
): Promise<void> {
  await sql`update warning_gap set frames = ${frames}, quiet_since = ${toTime(quietMs)}, due_at = ${toTime(dueMs)}
    where container_id = ${containerId}`.execute(tx);
}

export async function forget(tx: Db, containerId: string): Promise<void> {
  await sql`delete from warning_gap where container_id = ${containerId}`.execute(tx);
}

export interface PastRow extends StoredEpisode {
  ruleId: string;
  content: string;
}

/** Warnings of a container that were open after the frame of an instant, as far as data decided about them. */
export async function listSince(tx: Db, containerId: string, fromMs: number): Promise<PastRow[]> {
  const { rows } = await sql<PastRow>`
    select id, rule_id, content, severity, is_flapping, round(date_part('epoch', raised_at) * 1000) as raised_ms,
      round(date_part('epoch', cleared_at) * 1000) as cleared_ms
    from warning where container_id = ${containerId} and rule_id is not null
      and (close_reason is null or close_reason = 'data') and (cleared_at is null or cleared_at > ${toTime(fromMs)})
    order by raised_at`.execute(tx);
  return rows;
}

export interface Revision {
  id: string;
  raisedMs: number;
  clearedMs: number | null;
  severity: WarningSeverity;
  isFlapping: boolean;
}

export async function revise(tx: Db, rows: readonly Revision[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update warning w set raised_at = to_timestamp(r.raised / 1000), cleared_at = to_timestamp(r.cleared / 1000),
      severity = r.severity, is_flapping = r.is_flapping, is_revised = true
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ raisedMs }) => raisedMs)}::float8[],
      ${rows.map(({ clearedMs }) => clearedMs)}::float8[], ${rows.map(({ severity }) => severity)}::text[],
      ${rows.map(({ isFlapping }) => isFlapping)}::boolean[]) as r (id, raised, cleared, severity, is_flapping)
    where w.id = r.id`.execute(tx);
}

export async function remove(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from warning where id = any(${[...ids]}::text[])`.execute(tx);
}
