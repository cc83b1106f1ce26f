import { Refusal } from "@offgrid/contract/core/refusal";
import { type BoardChange, changeBoard } from "@offgrid/contract/widgets/change-board";
import { widgetLimits } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";

import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { mustMayShow } from "../users/board-pictures.store.ts";
import { starterBoardState, withBoard } from "../users/starter-board.store.ts";
import { mergeSetting } from "../users/users.store.ts";

/**
 * Changes single widgets of a person's board. The person's row is held until the transaction ends, so that two tabs do not
 * lose each other's changes.
 * @returns all of them in their order.
 * @throws Refusal too_large beyond 200, or where the settings as a whole are; bad_input with a picture of somebody else.
 */
export async function change(db: Db, userId: string, wanted: BoardChange): Promise<KeptWidget[]> {
  const { setting } = await db
    .selectFrom("appUser")
    .select("setting")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { widgets: before = [] } = await withBoard(db, userId, setting);
  await mustMayShow(db, userId, { widgets: wanted.put ?? [], field: "put" });
  const widgets = changeBoard(before, wanted);
  if (widgets.length > widgetLimits.widgets) throw new Refusal("too_large");
  await mergeSetting(db, userId, { widgets });
  return widgets;
}

/** Gives up a person's own board. @returns the one of their role. @throws Refusal not_found where that has none. */
export async function reset(db: Db, userId: string): Promise<KeptWidget[]> {
  const { setting } = await db
    .updateTable("appUser")
    .set({ setting: sql`setting - 'widgets'` })
    .where("id", "=", userId)
    .returning("setting")
    .executeTakeFirstOrThrow();
  if ((await starterBoardState(db, userId, setting)) === "none") throw new Refusal("not_found");
  return (await withBoard(db, userId, setting)).widgets ?? [];
}
