import { Refusal } from "@offgrid/contract/core/refusal";
import { type Expression, type SqlBool, sql } from "kysely";

import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";

/**
 * Which people the actor sees: all, or oneself and those below who share a container, and those whom one added oneself
 * while they have no container. Use on a query of `app_user` joined with `role`.
 */
export function isVisible(actor: Actor): Expression<SqlBool> {
  if (actor.containers === "all") return sql<SqlBool>`true`;
  return sql<SqlBool>`(app_user.id = ${actor.userId} or (role.priority > ${actor.priority} and (${sharesContainer(actor)}
    or (app_user.created_by = ${actor.userId}
      and not exists (select 1 from container_user x where x.user_id = app_user.id)))))`;
}

/**
 * Whom the actor may change, disable and remove: never oneself, nobody above, and for those who see assigned containers
 * only people below who have no container elsewhere.
 */
export function isEditable(actor: Actor): Expression<SqlBool> {
  if (actor.containers === "all") {
    return sql<SqlBool>`(app_user.id <> ${actor.userId} and role.priority >= ${actor.priority})`;
  }
  return sql<SqlBool>`(app_user.id <> ${actor.userId} and role.priority > ${actor.priority} and not exists (
    select 1 from container_user x where x.user_id = app_user.id and not exists (
      select 1 from container_user mine where mine.container_id = x.container_id and mine.user_id = ${actor.userId})))`;
}

const sharesContainer = (actor: Actor) => sql<SqlBool>`exists (
  select 1 from container_user theirs join container_user mine on mine.container_id = theirs.container_id
  where theirs.user_id = app_user.id and mine.user_id = ${actor.userId})`;

export interface Target {
  id: string;
  email: string;
  pendingEmail: string | null;
  firstName: string;
  lastName: string;
  phone: string | null;
  role: string | null;
  priority: number;
  disabled: boolean;
  isEditable: boolean;
}

/** Someone whom the actor sees, locked for the transaction. @throws Refusal not_found */
export async function mustFindVisible(db: Db, actor: Actor, userId: string): Promise<Target> {
  const found = await db
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
      "appUser.disabled",
    ])
    .select(sql<boolean>`${isEditable(actor)}`.as("isEditable"))
    .where("appUser.id", "=", userId)
    .where(isVisible(actor))
    .forUpdate("appUser")
    .executeTakeFirst();
  if (!found) throw new Refusal("not_found");
  return found;
}

/** @throws Refusal not_found when the actor does not see them, role_not_allowed when they may not change them. */
export async function mustFindEditable(db: Db, actor: Actor, userId: string): Promise<Target> {
  const found = await mustFindVisible(db, actor, userId);
  if (!found.isEditable) throw new Refusal("role_not_allowed");
  return found;
}

/**
 * May the actor give this role? Those who see all containers up to their own; others what is below them and selectable.
 * @throws Refusal role_not_allowed, also for a role that is unknown or disabled.
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
 * Call it in the transaction that takes an active super_admin away: locks them all, so that of two at once one is told no.
 * @throws Refusal last_super_admin
 */
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
    .orderBy("id")
    .forUpdate()
    .execute();
  if (!active.some(({ id }) => id !== target.id)) throw new Refusal("last_super_admin");
}
