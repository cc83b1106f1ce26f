import { type RawBuilder, sql } from "kysely";

/** Codes of events that say why an output is as it is. */
export const outputCodes = ["output.changed", "output.hand"] as const;

/** All that was said of an output: the instants and data of events. */
export function wordsOf(containerId: RawBuilder<unknown>, target: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select at, data from event
    where container_id = ${containerId} and device = ${target} and code in (${sql.join(outputCodes.map(sql.lit))}))`;
}

/**
 * What was said last of an output, in whatever order it came: `at` and `data` of one event. Of two in the same instant, the
 * one that the controller numbered later.
 */
export function lastWordOf(containerId: RawBuilder<unknown>, target: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select at, data from event
    where container_id = ${containerId} and device = ${target} and code in (${sql.join(outputCodes.map(sql.lit))})
    order by at desc, seq desc nulls last, received_at desc, id limit 1)`;
}
