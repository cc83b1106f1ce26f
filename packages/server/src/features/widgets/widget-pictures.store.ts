import { widgetLimits } from "@offgrid/contract/widgets/widget-types";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { withBoard } from "../users/starter-board.store.ts";

interface NewPicture {
  id: string;
  ownerId: string;
  type: string;
  data: Buffer;
  madeAtMs: number;
}

/**
 * Keeps a picture. Where its owner has as many as one may, those go that are on nobody's board.
 * @returns false: all of them are on boards.
 */
export async function keep(tx: Db, { madeAtMs, ...picture }: NewPicture): Promise<boolean> {
  // So that two at once are counted one after the other.
  await tx.selectFrom("appUser").select("id").where("id", "=", picture.ownerId).forUpdate().execute();
  if ((await countOf(tx, picture.ownerId)) >= widgetLimits.pictures) await dropUnused(tx, picture.ownerId);
  if ((await countOf(tx, picture.ownerId)) >= widgetLimits.pictures) return false;
  await tx
    .insertInto("widgetPicture")
    .values({ ...picture, madeAt: new Date(madeAtMs) })
    .execute();
  return true;
}

async function countOf(tx: Db, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("widgetPicture")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("ownerId", "=", ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function dropUnused(tx: Db, ownerId: string): Promise<void> {
  const isOn = (board: string) =>
    sql`jsonb_path_exists(${sql.raw(board)}, '$[*] ? (@.picture == $id)', jsonb_build_object('id', widget_picture.id))`;
  await sql`delete from widget_picture where owner_id = ${ownerId}
    and not exists (select 1 from app_user where ${isOn("setting -> 'widgets'")})
    and not exists (select 1 from role where ${isOn("starter_board")})`.execute(tx);
}

/** A picture of the person's own, or one on the board that they see. */
export async function find(db: Db, userId: string, id: string): Promise<{ type: string; data: Buffer } | undefined> {
  const found = await db
    .selectFrom("widgetPicture")
    .select(["type", "data", "ownerId"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found || found.ownerId === userId) return found;
  const { setting } = await db
    .selectFrom("appUser")
    .select("setting")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const { widgets = [] } = await withBoard(db, userId, setting);
  return widgets.some(({ picture }) => picture === id) ? found : undefined;
}
