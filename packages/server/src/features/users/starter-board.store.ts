import type { UserSetting } from "@offgrid/contract/users/users.schema";
import { fitBoard } from "@offgrid/contract/widgets/fit-board";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";

import { servingContainers } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";

/** The board that the role of a person begins with; null: it has none. */
export async function starterBoardOf(db: Db, userId: string): Promise<KeptWidget[] | null> {
  const role = await db
    .selectFrom("appUser")
    .innerJoin("role", "role.id", "appUser.effectiveRole")
    .select("starterBoard")
    .where("appUser.id", "=", userId)
    .executeTakeFirst();
  return role?.starterBoard ?? null;
}

/** Has the role of a person a board, and do they see it? */
export async function starterBoardState(
  db: Db,
  userId: string,
  { widgets }: UserSetting,
): Promise<"none" | "shown" | "replaced"> {
  if (!(await starterBoardOf(db, userId))) return "none";
  return widgets ? "replaced" : "shown";
}

/**
 * The settings of a person, with the starter board of their role where they have no board of their own. It is not kept: as
 * soon as the person changes it, what they then have is theirs. An empty board is one of their own, too.
 */
export async function withBoard(db: Db, userId: string, setting: UserSetting): Promise<UserSetting> {
  if (setting.widgets) return setting;
  const starterBoard = await starterBoardOf(db, userId);
  if (!starterBoard) return setting;
  const seen = await db
    .selectFrom("container")
    .select(["id", "clusterId"])
    .where("id", "in", servingContainers(db, { userId }))
    .orderBy("name")
    .orderBy("id")
    .execute();
  const clusters = new Set(seen.flatMap(({ clusterId }) => (clusterId === null ? [] : [clusterId])));
  return { ...setting, widgets: fitBoard(starterBoard, { containers: seen.map(({ id }) => id), clusters }) };
}
