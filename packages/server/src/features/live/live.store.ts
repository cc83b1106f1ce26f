import { sql } from "kysely";

import type { Actor } from "../../core/actor.ts";
import type { Db } from "../../core/db.ts";
import { visibleContainers } from "../../core/scope.ts";
import { sessionIdleMs } from "../../core/session.ts";

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
  const { rows } = await sql<{ key: string; containers: "all" | "assigned" | "none"; ids: string[] }>`
    select encode(s.token_hash, 'hex') as key,
      case when 'view' = any(r.permissions) then r.containers else 'none' end as containers,
      coalesce((select array_agg(container_id) from container_user cu where cu.user_id = u.id), '{}') as ids
    from session s join app_user u on u.id = s.user_id and not u.disabled join role r on r.id = u.effective_role
    where s.token_hash in (select decode(k, 'hex') from unnest(${[...sessionKeys]}::text[]) k)
      and s.expires_at > to_timestamp(${nowMs}::float8 / 1000)
      and s.last_used_at > to_timestamp(${nowMs - sessionIdleMs}::float8 / 1000)`.execute(db);
  return new Map(
    rows.map(({ key, containers, ids }) => [
      key,
      { containers: containers === "all" ? containers : new Set(containers === "none" ? [] : ids) },
    ]),
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
