import { liveWindowMs, silentAfterMs } from "@offgrid/contract/core/constants";
import type { KnownCutOff } from "@offgrid/contract/warnings/warning-frame";
import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { sql } from "kysely";

import { type Db, prepared, toTime } from "../../core/db.ts";
import { quarterMs } from "../../history/quarter-hours.ts";
import { isHeldSince } from "../../postgres/role-lease.ts";
import { isPersonal } from "../events/events.store.ts";
import { trafficMetrics } from "../traffic/traffic.ts";
import { type KeyedContainer, knownSlots, rememberSlots, type Slots } from "./known-states.ts";

/** What is needed to judge the rules of some containers, read and written for all of them at once. */

/** A container whose rules this transaction judges. */
export interface HeldContainer extends KeyedContainer, KnownCutOff {
  clusterId: string | null;
  kitId: string | null;
  zoneName: string;
  latitude: number | null;
  longitude: number | null;
  everyS: number;
  /** The newest live frame, epoch ms; null: there was none. */
  latestMs: number | null;
  /** Up to which frame they were judged. */
  watermarkMs: number;
  /** There are newer frames, or rules that were never judged: all of its rules are judged, by frames too. */
  isWhole: boolean;
}

/**
 * Until the transaction ends, nobody else judges these containers; those that somebody else holds are passed over.
 * @param wanted With new frames, those first that have waited longest; with what is due then, in the order of their ids; or one.
 */
export async function holdContainers(
  tx: Db,
  wanted: "news" | { dueMs: number; after: string } | { containerId: string },
  limit: number,
): Promise<HeldContainer[]> {
  // The program knows milliseconds: what lies between two of them would be new for ever.
  const hasNews = sql`(l.at > w.watermark and date_trunc('milliseconds', l.at) > w.watermark)`;
  const isNews = wanted === "news";
  const which = isNews
    ? hasNews
    : "containerId" in wanted
      ? sql`w.container_id = ${wanted.containerId}`
      : sql`w.container_id > ${wanted.after} and w.container_id in
        (select s.container_id from warning_state s where s.due_at <= ${toTime(wanted.dueMs)})`;
  const order = isNews ? sql`w.watermark, w.container_id` : sql`w.container_id`;
  const { rows } = await sql<HeldContainer>`
    select ${isNews ? prepared : sql.raw("")} w.container_id, w.states_key, c.cluster_id, c.kit_id, c.zone_name, c.latitude, c.longitude, coalesce(l.every_s, 60) as every_s,
      l.cut_soc, fs.reserve_soc,
      round(date_part('epoch', l.at) * 1000) as latest_ms,
      round(date_part('epoch', w.watermark) * 1000) as watermark_ms,
      coalesce(${hasNews}, false) or exists (select 1 from warning_state s
        where s.container_id = w.container_id and s.fingerprint is null) as is_whole
    from warning_watch w join container c on c.id = w.container_id
      left join container_latest l on l.container_id = w.container_id
      left join forecast_setting fs on fs.container_id = w.container_id
    where ${which} order by ${order} limit ${limit}
    for update of w skip locked for key share of c skip locked`.execute(tx);
  return rows;
}

export interface StoredRule {
  id: string;
  version: string;
  rule: object;
}

export async function listRules(tx: Db, ids: readonly string[]): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select id, xmin::text as version, rule from warning_rule where id = any(${[...ids]}::text[])`.execute(tx);
  return rows;
}

export interface LiveFrame {
  atMs: number;
  /** Undefined: it was not measured then. */
  valueOf: (metric: string) => number | undefined;
}

/** What to read of a container: frames after an instant, of some metrics. */
export interface FrameQuery {
  container: KeyedContainer;
  afterMs: number;
  metrics: Iterable<string>;
}

/**
 * Not only what the portal itself counted, which it stores for silent containers too, at the last instant of each quarter
 * hour: other frames need not be looked into.
 */
export const isMeasured = sql`(round(date_part('epoch', f.at) * 1000)::bigint % ${quarterMs} <> ${quarterMs - 1} or exists (
  select 1 from unnest(f.v) with ordinality as sent (value, slot)
  where sent.value is not null and sent.slot not in (select m.slot from container_metric m
    where m.container_id = f.container_id and m.name in (${sql.join([...trafficMetrics])}))))`;

/** Frames that came while they were live, by container, oldest first: those that came later never moved a warning. */
export async function readLiveFrames(tx: Db, queries: readonly FrameQuery[]): Promise<Map<string, LiveFrame[]>> {
  const unknown = queries.filter(({ container }) => !knownSlots(container));
  const slots = await readSlots(tx, unknown);
  const read = await readFramesBy(tx, queries, slots);
  if (read.outgrown.length === 0) return read.frames;
  // They have metrics that they had not when their slots were read.
  const again = await readFramesBy(tx, read.outgrown, await readSlots(tx, read.outgrown));
  for (const [containerId, frames] of again.frames) read.frames.set(containerId, frames);
  return read.frames;
}

/** Kept for the next time, as far as the pairs of the container are. @returns those that are not kept, too. */
async function readSlots(tx: Db, queries: readonly FrameQuery[]): Promise<Map<string, Slots>> {
  const found = new Map<string, Slots>();
  if (queries.length === 0) return found;
  const { rows } = await sql<{ containerId: string; slots: string }>`
    select container_id, string_agg(concat(name, ' ', slot), ' ' order by slot) as slots from container_metric
    where container_id = any(${queries.map(({ container }) => container.containerId)}::text[])
    group by container_id`.execute(tx);
  for (const row of rows) found.set(row.containerId, slotsOf(row.slots));
  for (const { container } of queries) rememberSlots(container, found.get(container.containerId) ?? noSlots);
  return found;
}

const noSlots: Slots = { of: new Map(), last: 0 };
const mostShared = 1_000;
/** Containers of a kind have the same. */
const shared = new Map<string, Slots>();

/** @param text Names and numbers in turn, with blanks between them, by number. */
function slotsOf(text: string): Slots {
  const known = shared.get(text);
  if (known) return known;
  const words = text.split(" ");
  const of = new Map<string, number>();
  for (let index = 0; index < words.length; index += 2) of.set(words[index] as string, Number(words[index + 1]));
  const slots = { of, last: Number(words.at(-1)) };
  if (shared.size >= mostShared) shared.clear();
  shared.set(text, slots);
  return slots;
}

interface FramesRead {
  frames: Map<string, LiveFrame[]>;
  /** Where frames have more values than slots are known. */
  outgrown: FrameQuery[];
}

async function readFramesBy(
  tx: Db,
  queries: readonly FrameQuery[],
  slots: ReadonlyMap<string, Slots>,
): Promise<FramesRead> {
  const found: FramesRead = { frames: new Map(), outgrown: [] };
  if (queries.length === 0) return found;
  const asked = queries.map((query) => {
    const { containerId } = query.container;
    const own = slots.get(containerId) ?? knownSlots(query.container) ?? noSlots;
    const places = new Map<string, number>();
    let wanted = "";
    for (const metric of query.metrics) {
      const slot = own.of.get(metric);
      if (slot === undefined || places.has(metric)) continue;
      wanted += wanted === "" ? slot : `,${slot}`;
      places.set(metric, places.size);
    }
    return { ...query, containerId, places, wanted: `{${wanted}}`, last: own.last };
  });
  const { rows } = await sql<{ containerId: string; atMs: number; v: (number | null)[]; size: number }>`
    select ${prepared} f.container_id, round(date_part('epoch', f.at) * 1000) as at_ms, cardinality(f.v) as size,
      array(select f.v[slot] from unnest(asked.slots::int[]) as named (slot)) as v
    from unnest(${asked.map(({ containerId }) => containerId)}::text[], ${asked.map(({ afterMs }) => afterMs)}::float8[],
      ${asked.map(({ wanted }) => wanted)}::text[]) as asked (id, after_ms, slots)
    join frame f on f.container_id = asked.id and f.at > to_timestamp(asked.after_ms / 1000)
    where f.received_at - f.at <= ${liveWindowMs.past} * interval '1 ms'
      and f.at - f.received_at <= ${liveWindowMs.future} * interval '1 ms'
      and ${isMeasured}
    order by f.container_id, f.at`.execute(tx);
  const byId = new Map(asked.map((one) => [one.containerId, one]));
  const outgrown = new Set<FrameQuery>();
  for (const { containerId, atMs, v, size } of rows) {
    const one = byId.get(containerId);
    if (!one) continue;
    if (size > one.last) outgrown.add(one);
    const { places } = one;
    const valueOf = (metric: string) => {
      const place = places.get(metric);
      return place === undefined ? undefined : (v[place] ?? undefined);
    };
    const frames = found.frames.get(containerId);
    if (frames) frames.push({ atMs, valueOf });
    else found.frames.set(containerId, [{ atMs, valueOf }]);
  }
  found.outgrown.push(...outgrown);
  return found;
}

export interface Instant {
  containerId: string;
  /** Code of an event, or target of a command. */
  name: string;
  atMs: number;
}

/** Events since an instant, oldest first. */
export async function readEvents(
  tx: Db,
  containerIds: readonly string[],
  codes: readonly string[],
  fromMs: number,
): Promise<Instant[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<Instant>`
    select container_id, code as name, round(date_part('epoch', at) * 1000) as at_ms from event e
    where container_id = any(${[...containerIds]}::text[]) and at >= ${toTime(fromMs)} and code = any(${[...codes]}::text[])
      and not ${isPersonal}
    order by at, id`.execute(tx);
  return rows;
}

/** Commands that were not carried out, by when that was clear. */
export async function readFailedCommands(tx: Db, containerIds: readonly string[], fromMs: number): Promise<Instant[]> {
  const { rows } = await sql<Instant>`
    select container_id, target as name, round(date_part('epoch', ended_at) * 1000) as at_ms from command
    where container_id = any(${[...containerIds]}::text[]) and ended_at >= ${toTime(fromMs)}
      and state in ('failed', 'refused', 'expired', 'unknown')
    order by ended_at, id`.execute(tx);
  return rows;
}

export interface ForecastRow {
  containerId: string;
  atMs: number;
  hours: number | null;
  lowestSoc: number | null;
  chance: number | null;
}

/**
 * Forecasts that know something, and that are not older than this: one that counts what is off neither raises a warning nor
 * ends one. Loads that are cut already have no cut to come.
 */
export async function readForecasts(tx: Db, containerIds: readonly string[], fromMs: number): Promise<ForecastRow[]> {
  const { rows } = await sql<ForecastRow>`
    select container_id, round(date_part('epoch', computed_at) * 1000) as at_ms,
      case when not is_cut then (detail ->> 'hours')::float8 end as hours,
      (select min(soc::float8) from jsonb_array_elements_text(detail -> 'soc50') as soc) as lowest_soc,
      case when is_cut then 0 else coalesce((detail #>> '{blackout,chance}')::float8, 0) * 100 end as chance
    from container_forecast
    where container_id = any(${[...containerIds]}::text[]) and computed_at >= ${toTime(fromMs)}
      and state not in ('blind', 'learning', 'none') and detail #> '{partOff,isCounted}' is null`.execute(tx);
  return rows;
}

/** While nobody takes frames in, and right after a start, when controllers have yet to come back, silence says nothing. */
export function hasSettled(db: Db, nowMs: number): Promise<boolean> {
  return isHeldSince(db, "ingest", nowMs - silentAfterMs);
}

/** It could not be judged. @returns true: that was the third time, and it is paused now. */
export async function noteFailure(
  tx: Db,
  { ruleId, containerId }: { ruleId: string; containerId: string },
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ isPaused: boolean }>`
    update warning_rule set failures = failures + 1, failed_container_id = ${containerId},
      paused_at = case when failures >= 2 then ${toTime(nowMs)} else paused_at end
    where id = ${ruleId} returning failures = 3 as is_paused`.execute(tx);
  return rows[0]?.isPaused ?? false;
}

/** They were judged well where they failed before. */
export async function forgetFailures(tx: Db, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return;
  await sql`update warning_rule set failures = 0, failed_container_id = null
    where id = any(${[...ruleIds]}::text[])`.execute(tx);
}

/** @returns false: it is paused already. */
export async function pauseRule(tx: Db, ruleId: string, nowMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update warning_rule set paused_at = ${toTime(nowMs)}
    where id = ${ruleId} and paused_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Its name, and what is wrong with it. */
export async function whyUnreadable(tx: Db, ruleId: string): Promise<{ ruleName: string; reason: string }> {
  const [{ rule } = { rule: {} }] = await listRules(tx, [ruleId]);
  const { error } = WarningRule.safeParse(rule);
  const [issue] = error?.issues ?? [];
  const ruleName = "ruleName" in rule && typeof rule.ruleName === "string" ? rule.ruleName : "";
  return { ruleName, reason: issue ? `${issue.path.join(".")}: ${issue.message}` : "it cannot be read" };
}
