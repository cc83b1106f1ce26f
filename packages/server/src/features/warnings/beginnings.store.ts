import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

/** Warnings of which the portal has yet to look up since when they are so (`warning.looks_back`). */

export interface FoundWarning {
  id: string;
  ruleId: string;
  ownerId: string;
  /** Of the rule's row. */
  version: string;
  containerId: string;
  foundMs: number;
  /** When the one before it of this rule and container was over; null: there was none. */
  afterMs: number | null;
}

/** Until the transaction ends, nobody else looks at it. */
export async function holdFound(tx: Db): Promise<FoundWarning | undefined> {
  const { rows } = await sql<FoundWarning>`
    select w.id, w.rule_id, r.owner_id, r.xmin::text as version, w.container_id,
      round(date_part('epoch', w.found_at) * 1000) as found_ms,
      (select round(date_part('epoch', max(b.cleared_at)) * 1000) from warning b
        where b.rule_id = w.rule_id and b.container_id = w.container_id and b.cleared_at <= w.found_at) as after_ms
    from warning w join warning_rule r on r.id = w.rule_id
    where w.looks_back order by w.found_at, w.id limit 1 for update of w skip locked`.execute(tx);
  return rows[0];
}

/** @param began Since when it is so, with what was measured when a rule would have raised it; undefined: no earlier than it was found. */
export async function save(
  tx: Db,
  { id }: FoundWarning,
  began: { sinceMs: number; attribute: string | null; value: number | null } | undefined,
): Promise<void> {
  const found = began
    ? sql`raised_at = ${toTime(began.sinceMs)}, attribute = ${began.attribute}, value = ${began.value}`
    : sql`found_at = null`;
  await sql`update warning set looks_back = false, ${found} where id = ${id}`.execute(tx);
}
