import { Refusal } from "@offgrid/contract/core/refusal";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";

import type { Db } from "../../core/db.ts";
import { starterBoardOf } from "./starter-board.store.ts";

interface Showing {
  widgets: readonly KeptWidget[];
  /** In the input, for what is said. */
  field: string;
  /** Boards besides their own and the one of their role that the person may read. */
  alsoSeen?: readonly (readonly KeptWidget[])[] | undefined;
}

/**
 * Widgets show pictures of whoever saves them and those on boards that they see already: a picture is lent with its board,
 * never to somebody who has learnt its id. One that is gone may stay.
 * @throws Refusal bad_input
 */
export async function mustMayShow(db: Db, userId: string, { widgets, field, alsoSeen = [] }: Showing): Promise<void> {
  const asked = widgets.flatMap(({ picture }) => (typeof picture === "string" ? [picture] : []));
  if (asked.length === 0) return;
  const others = await db
    .selectFrom("widgetPicture")
    .select("id")
    .where("id", "in", asked)
    .where("ownerId", "<>", userId)
    .execute();
  if (others.length === 0) return;
  const { setting } = await db
    .selectFrom("appUser")
    .select("setting")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const boards = [setting.widgets ?? [], (await starterBoardOf(db, userId)) ?? [], ...alsoSeen];
  const seen = new Set(boards.flat().map(({ picture }) => picture));
  const unseen = new Set<unknown>(others.flatMap(({ id }) => (seen.has(id) ? [] : [id])));
  const index = widgets.findIndex(({ picture }) => unseen.has(picture));
  if (index < 0) return;
  const hint = "This picture is somebody else's, and on no board that you see. Upload one of your own.";
  throw new Refusal("bad_input", { fields: { [`${field}.${index}.picture`]: hint } });
}
