import type { Firing, WarningOutcome } from "@offgrid/contract/warnings/forecast-score";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import type { Range } from "../../history/tiers/samples.store.ts";

/** How rules that look at forecasts were held against what came (`forecast_score`, and outcomes in `warning`). */

/** Rules that look at forecasts, at the containers that they look at; those that are new begin now. */
export async function noteScored(db: Db, nowMs: number, dueMs: number): Promise<void> {
  await sql`insert into forecast_score (rule_id, container_id, until_at, due_at)
    select s.rule_id, s.container_id, ${toTime(nowMs)}, ${toTime(dueMs)}
    from warning_state s join warning_rule r on r.id = s.rule_id and r.types ? 'forecast'
    on conflict do nothing`.execute(db);
}

export interface DueScore {
  ruleId: string;
  containerId: string;
  untilMs: number;
}

/** Until the transaction ends, nobody else looks at it. */
export async function holdDue(tx: Db, nowMs: number): Promise<DueScore | undefined> {
  const { rows } = await sql<DueScore>`
    select rule_id, container_id, round(date_part('epoch', until_at) * 1000) as until_ms from forecast_score
    where due_at <= ${toTime(nowMs)} order by due_at, rule_id, container_id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

export interface FiredWarning extends Firing {
  id: string;
}

/** Warnings of a rule at a container that were raised in a range. */
export async function listFirings(
  tx: Db,
  { ruleId, containerId }: DueScore,
  { fromMs, toMs }: Range,
): Promise<FiredWarning[]> {
  const { rows } = await sql<FiredWarning>`
    select id, round(date_part('epoch', raised_at) * 1000) as raised_ms,
      round(date_part('epoch', cleared_at) * 1000) as cleared_ms
    from warning where rule_id = ${ruleId} and container_id = ${containerId}
      and raised_at >= ${toTime(fromMs)} and raised_at < ${toTime(toMs)} order by raised_at`.execute(tx);
  return rows;
}

/** Instants at which outputs were switched off, by whomever. */
export async function listActs(tx: Db, containerId: string, { fromMs, toMs }: Range): Promise<number[]> {
  const { rows } = await sql<{ atMs: number }>`
    select round(date_part('epoch', ended_at) * 1000) as at_ms from command
    where container_id = ${containerId} and kind = 'switch' and state = 'done' and wanted in ('false', '0', '"off"')
      and ended_at >= ${toTime(fromMs)} and ended_at < ${toTime(toMs)}
    union all
    select round(date_part('epoch', at) * 1000) from event
    where container_id = ${containerId} and at >= ${toTime(fromMs)} and at < ${toTime(toMs)}
      and code in ('output.changed', 'output.hand') and data ->> 'value' in ('false', '0', 'off')`.execute(tx);
  return rows.map(({ atMs }) => atMs);
}

export interface Judged {
  outcomes: readonly { id: string; outcome: WarningOutcome; cameMs: number | undefined }[];
  untilMs: number;
  dueMs: number;
  warned: number;
  missed: number;
}

export async function saveScore(
  tx: Db,
  { ruleId, containerId }: DueScore,
  { outcomes, untilMs, dueMs, warned, missed }: Judged,
): Promise<void> {
  await sql`update warning w set outcome = o.outcome, came_at = to_timestamp(o.came / 1000)
    from unnest(${outcomes.map(({ id }) => id)}::text[], ${outcomes.map(({ outcome }) => outcome)}::text[],
      ${outcomes.map(({ cameMs }) => cameMs ?? null)}::float8[]) as o (id, outcome, came) where w.id = o.id`.execute(
    tx,
  );
  await sql`update forecast_score set until_at = ${toTime(untilMs)}, due_at = ${toTime(dueMs)},
      warned = warned + ${warned}, missed = missed + ${missed}
    where rule_id = ${ruleId} and container_id = ${containerId}`.execute(tx);
}

/** What forecasts said longer ago is not tried out on any more. */
export async function forgetSaid(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from forecast_said where at < ${toTime(beforeMs)}`.execute(db);
}

export interface ScoreRow {
  ruleId: string;
  came: number;
  avoided: number;
  wrong: number;
  warned: number;
  missed: number;
  medianLeadS: number | null;
}

/** The scores of these rules, as far as any of their firings or a cut was judged. */
export async function listScores(db: Db, ruleIds: readonly string[]): Promise<ScoreRow[]> {
  const { rows } = await sql<ScoreRow>`
    select r.id as rule_id, coalesce(w.came, 0) as came, coalesce(w.avoided, 0) as avoided, coalesce(w.wrong, 0) as wrong,
      coalesce(s.warned, 0) as warned, coalesce(s.missed, 0) as missed, w.median_lead_s
    from unnest(${[...ruleIds]}::text[]) as r (id)
    left join (select rule_id, (count(*) filter (where outcome = 'came'))::int as came,
        (count(*) filter (where outcome = 'avoided'))::int as avoided,
        (count(*) filter (where outcome = 'false'))::int as wrong,
        percentile_cont(0.5) within group (order by date_part('epoch', came_at - raised_at))
          filter (where came_at is not null) as median_lead_s
      from warning where rule_id = any(${[...ruleIds]}::text[]) and outcome is not null group by rule_id) w on w.rule_id = r.id
    left join (select rule_id, sum(warned)::int as warned, sum(missed)::int as missed
      from forecast_score where rule_id = any(${[...ruleIds]}::text[]) group by rule_id) s on s.rule_id = r.id
    where w.rule_id is not null or s.warned + s.missed > 0`.execute(db);
  return rows;
}
