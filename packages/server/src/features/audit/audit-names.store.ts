import type { AuditName } from "@offgrid/contract/audit/audit.calls";
import { outputTarget } from "@offgrid/contract/devices/output-kinds";
import { sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { groupStart, patternOf } from "./audit.store.ts";
import { namesOfIncidents } from "./incident-names.store.ts";
import { namesOfGoneLinks, namesOfOwned, ownedIdsNamed } from "./owned-names.store.ts";
import { namesOfTickets, namesOfTicketTexts, ticketIdsNamed } from "./ticket-names.store.ts";

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
    ...(await namesOfTicketTexts(db, ids)),
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
  reportDelete: "report",
  ticketTextDelete: "ticket_text",
} as const;

/** What such a line may hold: a text is called by its title, and a report as its plan is. */
type Removed = Partial<Record<"name" | "title" | "email" | "firstName" | "lastName", string>> & {
  plan?: { name?: string };
};

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
    if (target === null) return [];
    const { plan, title, email, ...names } = (before ?? {}) as Removed;
    const name = names.name ?? title ?? plan?.name;
    const kind = removals[action as keyof typeof removals];
    if (kind === "person" && name !== undefined) return [[target, { kind, name, isGone: true }]];
    if (kind === "person") return email === undefined ? [] : [[target, { ...personName(email, names), isGone: true }]];
    return name === undefined ? [] : [[target, { kind, name, isGone: true }]];
  });
}
