import { randomUUID } from "node:crypto";

import { noisyFrom } from "@offgrid/contract/warnings/warning-types";
import { type SavedWarningRule, WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { sql } from "kysely";
import type { z } from "zod";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { forgetStates, watchAgain } from "./watched.store.ts";

/** Rules (`warning_rule`), and the containers that they name (`warning_rule_container`). */

export interface RuleRow {
  id: string;
  ownerId: string;
  ownerName: string | null;
  clusterId: string | null;
  sites: string[];
  rule: object;
  createdAt: Date;
  updatedAt: Date;
  pausedAt: Date | null;
  containers: number;
  open: number;
  lastRaisedAt: Date | null;
  raisedIn30Days: number;
  raisedIn7Days: number;
  messagesIn7Days: number;
  useful: number;
  expected: number;
  noise: number;
}

interface RuleQuery {
  id?: string | undefined;
  ownerId?: string | undefined;
  /** Everybody's but this person's, of containers that this person sees. */
  others?: Viewer | undefined;
}

/** Somebody else's rule is seen by who sees at least one of its containers, and all of them. */
function seenBy(db: Db, viewer: Viewer) {
  const visible = visibleContainers(db, viewer);
  const named = sql`(select w.container_id from warning_rule_container w where w.rule_id = r.id and r.cluster_id is null
    union all select c.id from container c
      join container_scope s on s.container_id = c.id and s.user_id = r.owner_id and s.may_view
    where c.cluster_id = r.cluster_id)`;
  return sql`(r.owner_id <> ${viewer.userId} and exists ${named}
    and not exists (select 1 from ${named} as own where own.container_id not in ${visible}))`;
}

/** When a rule raised the warning `w`: not since when what it found when it was saved is so, by which time it was not there. */
const firedAt = sql`coalesce(w.found_at, w.raised_at)`;

const monthMs = 30 * 86_400_000;
const weekDays = 7;
const weekMs = weekDays * 86_400_000;

/** Rules by the name of their owner and their own. */
export async function listRules(db: Db, { id, ownerId, others }: RuleQuery, nowMs: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select r.id, r.owner_id, ${nameOfUser} as owner_name, r.cluster_id, r.rule, r.created_at, r.updated_at, r.paused_at,
      array(select w.container_id from warning_rule_container w where w.rule_id = r.id order by 1) as sites,
      (select count(*) from warning_pair p where p.rule_id = r.id)::int as containers,
      (select count(*) from warning w where w.rule_id = r.id and w.cleared_at is null)::int as open,
      (select max(${firedAt}) from warning w where w.rule_id = r.id) as last_raised_at,
      (select count(*) from warning w where w.rule_id = r.id
        and ${firedAt} >= ${toTime(nowMs - monthMs)})::int as raised_in_30_days,
      week.*, said.*
    from warning_rule r join app_user u on u.id = r.owner_id
    cross join lateral (select count(*)::int as raised_in_7_days,
        coalesce(sum(case when w.is_shadow then 0 when w.close_reason = 'data' then 2 else 1 end), 0)::int as messages_in_7_days
      from warning w where w.rule_id = r.id and ${firedAt} >= ${toTime(nowMs - weekMs)}) as week
    cross join lateral (select (count(*) filter (where w.feedback = 'useful'))::int as useful,
        (count(*) filter (where w.feedback = 'expected'))::int as expected,
        (count(*) filter (where w.feedback = 'noise'))::int as noise
      from warning w where w.rule_id = r.id) as said
    where (${id ?? null}::text is null or r.id = ${id ?? null})
      and (${ownerId ?? null}::text is null or r.owner_id = ${ownerId ?? null})
      and ${others ? seenBy(db, others) : sql`true`}
    order by owner_name nulls last, r.owner_id, lower(r.rule ->> 'ruleName'), r.id`.execute(db);
  return rows;
}

export async function countRules(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from warning_rule where owner_id = ${ownerId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Until the transaction ends, nobody else changes or judges this rule. @returns whose it is. */
export async function holdRule(tx: Db, id: string): Promise<{ ownerId: string; ruleName: string } | undefined> {
  const { rows } = await sql<{ ownerId: string; ruleName: string }>`
    select owner_id, rule ->> 'ruleName' as rule_name from warning_rule where id = ${id} for update`.execute(tx);
  return rows[0];
}

/** Stores a rule, and begins to judge it. @returns its id. */
export async function saveRule(
  tx: Db,
  { id: given, ownerId, rule }: { id: string | undefined; ownerId: string; rule: WarningRule },
  nowMs: number,
): Promise<string> {
  const id = given ?? randomUUID();
  const { cluster = null, sites = [], ...rest } = rule;
  await sql`insert into warning_rule (id, owner_id, cluster_id, rule, enabled, created_at, updated_at)
    values (${id}, ${ownerId}, ${cluster}, ${JSON.stringify(rest)}::jsonb, ${rule.enabled}, ${toTime(nowMs)}, ${toTime(nowMs)})
    on conflict (id) do update set cluster_id = excluded.cluster_id, rule = excluded.rule, enabled = excluded.enabled,
      updated_at = excluded.updated_at, failures = 0, failed_container_id = null, paused_at = null`.execute(tx);
  await sql`delete from warning_rule_container where rule_id = ${id}`.execute(tx);
  await sql`insert into warning_rule_container (rule_id, container_id)
    select ${id}, site from unnest(${sites}::text[]) as site`.execute(tx);
  await forgetStates(tx, id);
  await watchAgain(tx, { ruleIds: [id], containerIds: [] }, nowMs);
  return id;
}

export async function removeRule(tx: Db, id: string): Promise<void> {
  await sql`delete from warning_rule where id = ${id}`.execute(tx);
}

/** Metrics that at least one of these containers has sent. */
export async function metricsOf(db: Db, containerIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from container_metric where container_id = any(${[...containerIds]}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The rules of somebody who goes. Their states and what is open go with them. */
export async function giveRules(tx: Db, fromId: string, toId: string): Promise<void> {
  await sql`update warning_rule set owner_id = ${toId} where owner_id = ${fromId}`.execute(tx);
}

/** Another owner: it goes on as it stands, with what that person sees. */
export async function giveRule(tx: Db, id: string, toId: string): Promise<void> {
  await sql`update warning_rule set owner_id = ${toId} where id = ${id}`.execute(tx);
}

/** A rule as it was saved; one that this program cannot read is not there. */
export function readRule({ rule, clusterId, sites }: Pick<RuleRow, "rule" | "clusterId" | "sites">) {
  const place = clusterId === null ? { sites } : { cluster: clusterId };
  return WarningRule.safeParse({ ...rule, ...place }).data;
}

export function toSavedRule(
  row: RuleRow,
  score: z.input<typeof SavedWarningRule>["score"],
): z.input<typeof SavedWarningRule>[] {
  const rule = readRule(row);
  if (!rule) return [];
  const { id, ownerId, ownerName, createdAt, updatedAt, pausedAt, containers, open, lastRaisedAt, raisedIn30Days } =
    row;
  const { raisedIn7Days, messagesIn7Days, useful, expected, noise } = row;
  const isOften = raisedIn7Days > noisyFrom.raisedPerContainerDay * weekDays * Math.max(1, containers);
  return [
    {
      id,
      owner: { userId: ownerId, name: ownerName },
      rule,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      pausedAt: pausedAt?.toISOString() ?? null,
      containers,
      open,
      lastRaisedAt: lastRaisedAt?.toISOString() ?? null,
      raisedIn30Days,
      raisedIn7Days,
      isNoisy: isOften || messagesIn7Days > noisyFrom.messagesPerWeek,
      feedback: { useful, expected, noise },
      score,
    },
  ];
}
