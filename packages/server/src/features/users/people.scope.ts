import { Refusal } from "@offgrid/contract/core/refusal";
import { type Expression, type SqlBool, sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import { visibleContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";

/** What decides whom somebody sees and may change. */
type Asker = Pick<Actor, "userId" | "priority" | "containers">;

/**
 * Which people the actor sees: everyone, or the actor, people of lower roles who share a container, and people whom the
 * actor added while they have no container. Use on a query of `app_user` joined with `role`.
 */
export function isVisible(db: Db, actor: Asker): Expression<SqlBool> {
  if (actor.containers === "all") return sql<SqlBool>`true`;
  return sql<SqlBool>`(app_user.id = ${actor.userId} or (role.priority > ${actor.priority} and (${sharesContainer(db, actor)}
    or (app_user.created_by = ${actor.userId}
      and not exists (select 1 from container_user x where x.user_id = app_user.id)))))`;
}

/** Those of these people whom the actor sees. */
export async function visibleAmong(db: Db, actor: Asker, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select("appUser.id")
    .where("appUser.id", "in", [...new Set(ids)])
    .where(isVisible(db, actor))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whom the actor may change, disable and remove: never the actor, nobody of a higher role and, for actors who see
 * assigned containers, only people of lower roles who have no container elsewhere.
 */
export function isEditable(db: Db, actor: Asker): Expression<SqlBool> {
  if (actor.containers === "all") {
    return sql<SqlBool>`(app_user.id <> ${actor.userId} and role.priority >= ${actor.priority})`;
  }
  return sql<SqlBool>`(app_user.id <> ${actor.userId} and role.priority > ${actor.priority} and not exists (
    select 1 from container_user theirs where theirs.user_id = app_user.id and theirs.container_id not in ${visibleContainers(db, actor)}))`;
}

const sharesContainer = (db: Db, actor: Asker) => sql<SqlBool>`exists (
  select 1 from container_user theirs where theirs.user_id = app_user.id and theirs.container_id in ${visibleContainers(db, actor)})`;

export interface Target {
  id: string;
  email: string;
  pendingEmail: string | null;
  firstName: string;
  lastName: string;
  phone: string | null;
  role: string | null;
  priority: number;
  /** What the role sees. */
  containers: "all" | "assigned";
  disabled: boolean;
  /** Has a password or a sign-in elsewhere, and so has been here. */
  joined: boolean;
  createdBy: string | null;
  isEditable: boolean;
}

/** Someone whom the actor sees, locked for the transaction. @throws Refusal not_found */
export async function mustFindVisible(db: Db, actor: Actor, userId: string): Promise<Target> {
  const [found] = await lockVisible(db, actor, [userId]);
  if (!found) throw new Refusal("not_found");
  return found;
}

/** Those of these people whom the actor sees, locked in the order of their ids. */
function lockVisible(db: Db, actor: Asker, userIds: readonly string[]): Promise<Target[]> {
  return db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select([
      "appUser.id",
      "appUser.email",
      "appUser.pendingEmail",
      "appUser.firstName",
      "appUser.lastName",
      "appUser.phone",
      "appUser.role",
      "role.priority",
      "role.containers",
      "appUser.disabled",
      "appUser.createdBy",
    ])
    .select(hasJoined.as("joined"))
    .select(sql<boolean>`${isEditable(db, actor)}`.as("isEditable"))
    .where("appUser.id", "in", userIds)
    .where(isVisible(db, actor))
    .orderBy(byId)
    .forUpdate("appUser")
    .execute();
}

/** As SQL, of `app_user`: has a password, or a sign-in at the organisation's provider. */
export const hasJoined = sql<boolean>`(app_user.password_hash is not null
  or exists (select 1 from person_identity where person_identity.user_id = app_user.id))`;

/** The order in which people are locked, the same as JavaScript sorts them by. */
const byId = sql`app_user.id collate "C"`;

/** @throws Refusal not_found when the actor does not see them, role_not_allowed when they may not change them. */
export async function mustFindEditable(db: Db, actor: Actor, userId: string): Promise<Target> {
  const found = await mustFindVisible(db, actor, userId);
  if (!found.isEditable) throw new Refusal("role_not_allowed");
  return found;
}

/**
 * Must the person agree to an address that the actor asked for? Actors who see all containers need no consent; others
 * may correct only the address of an invitation of their own while nobody has followed it.
 */
export function needsConsent(actor: Asker, { id, createdBy, joined }: Target): boolean {
  if (id === actor.userId || actor.containers === "all") return false;
  return joined || createdBy !== actor.userId;
}

/** May this person, with the rights that they have now, set the address of another one without their consent? */
export async function maySetEmailOf(db: Db, byId: string, userId: string): Promise<boolean> {
  const asker = await db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select(["appUser.id as userId", "role.priority", "role.permissions", "role.containers"])
    .where("appUser.id", "=", byId)
    .where("appUser.disabled", "=", false)
    .executeTakeFirst();
  if (!asker?.permissions.includes("users")) return false;
  const [target] = await lockVisible(db, asker, [userId]);
  return target !== undefined && target.isEditable && !needsConsent(asker, target);
}

/** Does the actor decide what this person sees? Never for the actor, and for nobody of a higher role. */
export function isBelow(actor: Actor, person: { id: string; priority: number }): boolean {
  if (person.id === actor.userId) return false;
  return actor.containers === "all" ? person.priority >= actor.priority : person.priority > actor.priority;
}

/**
 * The people to whom a container is given or from whom it is taken, locked in the order of their ids, as everywhere.
 * @throws Refusal not_found for someone whom the actor does not see, role_not_allowed for the actor and for higher
 * roles.
 */
export async function mustFindAllBelow(db: Db, actor: Actor, userIds: readonly string[]): Promise<void> {
  const wanted = new Set(userIds);
  if (wanted.size === 0) return;
  const found = await lockVisible(db, actor, [...wanted]);
  if (found.length < wanted.size) throw new Refusal("not_found");
  if (!found.every((person) => isBelow(actor, person))) throw new Refusal("role_not_allowed");
}

/**
 * May the actor give this role? Actors who see all containers may give roles up to their own; others lower roles that
 * are selectable.
 * @throws Refusal role_not_allowed, also for an unknown or disabled role.
 */
export async function mustBeAssignable(db: Db, actor: Actor, roleId: string): Promise<void> {
  const role = await db.selectFrom("role").selectAll().where("id", "=", roleId).executeTakeFirst();
  if (!role || !isAssignable(actor, role)) throw new Refusal("role_not_allowed");
}

export function isAssignable(
  actor: Actor,
  role: { priority: number; selectable: boolean; disabled: boolean },
): boolean {
  if (role.disabled || !actor.permissions.includes("users")) return false;
  return actor.containers === "all"
    ? role.priority >= actor.priority
    : role.selectable && role.priority > actor.priority;
}

/**
 * Call this first in a transaction that may remove a super_admin, before locking anything else of a person. Everyone
 * locks in the same order, so that of two who remove each other one waits and is then refused. It also locks the people
 * whom the person added, since removing the person changes their rows.
 */
export async function lockSuperAdminsAnd(db: Db, ...userIds: readonly string[]): Promise<void> {
  await db
    .selectFrom("appUser")
    .select("id")
    .where((where) =>
      where.or([
        where.and([where("role", "=", "super_admin"), where("disabled", "=", false)]),
        where("id", "in", [...userIds]),
        where("createdBy", "in", [...userIds]),
      ]),
    )
    .orderBy(byId)
    .forUpdate()
    .execute();
}

/** Call it after `lockSuperAdminsAnd`. @throws Refusal last_super_admin */
export async function mustNotBeLast(
  db: Db,
  target: { id: string; role: string | null; disabled: boolean },
): Promise<void> {
  if (target.role !== "super_admin" || target.disabled) return;
  const active = await db
    .selectFrom("appUser")
    .select("id")
    .where("role", "=", "super_admin")
    .where("disabled", "=", false)
    .orderBy(byId)
    .forUpdate()
    .execute();
  if (!active.some(({ id }) => id !== target.id)) throw new Refusal("last_super_admin");
}
