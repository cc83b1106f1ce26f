import { Refusal } from "@offgrid/contract/core/refusal";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** As the setting allows. */
const mostFavorites = 2_000;

export interface FavoriteChange {
  containerId: string;
  favorite: boolean;
  /** The favourite to put it before; null: at the end; undefined: where it is, a new one at the end. */
  before?: string | null | undefined;
}

/**
 * Changes one favourite of a person in one statement, so that two tabs do not lose each other's changes.
 * @returns all of them in their order.
 * @throws Refusal too_large beyond 2,000.
 */
export async function set(
  db: Db,
  userId: string,
  { containerId, favorite, before }: FavoriteChange,
): Promise<string[]> {
  const kept = sql`jsonb_array_elements_text(coalesce(app_user.setting -> 'favorites', '[]')) with ordinality as kept (id, place)`;
  const anchor = before === undefined ? containerId : (before ?? "");
  const shift = typeof before === "string" && before !== containerId ? 0.5 : 0;
  const wanted = sql`
    select kept.id, kept.place::numeric as place from ${kept} where kept.id <> ${containerId}
    union all
    select ${containerId}::text, coalesce(
      (select min(kept.place) - ${shift}::numeric from ${kept} where kept.id = ${anchor}),
      'infinity'::numeric
    ) where ${favorite}::boolean`;
  const { favorites } = await db
    .updateTable("appUser")
    .set({
      setting: sql`app_user.setting || jsonb_build_object('favorites', coalesce(
        (select jsonb_agg(wanted.id order by wanted.place) from (${wanted}) as wanted), '[]'
      ))`,
    })
    .where("id", "=", userId)
    .returning(sql<string[]>`setting -> 'favorites'`.as("favorites"))
    .executeTakeFirstOrThrow();
  if (favorites.length > mostFavorites) throw new Refusal("too_large");
  return favorites;
}
