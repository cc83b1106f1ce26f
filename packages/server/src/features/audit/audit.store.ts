import type { AuditName, AuditRow } from "@offgrid/contract/audit/audit.calls";
import type { CommandState } from "@offgrid/contract/commands/command-moves";
import { outputTarget } from "@offgrid/contract/devices/output-kinds";
import { sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { namesOfIncidents } from "./incident-names.store.ts";
import { namesOfGoneLinks, namesOfOwned, ownedIdsNamed } from "./owned-names.store.ts";
import { namesOfTickets, ticketIdsNamed } from "./ticket-names.store.ts";

export interface AuditQuery {
  search?: string | undefined;
  /** Ids that count as found by the search. */
  named?: readonly string[] | undefined;
  filter?:
    | {
        from?: string | undefined;
        to?: string | undefined;
        actions?: readonly string[] | undefined;
        userId?: string | undefined;
        target?: string | undefined;
        result?: string | undefined;
      }
    | undefined;
}

function patternOf(search: string): string {
  return `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function matching(db: Db, { search, named = [], filter }: AuditQuery) {
  let query = db.selectFrom("audit");
  if (search) {
    const words = sql<boolean>`lower(coalesce(email, '') || ' ' || action || ' ' || coalesce(target, '')) like ${patternOf(search)}`;
    const isNamed = sql<boolean>`user_id = any(${named}::text[])`;
    query = query.where((where) => where.or([words, ...(named.length > 0 ? [isNamed, isAbout(named)] : [])]));
  }
  if (filter?.from !== undefined) query = query.where("at", ">=", new Date(filter.from));
  if (filter?.to !== undefined) query = query.where("at", "<", new Date(filter.to));
  if (filter?.actions !== undefined) query = query.where("action", "=", sql<string>`any(${filter.actions}::text[])`);
  if (filter?.userId !== undefined) query = query.where("userId", "=", filter.userId);
  if (filter?.target !== undefined) query = query.where(isAbout([filter.target]));
  return filter?.result === undefined ? query : query.where(hasResult(filter.result));
}

/** States in which a command is over without having done what was asked for. */
const endedOtherwise = ["failed", "refused", "expired", "cancelled", "unknown"] as const satisfies CommandState[];

/** What was accepted here may have been refused on site: people look for either under one word. */
function hasResult(result: string) {
  const hasCommand = (states: readonly CommandState[]) =>
    sql<boolean>`exists (select 1 from command ended
      where ended.id = audit.after ->> 'commandId' and ended.state = any(${states}::text[]))`;
  if (result === "ok") return sql<boolean>`(result = 'ok' and not ${hasCommand(endedOtherwise)})`;
  if (result === "refused") return sql<boolean>`(result not in ('ok', 'internal') or ${hasCommand(["refused"])})`;
  if (result === "failed") return sql<boolean>`(result = 'internal' or ${hasCommand(["failed"])})`;
  const state = endedOtherwise.find((one) => one === result);
  return state ? hasCommand([state]) : sql<boolean>`result = ${result}`;
}

/**
 * Lines about any of these things; of containers also those about the group commands that switched them, and of tickets also
 * those about a container that say for which ticket it was.
 */
function isAbout(ids: readonly string[]) {
  return sql<boolean>`(target = any(${ids}::text[]) or after ->> 'ticketId' = any(${ids}::text[]) or target in (select begun.target from audit begun
    where begun.action = ${groupStart} and begun.after->'containers' ?| ${ids}::text[]))`;
}

/** The call whose lines hold what a group command switches. */
const groupStart = "commandGroupStart";

/** Lines, newest first, with what came of their commands. @param before Only lines older than this id. */
export async function list(db: Db, query: AuditQuery, page: { limit: number; offset?: number; before?: number }) {
  let lines = matching(db, query).selectAll().orderBy("id", "desc").limit(page.limit);
  if (page.offset !== undefined) lines = lines.offset(page.offset);
  if (page.before !== undefined) lines = lines.where("id", "<", page.before);
  const rows = await lines.execute();
  const commands = await commandsOf(
    db,
    rows.flatMap(({ after }) => commandIdIn(after) ?? []),
  );
  return rows.map((row) => ({ ...row, command: commands.get(commandIdIn(row.after) ?? "") ?? null }));
}

function commandIdIn(after: unknown): string | undefined {
  const id = (after as { commandId?: unknown } | null)?.commandId;
  return typeof id === "string" ? id : undefined;
}

async function commandsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AuditRow["command"]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & NonNullable<AuditRow["command"]>>`
    select id, state, reason, is_late from command where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, ...command }) => [id, command]));
}

/** More than these are not looked for by their names. */
const mostNamed = 200;

/** Ids of people and of things in whose names the words are; the same ones each time. */
export async function idsNamed(db: Db, search: string): Promise<string[]> {
  const like = sql`like ${patternOf(search)}`;
  const { rows } = await sql<{ id: string }>`
    select id from app_user where lower(first_name || ' ' || last_name) ${like}
    union all select id from container where lower(name) ${like}
    union all select id from cluster where lower(name) ${like}
    union all select id from role where lower(label) ${like}
    union all select id from kit where lower(name) ${like}
    union all select id from device_type where lower(name) ${like}
    union all select id from solar_template where lower(name) ${like}
    union all select id from upgrade_campaign where lower(name) ${like}
    order by id limit ${mostNamed}`.execute(db);
  const [pattern, most] = [patternOf(search), mostNamed] as const;
  const others = [...(await ownedIdsNamed(db, pattern, most)), ...(await ticketIdsNamed(db, pattern, most))];
  return [...rows.map(({ id }) => id), ...others];
}

/** What ids in lines stand for. Whoever may read the audit may read what its lines are about. */
export async function namesOf(db: Db, ids: readonly string[], viewer: Actor): Promise<Record<string, AuditName>> {
  // One array, since a single line may hold thousands.
  const isAny = sql<string>`any(${ids}::text[])`;
  const [people, containers, clusters, roles, kits, types, templates, campaigns] = await Promise.all([
    db.selectFrom("appUser").select(["id", "email", "firstName", "lastName"]).where("id", "=", isAny).execute(),
    db.selectFrom("container").select(["id", "name"]).where("id", "=", isAny).execute(),
    db.selectFrom("cluster").select(["id", "name"]).where("id", "=", isAny).execute(),
    db.selectFrom("role").select(["id", "label as name"]).where("id", "=", isAny).execute(),
    db.selectFrom("kit").select(["id", "name"]).where("id", "=", isAny).execute(),
    db.selectFrom("deviceType").select(["id", "name"]).where("id", "=", isAny).execute(),
    db.selectFrom("solarTemplate").select(["id", "name"]).where("id", "=", isAny).execute(),
    sql<{ id: string; name: string }>`select id, name from upgrade_campaign where id = ${isAny}`.execute(db),
  ]);
  const found = new Map<string, AuditName>([
    ...campaigns.rows.map(({ id, name }) => [id, { kind: "campaign", name, isGone: false }] as const),
    ...types.map(({ id, name }) => [id, { kind: "device_type", name, isGone: false }] as const),
    ...templates.map(({ id, name }) => [id, { kind: "solar_template", name, isGone: false }] as const),
    ...kits.map(({ id, name }) => [id, { kind: "kit", name, isGone: false }] as const),
    ...roles.map(({ id, name }) => [id, { kind: "role", name, isGone: false }] as const),
    ...clusters.map(({ id, name }) => [id, { kind: "cluster", name, isGone: false }] as const),
    ...containers.map(({ id, name }) => [id, { kind: "container", name, isGone: false }] as const),
    ...(await namesOfIncidents(db, ids)),
    ...(await namesOfTickets(db, ids, viewer)),
    ...(await namesOfOwned(db, ids, viewer.userId)),
    ...people.map(({ id, email, ...names }) => [id, { ...personName(email, names), isGone: false }] as const),
  ]);
  const unknown = ids.filter((id) => !found.has(id));
  const gone = [...(await namesOfGoneLinks(db, unknown)), ...(await namesOfGone(db, unknown))];
  return Object.fromEntries([...found, ...gone, ...(await namesOfGroups(db, unknown))]);
}

/** Group commands have no name: they are called by what they switch, also once they are forgotten. */
async function namesOfGroups(db: Db, ids: readonly string[]): Promise<[string, AuditName][]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; after: unknown; isKept: boolean }>`
    select target as id, after, exists (select 1 from command_group g where g.id = audit.target) as is_kept
    from audit where target = any(${ids}::text[]) and action = ${groupStart} and result = 'ok'`.execute(db);
  return rows.map(({ id, after, isKept }) => {
    const { relay, on, containers } = after as { relay: number; on: boolean; containers: string[] };
    const switched = { on, count: containers.length };
    return [id, { kind: "command_group", name: outputTarget("relay", relay), switched, isGone: !isKept }];
  });
}

function personName(email: string, { firstName = "", lastName = "" }: { firstName?: string; lastName?: string }) {
  return { kind: "person" as const, name: `${firstName} ${lastName}`.trim() || email, email };
}

/** Calls that remove something, whose lines hold what it was called then. */
const removals = {
  removeUser: "person",
  clusterDelete: "cluster",
  kitDelete: "kit",
  deviceTypeDelete: "device_type",
  solarTemplateDelete: "solar_template",
  deleteWarning: "warning_rule",
  channelDelete: "channel",
} as const;

async function namesOfGone(db: Db, ids: readonly string[]): Promise<[string, AuditName][]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("audit")
    .select(["action", "target", "before"])
    .where("target", "=", sql<string>`any(${ids}::text[])`)
    .where("action", "in", Object.keys(removals))
    .where("result", "=", "ok")
    .execute();
  return rows.flatMap(({ action, target, before }): [string, AuditName][] => {
    const { name, email, ...names } = (before ?? {}) as Record<"name" | "email" | "firstName" | "lastName", string>;
    if (target === null) return [];
    const kind = removals[action as keyof typeof removals];
    if (kind === "person" && name !== undefined) return [[target, { kind, name, isGone: true }]];
    if (kind === "person") return email === undefined ? [] : [[target, { ...personName(email, names), isGone: true }]];
    return name === undefined ? [] : [[target, { kind, name, isGone: true }]];
  });
}

export async function count(db: Db, query: AuditQuery): Promise<number> {
  const { total } = await matching(db, query)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** The seal that covers the most lines. */
export function lastSeal(db: Db) {
  return db.selectFrom("auditSeal").selectAll().orderBy("auditId", "desc").limit(1).executeTakeFirst();
}

/** Lines after one id that were written before an instant, in their order. */
export function unsealed(db: Db, afterId: number, before: Date, limit: number) {
  return db
    .selectFrom("audit")
    .selectAll()
    .where("id", ">", afterId)
    .where("at", "<", before)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Lines that one seal covers, in their order. */
export function linesBetween(db: Db, afterId: number, throughId: number) {
  return db
    .selectFrom("audit")
    .selectAll()
    .where("id", ">", afterId)
    .where("id", "<=", throughId)
    .orderBy("id")
    .execute();
}

export function seals(db: Db) {
  return db.selectFrom("auditSeal").selectAll().orderBy("auditId").execute();
}

/** Lines up to this id may have been dropped with their months; 0 where none were. */
export async function droppedThroughId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(through_id) as id from audit_month_dropped`.execute(db);
  return rows[0]?.id ?? 0;
}

/** An arbitrary number that nobody else locks: "seal" in ASCII. */
const sealLock = 0x7365_616c;

/** Until the end of the transaction nobody else can add a seal, which would follow the same previous one. */
export async function lockSeals(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sealLock})`.execute(tx);
}

/** The seal that covers each of these lines; lines without one are left out. */
export async function sealsOver(db: Db, lineIds: readonly number[]): Promise<SealedStretch[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await sql<SealedStretch>`
    with covering as (select distinct (select min(audit_id) from audit_seal where audit_id >= line) as audit_id
      from unnest(${[...lineIds]}::bigint[]) as line)
    select seal.audit_id, seal.lines, seal.hash, before.audit_id as after_id, before.hash as previous_hash
    from covering join audit_seal seal using (audit_id)
      left join lateral (select audit_id, hash from audit_seal older where older.audit_id < seal.audit_id
        order by audit_id desc limit 1) before on true
    order by seal.audit_id`.execute(db);
  return rows;
}

/** A seal and the one before it. */
export interface SealedStretch {
  auditId: number;
  lines: number;
  hash: Buffer;
  /** Null: it is the first. */
  afterId: number | null;
  previousHash: Buffer | null;
}

/** What a seal covers since the last erasure from its lines; undefined: nothing was ever erased. */
export function lastRestated(db: Db, auditId: number) {
  return db
    .selectFrom("auditRestated")
    .select(["erasure", "hash"])
    .where("auditId", "=", auditId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** All that one erasure restated, in its order. */
export function restatedBy(db: Db, erasure: string) {
  return db
    .selectFrom("auditRestated")
    .select(["auditId", "hash"])
    .where("erasure", "=", erasure)
    .orderBy("id")
    .execute();
}

export async function addRestated(tx: Db, rows: readonly { erasure: string; auditId: number; hash: Buffer }[]) {
  const atOnce = 1_000;
  for (let at = 0; at < rows.length; at += atOnce) {
    await tx
      .insertInto("auditRestated")
      .values(rows.slice(at, at + atOnce))
      .execute();
  }
}

/** The digest that a line of the audit has of an erasure; undefined: none has. */
export async function digestOfErasure(db: Db, erasure: string): Promise<string | undefined> {
  const { rows } = await sql<{ digest: string | null }>`select after ->> 'digest' as digest from audit
    where action = ${erasedAction} and after ->> 'erasure' = ${erasure} order by id limit 1`.execute(db);
  return rows[0]?.digest ?? undefined;
}

/** Stands in the audit where what named a person was erased. */
export const erasedAction = "person_erased";

/** How a person is named in texts, as patterns of PostgreSQL that hold for JSON, too; upper and lower case are the same. */
export interface Naming {
  personId: string;
  /** Anywhere. */
  pattern: string;
  /** Whole texts in quotes, which only name the person where a line is by or about them; null: none. */
  exact: string | null;
  standIn: string;
}

/** Lines in which a person is named, rising. */
export async function linesNaming(db: Db, { personId, pattern, exact }: Naming): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from audit where email ~* ${pattern} or target ~* ${pattern}
      or before::text ~* ${pattern} or after::text ~* ${pattern}
      or (${personId} in (user_id, target) and (before::text ~* ${exact} or after::text ~* ${exact}))
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts the stand-in into lines that name a person. @returns those that changed. */
export async function eraseFrom(tx: Db, lines: readonly number[], naming: Naming): Promise<number[]> {
  const { personId, pattern, exact, standIn } = naming;
  const { rows } = await sql<{ id: number }>`
    select erase_in_audit(${[...lines]}::bigint[], ${personId}, ${pattern}, ${exact}, ${standIn}) as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What a person was called before, as far as lines about them tell. */
export async function formerlyCalled(db: Db, personId: string): Promise<Called[]> {
  const { rows } = await sql<Called>`
    with said as (
      select email, null::jsonb as change from audit where user_id = ${personId}
      union all select null, change from audit cross join lateral (values (before), (after)) as of_line (change)
      where target = ${personId} and change is not null)
    select distinct coalesce(email, change ->> 'email', change ->> 'pendingEmail') as email, change ->> 'phone' as phone,
      change ->> 'firstName' as first_name, change ->> 'lastName' as last_name
    from said`.execute(db);
  return rows;
}

/** What a person is called; what is not known is null. */
export interface Called {
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
}

export async function addSeal(
  tx: Db,
  seal: { auditId: number; lines: number; sealedAt: Date; hash: Buffer },
): Promise<void> {
  await tx.insertInto("auditSeal").values(seal).execute();
}
