import type { GroupObstacle, GroupState } from "@offgrid/contract/commands/command-groups.calls";
import type { SwitchOp } from "@offgrid/contract/devices/output-kinds";
import { sql } from "kysely";

import { type Viewer, visibleContainers } from "../../calls/scope.ts";
import { type Db, nameOfUser, toTime } from "../../core/db.ts";
import type { GroupMember } from "./group-steps.ts";

/** Group commands (`command_group`) and their containers. */

export interface GroupOrder {
  id: string;
  op: SwitchOp;
  target: string;
  args: { on: boolean };
  userId: string;
}

export interface RunningGroup extends GroupOrder {
  createdAt: Date;
}

export interface GroupRow extends RunningGroup {
  state: GroupState;
  userName: string | null;
}

export interface MemberRow extends GroupMember {
  containerName: string;
  obstacle: GroupObstacle | null;
  commandId: string | null;
}

export async function insertGroup(
  tx: Db,
  { id, op, target, args, userId }: GroupOrder,
  containers: readonly string[],
  nowMs: number,
): Promise<void> {
  await sql`insert into command_group (id, op, target, args, user_id, created_at)
    values (${id}, ${op}, ${target}, ${JSON.stringify(args)}::jsonb, ${userId}, ${toTime(nowMs)})`.execute(tx);
  await sql`insert into command_group_member (group_id, container_id)
    select ${id}, unnest(${[...containers]}::text[])`.execute(tx);
}

export async function listRunning(db: Db, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`select id from command_group where state = 'running'
    order by created_at limit ${limit}`.execute(db);
  return rows;
}

/** The group, if it goes on; until the transaction ends, nobody ends it. */
export async function lockRunning(tx: Db, id: string): Promise<RunningGroup | undefined> {
  const { rows } = await sql<RunningGroup>`select id, op, target, args, user_id, created_at from command_group
    where id = ${id} and state = 'running' for update`.execute(tx);
  return rows[0];
}

export async function findGroup(db: Db, id: string): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`select g.id, g.op, g.target, g.args, g.state, g.user_id,
      ${nameOfUser} as user_name, g.created_at
    from command_group g left join app_user u on u.id = g.user_id where g.id = ${id}`.execute(db);
  return rows[0];
}

/** In the order in which they are given their commands. @param viewer Left out: all of them. */
export async function listMembers(db: Db, groupId: string, viewer?: Viewer): Promise<MemberRow[]> {
  const seen = viewer ? sql`m.container_id in (${visibleContainers(db, viewer)})` : sql`true`;
  // A command that was forgotten had ended.
  const { rows } = await sql<MemberRow>`select m.container_id, c.name as container_name, m.command_id, m.obstacle,
      case when m.command_id is not null then coalesce(k.state, 'done') end as state
    from command_group_member m join container c on c.id = m.container_id left join command k on k.id = m.command_id
    where m.group_id = ${groupId} and ${seen} order by m.container_id`.execute(db);
  return rows;
}

export async function noteMember(
  tx: Db,
  groupId: string,
  containerId: string,
  { commandId, obstacle }: Pick<MemberRow, "commandId" | "obstacle">,
): Promise<void> {
  await sql`update command_group_member set command_id = ${commandId}, obstacle = ${obstacle}
    where group_id = ${groupId} and container_id = ${containerId}`.execute(tx);
}

/** @returns whether it was going on until now. */
export async function endGroup(
  tx: Db,
  id: string,
  state: Exclude<GroupState, "running">,
  nowMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update command_group set state = ${state}, ended_at = ${toTime(nowMs)}
    where id = ${id} and state = 'running'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Forgets groups that were over before this instant. */
export async function dropOldGroups(db: Db, beforeMs: number): Promise<void> {
  await sql`delete from command_group where ended_at < ${toTime(beforeMs)}`.execute(db);
}
