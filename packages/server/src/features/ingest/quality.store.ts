import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { EventPart } from "../events/events.store.ts";

/** What a batch found wrong with the data of a container. */
export interface QualityFacts {
  refused: number;
  quarantined: number;
  conflicts: number;
  /** A metric found no slot among the 512. */
  isOverCap: boolean;
  /** How far the controller's clock is off, null: it is right again; undefined: as before. */
  clockOffsetS: number | null | undefined;
}

const clockNoticeEveryMs = 86_400_000;

/**
 * Adds to the known problems of containers.
 * @returns the resulting warnings: a metric without a slot once per container, a clock that is off once a day at most.
 */
export async function saveQuality(
  tx: Db,
  facts: ReadonlyMap<string, QualityFacts>,
  nowMs: number,
): Promise<EventPart[]> {
  if (facts.size === 0) return [];
  const ids = [...facts.keys()];
  const now = new Date(nowMs);
  const rows = await tx
    .selectFrom("containerQuality")
    .selectAll()
    .where("containerId", "in", ids)
    .forUpdate()
    .execute();
  const before = new Map(rows.map((row) => [row.containerId, row]));
  const warnings: EventPart[] = [];
  const warn = (containerId: string, code: string, data: Record<string, number>) =>
    warnings.push({ containerId, boot: null, seq: null, event: { ts: nowMs, code, level: "warning", data } });
  const written = [...facts].map(([containerId, { refused, quarantined, conflicts, isOverCap, clockOffsetS }]) => {
    const known = before.get(containerId);
    if (isOverCap && !known?.metricsRefusedAt) warn(containerId, "metrics.over_limit", {});
    const isOff = typeof clockOffsetS === "number";
    const isNoticeDue = isOff && nowMs - (known?.clockToldAt?.getTime() ?? -Infinity) >= clockNoticeEveryMs;
    if (isNoticeDue) warn(containerId, "clock.off", { offsetS: Math.round(clockOffsetS) });
    return {
      container_id: containerId,
      refused,
      quarantined,
      conflicts,
      metrics_refused_at: known?.metricsRefusedAt ?? (isOverCap ? now : null),
      clock_offset_s: clockOffsetS === undefined ? (known?.clockOffsetS ?? null) : clockOffsetS,
      clock_since: clockOffsetS === undefined || isOff ? (known?.clockSince ?? (isOff ? now : null)) : null,
      clock_told_at: isNoticeDue ? now : (known?.clockToldAt ?? null),
    };
  });
  await sql`
    insert into container_quality as q (container_id, refused, quarantined, conflicts, metrics_refused_at,
      clock_offset_s, clock_since, clock_told_at)
    select c.id, r.refused, r.quarantined, r.conflicts, r.metrics_refused_at, r.clock_offset_s, r.clock_since,
      r.clock_told_at
    from jsonb_populate_recordset(null::container_quality, ${JSON.stringify(written)}::jsonb) r
    join container c on c.id = r.container_id
    on conflict (container_id) do update set
      refused = q.refused + excluded.refused, quarantined = q.quarantined + excluded.quarantined,
      conflicts = q.conflicts + excluded.conflicts, metrics_refused_at = excluded.metrics_refused_at,
      clock_offset_s = excluded.clock_offset_s, clock_since = excluded.clock_since,
      clock_told_at = excluded.clock_told_at`.execute(tx);
  return warnings;
}
