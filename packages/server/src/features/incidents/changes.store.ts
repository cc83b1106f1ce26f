import { incidentTimes } from "@offgrid/contract/incidents/incident-types";
import type { ContainerChange } from "@offgrid/contract/incidents/likely-changes";
import { sql } from "kysely";

import { type Db, nameOfOutput, toTime } from "../../core/db.ts";

/** What was done at containers: software, configuration, works, switches by hand and commands. */

/** Those of these may be of several containers: the same key is the same change. */
const sharedKinds = ["software", "config", "group"] as const;

/** Within the time that a change may be a cause, before the first and up to the last of these instants. */
export async function readChanges(
  db: Db,
  containerIds: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<ContainerChange[]> {
  const ids = [...containerIds];
  const [since, until] = [toTime(fromMs - incidentTimes.changeMs), toTime(toMs)];
  const ms = (column: string) => sql`round(date_part('epoch', ${sql.ref(column)}) * 1000)`;
  const { rows } = await sql<ContainerChange>`
    select 'software' as kind, 'software:' || version as key, container_id, ${ms("bootedAt")} as at_ms, version as what,
      null as output_name, user_id
    from container_upgrade where container_id = any(${ids}::text[]) and booted_at between ${since} and ${until}
    union all
    -- Who changed the same section of several containers did one thing.
    select 'config', concat_ws(':', 'config', section, coalesce(change ->> 'by', c.container_id)), c.container_id,
      ${ms("changedAt")}, section, null, change ->> 'by'
    from container_config c, jsonb_each(c.wanted_changes) as changes (section, change),
      lateral (select (change ->> 'at')::timestamptz as changed_at) as told
    where c.container_id = any(${ids}::text[]) and section <> 'works' and changed_at between ${since} and ${until}
    union all
    -- What was asked for is reported too; what is reported alone was changed on site.
    select 'config', concat_ws(':', 'site', section, c.container_id), c.container_id, ${ms("changedAt")}, section, null, null
    from container_config c, jsonb_each_text(c.reported_changes) as changes (section, reported),
      lateral (select reported::timestamptz as changed_at) as told
    where c.container_id = any(${ids}::text[]) and section <> 'works' and changed_at between ${since} and ${until}
      and coalesce((c.wanted_changes -> section ->> 'at')::timestamptz < ${since}, true)
    union all
    select 'works', 'works:' || id, container_id, ${ms("startsAt")}, reason, null, user_id
    from works where container_id = any(${ids}::text[]) and state <> 'cancelled' and starts_at between ${since} and ${until}
    union all
    select 'hand', 'hand:' || id, container_id, ${ms("at")}, coalesce(device, ''),
      ${nameOfOutput(sql`event.container_id`, sql`event.device`)}, null
    from event where container_id = any(${ids}::text[]) and code = 'output.hand' and at between ${since} and ${until}
    union all
    select 'command', coalesce('group:' || m.group_id, 'command:' || c.id), c.container_id, ${ms("c.createdAt")},
      c.target, ${nameOfOutput(sql`c.container_id`, sql`c.target`)}, c.user_id
    from command c left join command_group_member m on m.command_id = c.id
    where c.container_id = any(${ids}::text[]) and c.created_at between ${since} and ${until}`.execute(db);
  return rows;
}

/** Only what may have been done at several containers. */
export async function readSharedChanges(
  db: Db,
  containerIds: readonly string[],
  span: { fromMs: number; toMs: number },
): Promise<ContainerChange[]> {
  if (containerIds.length === 0) return [];
  const changes = await readChanges(db, containerIds, span);
  return changes.filter(({ key }) => sharedKinds.some((kind) => key.startsWith(`${kind}:`)));
}
