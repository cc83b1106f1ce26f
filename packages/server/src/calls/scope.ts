import type { Permission } from "@offgrid/contract/core/access";
import { commandLineId } from "@offgrid/contract/core/command-line";
import { Refusal } from "@offgrid/contract/core/refusal";

import { type RawBuilder, sql } from "kysely";

import type { Db } from "../core/db.ts";
import { mustSetUpTwoStep } from "./two-step.ts";

/**
 * Who sees which container: the one place that decides. All of it reads the view `container_scope`, which reflects the
 * current rows: role, permission `view`, assignments, and that the person is not disabled.
 */

/** Whoever asks to see containers. */
export interface Viewer {
  userId: string;
}

/** Whoever has the server itself is no person, of whom the view could have rows. Stands in for the view. */
const everyContainer = sql`(select ${sql.lit(commandLineId)} as user_id, id as container_id, true as may_view
  from container where removed_at is null)`.as("container_scope") as unknown as "containerScope";

/** The ids of the containers that someone sees, as a subquery: `.where("id", "in", visibleContainers(db, actor))`. */
export function visibleContainers(db: Db, { userId }: Viewer) {
  return db
    .selectFrom(userId === commandLineId ? everyContainer : "containerScope")
    .select("containerScope.containerId")
    .where("containerScope.userId", "=", userId)
    .where("containerScope.mayView", "=", sql.lit(true));
}

/** As SQL: is this container in service? What is retired is read as before, and belongs to no list, total or message. */
export const isInService = (containerId: RawBuilder<unknown>) =>
  sql<boolean>`${containerId} not in (select id from container where retired_at is not null)`;

/** As `visibleContainers`, without those that are retired: whatever is said of a fleet is said of these. */
export function servingContainers(db: Db, viewer: Viewer) {
  return visibleContainers(db, viewer).where(isInService(sql`container_scope.container_id`));
}

/**
 * As SQL, in place of the view: who sees what of the things that are sent without a call. Whom calls refuse until they
 * have set up two-step sign-in, nothing is sent either.
 */
export const reachedScope = sql`(select user_id, container_id from container_scope where may_view and not exists (
  select 1 from app_user join role on role.id = app_user.effective_role
  where app_user.id = container_scope.user_id and ${mustSetUpTwoStep}))`;

/**
 * As SQL, the same of one person and one container of each row: joining the view would list all containers of the person
 * for each.
 */
export const reaches = (userId: RawBuilder<unknown>, containerId: RawBuilder<unknown>) => sql`coalesce((
  select bool_or(one.may_view) from container_scope one
  where one.user_id = ${userId} and one.container_id = ${containerId}), false) and ${isReached(userId)}`;

/** As SQL: what concerns this person and no container may be sent to them. */
export const isReached = (userId: RawBuilder<unknown>) => sql`not exists (
  select 1 from app_user join role on role.id = app_user.effective_role
  where app_user.id = ${userId} and ${mustSetUpTwoStep})`;

/** Does this person see this container now? */
export async function maySee(db: Db, userId: string, containerId: string): Promise<boolean> {
  const found = await visibleContainers(db, { userId }).where("containerId", "=", containerId).executeTakeFirst();
  return found !== undefined;
}

/** May this person (still) change the history and settings of this container? */
export function mayConfigure(db: Db, viewer: Viewer & { sessionHash?: Buffer }, containerId: string): Promise<boolean> {
  return mayStill(db, "configure", viewer, containerId);
}

/**
 * May this person (still) do this with this container? For work that goes on for longer than the call that began it.
 * @param sessionHash The session that has to be there still; left out: the work does not depend on one.
 */
export function mayStill(
  db: Db,
  permission: Permission,
  viewer: Viewer & { sessionHash?: Buffer },
  containerId: string,
): Promise<boolean> {
  return mayStillAll(db, permission, viewer, [containerId]);
}

/** The same for each of these, of which none is named twice. */
export async function mayStillAll(
  db: Db,
  permission: Permission,
  { userId, sessionHash }: Viewer & { sessionHash?: Buffer },
  containerIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select distinct s.container_id from container_scope s join app_user on app_user.id = s.user_id
      join role on role.id = app_user.effective_role
    where s.user_id = ${userId} and s.container_id = any(${[...containerIds]}::text[]) and s.may_view
      and not app_user.disabled
      and ${permission} = any (role.permissions) and not ${mustSetUpTwoStep}
      and (${sessionHash ?? null}::bytea is null
        or exists (select 1 from session where user_id = ${userId} and token_hash = ${sessionHash ?? null}))`.execute(
    db,
  );
  return rows.length === containerIds.length;
}

/** @throws Refusal not_found when there is no such container for this person. */
export async function mustSee(db: Db, { userId }: Viewer, containerId: string): Promise<void> {
  if (!(await maySee(db, userId, containerId))) throw new Refusal("not_found");
}

/** Which of these containers someone sees. */
export async function visibleAmong(db: Db, viewer: Viewer, containerIds: readonly string[]): Promise<Set<string>> {
  if (containerIds.length === 0) return new Set();
  const found = await visibleContainers(db, viewer)
    .where("containerId", "in", [...containerIds])
    .execute();
  return new Set(found.map(({ containerId }) => containerId));
}

/** @throws Refusal not_found unless this person sees every one of these containers. */
export async function mustSeeAll(db: Db, viewer: Viewer, containerIds: readonly string[]): Promise<Set<string>> {
  const found = await visibleAmong(db, viewer, containerIds);
  if (containerIds.some((id) => !found.has(id))) throw new Refusal("not_found");
  return found;
}

/**
 * For what is to be done with containers from now on.
 * @throws Refusal not_found as `mustSeeAll`, container_retired where one of them is out of service.
 */
export async function mustServeAll(db: Db, viewer: Viewer, containerIds: readonly string[]): Promise<Set<string>> {
  const found = await mustSeeAll(db, viewer, containerIds);
  const retired = await db
    .selectFrom("container")
    .select("id")
    .where("id", "in", [...found, ""])
    .where("retiredAt", "is not", null)
    .executeTakeFirst();
  if (retired) throw new Refusal("container_retired");
  return found;
}

/** How many containers in service someone sees. */
export async function countServing(db: Db, viewer: Viewer): Promise<number> {
  const { count } = await db
    .selectFrom(servingContainers(db, viewer).as("serving"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Which of these people (of all people when none are named) see a container now. */
export async function watchersOf(db: Db, containerId: string, among?: readonly string[]): Promise<string[]> {
  if (among?.length === 0) return [];
  let query = db
    .selectFrom("containerScope")
    .select("userId")
    .where("containerId", "=", containerId)
    .where("mayView", "=", true);
  if (among) query = query.where("userId", "in", [...among]);
  return (await query.execute()).map(({ userId }) => userId);
}
