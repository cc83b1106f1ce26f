import {
  isUpgradeOver,
  moveUpgrade,
  type UpgradeEvent,
  upgradeLimitsMs,
} from "@offgrid/contract/upgrades/upgrade-moves";
import type { ContainerUpgrade } from "@offgrid/contract/upgrades/upgrades.schema";
import { type RawBuilder, sql } from "kysely";

import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import { findRelease } from "./releases.store.ts";
import type { ToLoad } from "./upgrade-gates.ts";

/** Upgrades of containers: one row for each, which only `applyEvent` moves. */

export interface UpgradeRow {
  id: string;
  containerId: string;
  version: string;
  state: ContainerUpgrade["state"];
  gates: ContainerUpgrade["gates"];
  reason: string | null;
  log: string[];
  progress: number;
  bytes: number;
  /** Who asked for it; the account may be gone by now. */
  userId: string;
  userName: string | null;
  createdAt: Date;
  installAt: Date | null;
  dueAt: Date | null;
  startedAt: Date | null;
  bootedAt: Date | null;
  endedAt: Date | null;
  /** Null: it may not load more than is left of the data bundle. */
  overBundleAt: Date | null;
  overBundleReason: string | null;
  overBundleName: string | null;
}

const rowsOf = (from: RawBuilder<unknown>) => sql<UpgradeRow>`
  select k.id, k.container_id, k.version, k.state, k.gates, k.reason, k.log, k.progress, k.bytes, k.user_id,
    ${nameOfUser} as user_name, k.created_at, k.install_at, k.due_at, k.started_at, k.booted_at, k.ended_at,
    k.over_bundle_at, k.over_bundle_reason,
    (select ${nameOfUser} from app_user u where u.id = k.over_bundle_by) as over_bundle_name
  from ${from} k left join app_user u on u.id = k.user_id`;

/** @returns Whether it was written: a container has one upgrade that is not over. */
export async function insertUpgrade(
  tx: Db,
  one: { id: string; containerId: string; version: string; userId: string; installAt: string | undefined },
  nowMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into container_upgrade (id, container_id, version, user_id, install_at, created_at, due_at)
    values (${one.id}, ${one.containerId}, ${one.version}, ${one.userId}, ${one.installAt ?? null}::timestamptz,
      ${toTime(nowMs)}, ${toTime(nowMs + (upgradeLimitsMs.gated ?? 0))})
    on conflict (container_id) where ended_at is null do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function listUpgrades(db: Db, containerId: string, limit: number): Promise<UpgradeRow[]> {
  const { rows } = await sql<UpgradeRow>`${rowsOf(sql`container_upgrade`)} where k.container_id = ${containerId}
    order by k.created_at desc, k.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findUpgrade(db: Db, id: string): Promise<UpgradeRow | undefined> {
  const { rows } = await sql<UpgradeRow>`${rowsOf(sql`container_upgrade`)} where k.id = ${id}`.execute(db);
  return rows[0];
}

/** The row, which nobody else changes until the transaction ends. */
export async function lockUpgrade(tx: Db, id: string): Promise<UpgradeRow | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from container_upgrade where id = ${id} for update`.execute(tx);
  return rows[0] && findUpgrade(tx, id);
}

/** Ids of upgrades in a state; of all containers, or of these. */
export async function listInStates(
  db: Db,
  states: readonly ContainerUpgrade["state"][],
  containerIds?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from container_upgrade where ended_at is null and state = any(${[...states]}::text[])
      and (${containerIds === undefined} or container_id = any(${[...(containerIds ?? [])]}::text[]))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function listDue(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from container_upgrade where due_at <= ${toTime(nowMs)} order by due_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface EventDetail {
  reason?: string | null;
  log?: readonly string[];
}

/** @returns The state that followed, or undefined where the event changes nothing. */
export async function applyEvent(
  tx: Db,
  { id, state }: UpgradeRow,
  event: UpgradeEvent,
  nowMs: number,
  { reason, log }: EventDetail = {},
): Promise<UpgradeRow["state"] | undefined> {
  const next = moveUpgrade(state, event);
  if (next === undefined) return undefined;
  const limitMs = upgradeLimitsMs[next];
  const now = toTime(nowMs);
  const isOver = isUpgradeOver(next);
  await sql`
    update container_upgrade set state = ${next}, gates = '{}',
      reason = coalesce(${reason ?? null}, reason), log = ${JSON.stringify(log ?? [])}::jsonb,
      due_at = ${limitMs === undefined ? null : toTime(nowMs + limitMs)}::timestamptz,
      started_at = case when ${next === "downloading"} then coalesce(started_at, ${now}) else started_at end,
      booted_at = case when ${next === "booted"} then coalesce(booted_at, ${now}) else booted_at end,
      silent_at = case when ${next === "silent"} then ${now}::timestamptz end,
      ended_at = case when ${isOver} then ${now}::timestamptz end
    where id = ${id}`.execute(tx);
  return next;
}

/** What a download has brought; each report gives it as long again. */
export async function noteProgress(tx: Db, id: string, progress: number, bytes: number, dueMs: number): Promise<void> {
  await sql`
    update container_upgrade set progress = ${progress}, bytes = ${bytes},
      due_at = case when state = 'downloading' then ${toTime(dueMs)}::timestamptz else due_at end
    where id = ${id}`.execute(tx);
}

/** @returns Whether they are others than before. */
export async function noteGates(tx: Db, id: string, gates: UpgradeRow["gates"]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update container_upgrade set gates = ${[...gates]}::text[]
    where id = ${id} and gates is distinct from ${[...gates]}::text[]`.execute(tx);
  return numAffectedRows === 1n;
}

/** What an upgrade would load over the link of its container. */
export async function findLoad(
  db: Db,
  { version, overBundleAt }: Pick<UpgradeRow, "version" | "overBundleAt">,
): Promise<ToLoad | undefined> {
  const release = await findRelease(db, version);
  return release && { bytes: release.size, isOverBundle: overBundleAt !== null };
}

/** Lets an upgrade load more than is left of the data bundle. */
export async function noteOverBundle(tx: Db, id: string, userId: string, reason: string, nowMs: number): Promise<void> {
  await sql`
    update container_upgrade set over_bundle_reason = ${reason}, over_bundle_by = ${userId},
      over_bundle_at = ${toTime(nowMs)}
    where id = ${id}`.execute(tx);
}

export async function postpone(tx: Db, id: string, dueMs: number): Promise<void> {
  await sql`update container_upgrade set due_at = ${toTime(dueMs)} where id = ${id}`.execute(tx);
}
