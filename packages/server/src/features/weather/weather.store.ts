import { Refusal } from "@offgrid/contract/core/refusal";

import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../calls/scope.ts";

export interface StoredPlace {
  latitude: number | null;
  longitude: number | null;
  zoneName: string;
}

/** @throws Refusal not_found when there is none or the actor does not see it. */
export async function mustFindPlace(db: Db, actor: Actor, containerId: string): Promise<StoredPlace> {
  const row = await db
    .selectFrom("container")
    .select(["latitude", "longitude", "zoneName"])
    .where("id", "=", containerId)
    .where("id", "in", visibleContainers(db, actor))
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}
