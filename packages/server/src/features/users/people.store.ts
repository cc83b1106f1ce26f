import type { UserDetail, UserRow } from "@offgrid/contract/users/users.schema";
import { defaultLocale } from "@offgrid/contract/core/constants";
import { roleLabel } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { countServing, servingContainers, visibleContainers } from "../../calls/scope.ts";
import * as tokens from "../../mail/mail-tokens.store.ts";
import { hasJoined, isEditable, isVisible } from "./people.scope.ts";
import { sharedContainers } from "./users.store.ts";

export interface ListQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
  search?: string | undefined;
  sort?: string | undefined;
  filter?:
    | {
        role?: string | undefined;
        containerId?: string | undefined;
        state?: "active" | "invited" | "disabled" | undefined;
      }
    | undefined;
}

const sortColumns: Readonly<Record<string, ReturnType<typeof sql>>> = {
  email: sql`app_user.email`,
  // As it is shown.
  name: sql`lower(app_user.first_name || ' ' || app_user.last_name)`,
  role: sql`role.priority`,
  lastSeen: sql`app_user.last_seen_at`,
  createdAt: sql`app_user.created_at`,
};
const defaultPageSize = 50;

function people(db: Db, actor: Actor) {
  return db.selectFrom("appUser").innerJoin("role", "role.id", "appUser.effectiveRole").where(isVisible(db, actor));
}

function rows(db: Db, actor: Actor) {
  return people(db, actor)
    .select([
      "appUser.id",
      "appUser.email",
      "appUser.firstName",
      "appUser.lastName",
      "appUser.role",
      "role.label",
      "appUser.phone",
      "appUser.emailVerified as verified",
      "appUser.disabled",
      "appUser.lastSeenAt",
      "appUser.createdAt",
      "role.containers as scope",
    ])
    .select([
      hasJoined.as("joined"),
      sql<boolean>`app_user.totp_sealed is not null`.as("twoStep"),
      sql<boolean>`${isEditable(db, actor)}`.as("editable"),
    ])
    .select((eb) =>
      eb
        .selectFrom("containerUser")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("containerUser.userId", "=", "appUser.id")
        .where("containerUser.containerId", "in", servingContainers(db, actor))
        .as("assigned"),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];

function toUserRow(row: Row, allContainers: number): UserRow {
  const { label, lastSeenAt, createdAt, scope, assigned, ...rest } = row;
  return {
    ...rest,
    roleLabel: labelOf(row.role, label),
    lastSeen: lastSeenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    containerCount: scope === "all" ? allContainers : (assigned ?? 0),
  };
}

/** 'unknow' for an unknown role, else the label as on the page of roles. */
export function labelOf(role: string | null, label: string): string {
  return roleLabel(role) === "unknow" ? "unknow" : label;
}

/** A page of the people whom the actor sees, and how many there are in all. */
export async function list(db: Db, actor: Actor, wanted: ListQuery): Promise<{ data: UserRow[]; total: number }> {
  const filtered = <Q extends ReturnType<typeof people>>(query: Q): Q => narrow(query, db, actor, wanted) as Q;
  const sort = wanted.sort ?? "name";
  const column = sortColumns[sort.replace(/^-/, "")] ?? sql`app_user.id`;
  const pageSize = wanted.pageSize ?? defaultPageSize;
  const found = await filtered(rows(db, actor) as never as ReturnType<typeof people>)
    .orderBy(sort.startsWith("-") ? sql`${column} desc nulls last` : sql`${column} asc nulls last`)
    .orderBy("appUser.id")
    .limit(pageSize)
    .offset(((wanted.page ?? 1) - 1) * pageSize)
    .execute();
  const { total } = await filtered(people(db, actor))
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const all = await countServing(db, actor);
  return { data: (found as unknown as Row[]).map((row) => toUserRow(row, all)), total };
}

function narrow(query: ReturnType<typeof people>, db: Db, actor: Actor, { search, filter }: ListQuery) {
  let narrowed = query;
  if (search) {
    const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    narrowed = narrowed.where(
      sql<boolean>`lower(app_user.email || ' ' || app_user.first_name || ' ' || app_user.last_name || ' ' || coalesce(app_user.phone, '')) like ${pattern}`,
    );
  }
  if (filter?.role !== undefined) narrowed = narrowed.where("appUser.role", "=", filter.role);
  if (filter?.state === "disabled") narrowed = narrowed.where("appUser.disabled", "=", true);
  if (filter?.state === "invited") {
    narrowed = narrowed.where("appUser.disabled", "=", false).where(sql<boolean>`not ${hasJoined}`);
  }
  if (filter?.state === "active") {
    narrowed = narrowed.where("appUser.disabled", "=", false).where(hasJoined);
  }
  if (filter?.containerId !== undefined) {
    const viewers = db
      .selectFrom("containerUser")
      .select("userId")
      .where("containerId", "=", filter.containerId)
      .where("containerId", "in", visibleContainers(db, actor));
    narrowed = narrowed.where("appUser.id", "in", viewers);
  }
  return narrowed;
}

/** @throws Refusal not_found for people whom the actor does not see. */
export async function mustFindDetail(db: Db, actor: Actor, userId: string): Promise<UserDetail> {
  const row = await rows(db, actor)
    .select(["appUser.avatar", "appUser.pendingEmail", "appUser.emailConsentDue", "appUser.setting"])
    .where("appUser.id", "=", userId)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  const { avatar, pendingEmail, emailConsentDue, setting, ...rest } = row;
  const containers = await sharedContainers(db, actor, row.id);
  return {
    ...toUserRow(rest, await countServing(db, actor)),
    avatar,
    pendingEmail,
    emailConsentDue,
    language: setting.language ?? defaultLocale,
    containers,
    seesAll: row.scope === "all",
  };
}

export interface PersonChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | null | undefined;
  avatar?: string | null | undefined;
  role?: string | undefined;
  disabled?: boolean | undefined;
  pendingEmail?: string | null | undefined;
  emailConsentDue?: boolean | undefined;
  pendingEmailBy?: string | undefined;
}

/** Keys that are undefined stay. */
export async function update(db: Db, userId: string, change: PersonChange): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return;
  await db.updateTable("appUser").set(given).where("id", "=", userId).execute();
}

/**
 * Nothing that was asked for or sent before changes the person's address any more. Call it whenever the account comes to
 * mean something else: on a new password, another role, disabling and enabling.
 */
export async function forgetPendingEmail(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("appUser")
    .set({ pendingEmail: null, pendingEmailBy: null, emailConsentDue: false })
    .where("id", "=", userId)
    .execute();
  await tokens.forgetNewAddresses(db, userId);
}

export async function remove(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("appUser").where("id", "=", userId).execute();
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return (await db.selectFrom("appUser").select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/** Those of the actor's containers that the person has now. */
export async function assignedOf(db: Db, actor: Actor, userId: string): Promise<Set<string>> {
  const found = await db
    .selectFrom("containerUser")
    .select("containerId")
    .where("userId", "=", userId)
    .where("containerId", "in", visibleContainers(db, actor))
    .execute();
  return new Set(found.map(({ containerId }) => containerId));
}

export async function assign(db: Db, pairs: readonly { containerId: string; userId: string }[]): Promise<void> {
  if (pairs.length === 0) return;
  await db
    .insertInto("containerUser")
    .values([...pairs])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unassign(db: Db, pairs: readonly { containerId: string; userId: string }[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    delete from container_user u using unnest(${pairs.map((pair) => pair.containerId)}::text[],
      ${pairs.map((pair) => pair.userId)}::text[]) as gone (container_id, user_id)
    where u.container_id = gone.container_id and u.user_id = gone.user_id`.execute(db);
}

/** People with this container whom the actor sees, with whether their list may be changed. */
export function viewersOf(db: Db, actor: Actor, containerId: string) {
  return people(db, actor)
    .innerJoin("containerUser", "containerUser.userId", "appUser.id")
    .select(["appUser.id", "role.priority"])
    .where("containerUser.containerId", "=", containerId)
    .orderBy("appUser.id")
    .execute();
}
