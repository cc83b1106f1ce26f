import { sql } from "kysely";

import { type Actor, rightsOf } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../core/scope.ts";

export async function isVisible(db: Db, actor: Actor, containerId: string): Promise<boolean> {
  const found = await visibleContainers(db, actor).where("container.id", "=", containerId).executeTakeFirst();
  return found !== undefined;
}

/** Of these sessions, those that are still signed in, with what their people may see: all containers, or these. */
export async function listRights(
  db: Db,
  sessionKeys: readonly string[],
  nowMs: number,
): Promise<Map<string, { containers: "all" | ReadonlySet<string> }>> {
  if (sessionKeys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; role: string | null; ids: string[] }>`
    select encode(s.token_hash, 'hex') as key, u.role,
      coalesce((select array_agg(container_id) from container_user cu where cu.user_id = u.id), '{}') as ids
    from session s join app_user u on u.id = s.user_id and not u.disabled
    where s.token_hash in (select decode(k, 'hex') from unnest(${[...sessionKeys]}::text[]) k)
      and s.expires_at > to_timestamp(${nowMs}::float8 / 1000)`.execute(db);
  return new Map(
    rows.map(({ key, role, ids }) => [key, { containers: rightsOf(role).containers === "all" ? "all" : new Set(ids) }]),
  );
}

/** Latest values and link of a container, for a snapshot. */
export async function findLatest(db: Db, containerId: string) {
  return db
    .selectFrom("containerLatest")
    .select(["liveValues", "everyS", "linked", "lastContactAt"])
    .where("containerId", "=", containerId)
    .executeTakeFirst();
}
