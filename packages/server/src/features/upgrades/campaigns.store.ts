import type { Campaign, CampaignFacts, CampaignState, HaltCause } from "@offgrid/contract/upgrades/campaign-moves";
import { type RawBuilder, sql } from "kysely";

import type { ContainerUpgrade } from "@offgrid/contract/upgrades/upgrades.schema";
import type { Viewer } from "../../calls/scope.ts";
import { visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";

export interface CampaignRow {
  id: string;
  name: string;
  version: string;
  state: CampaignState;
  wave: number;
  waves: number;
  haltCause: HaltCause | null;
  reason: string | null;
  userName: string | null;
  /** Who did something to it last, and in whose name it goes on; its author where nobody has. */
  actorId: string;
  actorName: string | null;
  createdAt: Date;
  startsAt: Date | null;
  startedAt: Date | null;
  soakUntil: Date | null;
  resumedAt: Date | null;
  endedAt: Date | null;
  waiting: number;
  underWay: number;
  succeeded: number;
  failed: number;
  over: number;
}

const failed = sql`k.state in ('failed', 'rolled_back', 'silent')`;
/** The container was removed or retired before its upgrade had ended: nobody waits for it any more. */
const gone = sql`((o.removed_at is not null or o.retired_at is not null) and k.ended_at is null)`;
const over = sql`(t.is_skipped or ${gone} or coalesce(k.state in ('lapsed', 'cancelled'), false))`;
const waiting = sql`coalesce(k.state = 'gated', true)`;

const rowsOf = (where: RawBuilder<unknown>) => sql<CampaignRow>`
  select c.id, c.name, c.version, c.state, c.wave, c.halt_cause, c.reason, ${nameOfUser} as user_name,
    coalesce(c.changed_by, c.user_id) as actor_id,
    (select ${nameOfUser} from app_user u where u.id = coalesce(c.changed_by, c.user_id)) as actor_name,
    c.created_at, c.starts_at, c.started_at, c.soak_until, c.resumed_at, c.ended_at, n.*
  from upgrade_campaign c left join app_user u on u.id = c.user_id
  cross join lateral (
    select (greatest(c.wave, max(t.wave) filter (where not ${over})) + 1)::int as waves,
      (count(*) filter (where ${waiting} and not ${over}))::int as waiting,
      (count(*) filter (where k.state in ('offered', 'downloading', 'verified', 'installing', 'booted')
        and not ${over}))::int as under_way,
      (count(*) filter (where k.state = 'healthy'))::int as succeeded,
      (count(*) filter (where ${failed} and not ${over}))::int as failed,
      (count(*) filter (where ${over}))::int as over
    from upgrade_campaign_container t join container o on o.id = t.container_id
      left join container_upgrade k on k.id = t.upgrade_id
    where t.campaign_id = c.id) n
  where ${where}`;

/** All of a campaign's containers are those of this person; of removed ones, which nobody sees, only their author's. */
const seenBy = (db: Db, viewer: Viewer) => sql`(
  select coalesce(bool_and(o.id in (${visibleContainers(db, viewer)})), c.user_id = ${viewer.userId})
  from upgrade_campaign_container s join container o on o.id = s.container_id
  where s.campaign_id = c.id and o.removed_at is null)`;

export async function findCampaign(db: Db, viewer: Viewer, id: string): Promise<CampaignRow | undefined> {
  const { rows } = await rowsOf(sql`c.id = ${id} and ${seenBy(db, viewer)}`).execute(db);
  return rows[0];
}

export async function listCampaigns(db: Db, viewer: Viewer, limit: number): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`${rowsOf(seenBy(db, viewer))}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The campaign, which nobody else changes until the transaction ends. */
export async function lockCampaign(tx: Db, id: string): Promise<CampaignRow | undefined> {
  await sql`select 1 from upgrade_campaign where id = ${id} for update`.execute(tx);
  const { rows } = await rowsOf(sql`c.id = ${id}`).execute(tx);
  return rows[0];
}

/** Campaigns that time or results may move. */
export async function listActive(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from upgrade_campaign where state in ('scheduled', 'running', 'soaking') order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface CampaignPlan {
  id: string;
  name: string;
  version: string;
  userId: string;
  /** In their order, each with its wave from 0. */
  containers: readonly { containerId: string; wave: number }[];
}

/** Writes a draft, in place of what it was before. */
export async function saveDraft(tx: Db, { id, name, version, userId, containers }: CampaignPlan, nowMs: number) {
  await sql`
    insert into upgrade_campaign (id, name, version, user_id, created_at)
    values (${id}, ${name}, ${version}, ${userId}, ${toTime(nowMs)})
    on conflict (id) do update set name = excluded.name, version = excluded.version`.execute(tx);
  await sql`delete from upgrade_campaign_container where campaign_id = ${id}`.execute(tx);
  await sql`
    insert into upgrade_campaign_container (campaign_id, container_id, place, wave)
    select ${id}, one.container_id, one.place, one.wave
    from unnest(${containers.map((one) => one.containerId)}::text[], ${containers.map((_, place) => place)}::int[],
      ${containers.map(({ wave }) => wave)}::int[]) as one (container_id, place, wave)`.execute(tx);
}

/** @returns Whether none of its containers belongs to another campaign that is not over. */
export async function openMembers(tx: Db, campaignId: string): Promise<boolean> {
  // Two that are started at the same time look one after the other.
  await sql`lock table upgrade_campaign_container in share row exclusive mode`.execute(tx);
  const { rows } = await sql`
    select 1 from upgrade_campaign_container mine
      join upgrade_campaign_container other on other.container_id = mine.container_id and other.is_open
    where mine.campaign_id = ${campaignId} and other.campaign_id <> ${campaignId} limit 1`.execute(tx);
  if (rows.length > 0) return false;
  await sql`update upgrade_campaign_container set is_open = true where campaign_id = ${campaignId}`.execute(tx);
  return true;
}

export interface CampaignChange {
  campaign: Campaign;
  haltCause?: HaltCause | undefined;
  /** A person who did this, and why; undefined: time and results did. */
  said?: { reason: string | undefined; userId: string } | undefined;
}

export async function saveCampaign(tx: Db, id: string, { campaign, haltCause, said }: CampaignChange, nowMs: number) {
  const { state, wave, startsAtMs, soakUntilMs, resumedAtMs } = campaign;
  const time = (ms: number | undefined) => sql`${ms === undefined ? null : toTime(ms)}::timestamptz`;
  const isOver = state === "completed" || state === "cancelled";
  await sql`
    update upgrade_campaign set state = ${state}, wave = ${wave}, starts_at = ${time(startsAtMs)},
      soak_until = ${time(soakUntilMs)}, resumed_at = ${time(resumedAtMs)},
      halt_cause = coalesce(${haltCause ?? null}, halt_cause),
      reason = case when ${haltCause !== undefined && !said} then null else coalesce(${said?.reason ?? null}, reason) end,
      changed_by = coalesce(${said?.userId ?? null}, changed_by),
      started_at = coalesce(started_at, case when ${state === "running"} then ${time(nowMs)} end),
      ended_at = case when ${isOver} then ${time(nowMs)} end
    where id = ${id}`.execute(tx);
  if (isOver) await sql`update upgrade_campaign_container set is_open = false where campaign_id = ${id}`.execute(tx);
}

export interface CampaignMember {
  containerId: string;
  containerName: string;
  zoneName: string;
  wave: number;
  isSkipped: boolean;
  /** It was removed or retired before its upgrade had ended. */
  isGone: boolean;
  /** It is not removed, but out of service. */
  isRetired: boolean;
  /** It runs the campaign's release or a newer one. */
  isNewest: boolean;
  upgradeId: string | null;
  /** Null: it is not its turn yet. */
  state: ContainerUpgrade["state"] | null;
  gates: ContainerUpgrade["gates"] | null;
  reason: string | null;
  /** When it ended or went silent, else when it came as far as it has, epoch ms. */
  atMs: number;
}

/** In their order. */
export async function listMembers(db: Db, campaignId: string): Promise<CampaignMember[]> {
  const { rows } = await sql<CampaignMember>`
    select t.container_id, o.name as container_name, o.zone_name, t.wave, t.is_skipped, ${gone} as is_gone,
      o.removed_at is null and o.retired_at is not null as is_retired,
      coalesce(runs.seq >= given.seq, false) as is_newest, t.upgrade_id, k.state, k.gates, k.reason,
      coalesce(date_part('epoch', coalesce(k.ended_at, k.silent_at, k.booted_at, k.started_at, k.created_at)) * 1000, 0) as at_ms
    from upgrade_campaign_container t join container o on o.id = t.container_id
      left join container_latest l on l.container_id = t.container_id
      left join container_upgrade k on k.id = t.upgrade_id
      join upgrade_campaign c on c.id = t.campaign_id join controller_release given on given.version = c.version
      left join controller_release runs on runs.version = l.software
    where t.campaign_id = ${campaignId} order by t.place`.execute(db);
  return rows;
}

/** Takes the next containers of later waves into a wave, in their order. */
export async function refillWave(tx: Db, campaignId: string, wave: number, count: number): Promise<void> {
  await sql`
    update upgrade_campaign_container set wave = ${wave} where campaign_id = ${campaignId} and container_id in (
      select t.container_id from upgrade_campaign_container t join container o on o.id = t.container_id
      where t.campaign_id = ${campaignId} and t.wave > ${wave} and not t.is_skipped and o.removed_at is null
        and o.retired_at is null
      order by t.place limit ${count})`.execute(tx);
}

export async function noteUpgrade(tx: Db, campaignId: string, containerId: string, upgradeId: string | null) {
  await sql`
    update upgrade_campaign_container set upgrade_id = ${upgradeId}
    where campaign_id = ${campaignId} and container_id = ${containerId}`.execute(tx);
}

export async function noteSkipped(tx: Db, campaignId: string, containerId: string): Promise<void> {
  await sql`
    update upgrade_campaign_container set is_skipped = true
    where campaign_id = ${campaignId} and container_id = ${containerId}`.execute(tx);
}

/**
 * Upgraded containers with trouble that began since, and that they did not have in the week before their upgrade: a
 * critical event, or loads that are cut.
 * @param fromMs What began before it does not count.
 */
export async function countTroubled(db: Db, campaignId: string, fromMs: number): Promise<CampaignFacts["troubled"]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from upgrade_campaign_container t join container_upgrade k on k.id = t.upgrade_id
      cross join lateral (
        select k.booted_at as at, k.booted_at - interval '7 days' as week,
          greatest(k.booted_at, ${toTime(fromMs)}::timestamptz) as since) up
    where t.campaign_id = ${campaignId} and k.booted_at is not null and (
      exists (select 1 from event e where e.container_id = t.container_id and e.level = 'critical' and e.at > up.since
        and not exists (select 1 from event p where p.container_id = e.container_id and p.code = e.code
          and p.level = 'critical' and p.at > up.week and p.at <= up.at))
      or exists (select 1 from container_latest l where l.container_id = t.container_id and l.cut_since > up.since
        and not exists (select 1 from jsonb_array_elements(coalesce(l.past_cuts, '[]')) cut
          where to_timestamp((cut ->> 'toMs')::float8 / 1000) between up.week and up.at)))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The state of the campaign that an upgrade belongs to, which stays as it is until the transaction ends. */
export async function keepCampaign(tx: Db, upgradeId: string): Promise<CampaignState | undefined> {
  const { rows } = await sql<{ state: CampaignState }>`
    select c.state from upgrade_campaign c join upgrade_campaign_container t on t.campaign_id = c.id
    where t.upgrade_id = ${upgradeId} for share of c`.execute(tx);
  return rows[0]?.state;
}
