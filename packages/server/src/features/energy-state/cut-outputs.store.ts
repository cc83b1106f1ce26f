import { offValues } from "@offgrid/contract/commands/arbitrate";
import { protectingReasons } from "@offgrid/contract/commands/output-reasons";
import { outputKindNames, outputTargets } from "@offgrid/contract/devices/output-kinds";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { lastWordOf, outputCodes, wordsOf } from "../events/output-words.store.ts";
import { offBelow, readBacks, storedFacts } from "./kept-off.ts";

const targets = outputKindNames.flatMap((kind) => outputTargets(kind));

/** That a word says of an output that protection keeps it off, or that what feeds it is off. */
const keepsOff = sql`(data ->> 'value' = any(${offValues.map(String)}::text[])
  and data ->> 'reason' = any(${[...protectingReasons, "no_supply"]}::text[]))`;

/** A word as a `StoredCut`. */
const stored = sql`jsonb_strip_nulls(jsonb_build_object(
  'sinceMs', round(date_part('epoch', coalesce(begun.at, last.at)) * 1000), 'reason', last.data -> 'reason',
  ${sql.join(storedFacts.map((fact) => sql`${sql.lit(fact)}, last.data -> ${sql.lit(fact)}`))}))`;

/**
 * Keeps which outputs protection has switched off, since when and why, beside the latest readings, of containers that new events
 * say so of. What was said last of each output counts, in whatever order the events came; a controller says it again after
 * each start, which begins no other cut.
 */
export async function saveCutOutputs(tx: Db, events: readonly { containerId: string; code: string }[]): Promise<void> {
  const said = events.filter(({ code }) => (outputCodes as readonly string[]).includes(code));
  if (said.length === 0) return;
  await sql`
    update container_latest l set cut_outputs = known.outputs
    from unnest(${[...new Set(said.map(({ containerId }) => containerId))]}::text[]) named (id)
    cross join lateral (
      select jsonb_object_agg(output.name, ${stored}) as outputs
      from unnest(${targets}::text[]) output (name)
      cross join lateral (select at, data from ${lastWordOf(sql`named.id`, sql`output.name`)} word where ${keepsOff}) last
      cross join lateral (select min(at) as at from ${wordsOf(sql`named.id`, sql`output.name`)} word
        where at > coalesce((select max(at) from ${wordsOf(sql`named.id`, sql`output.name`)} other
          where ${keepsOff} is not true), '-infinity')) begun) known
    where l.container_id = named.id and l.cut_outputs is distinct from known.outputs`.execute(tx);
}

/** As `keptOffNames` of the last readings, of a row of `container_latest`. */
export const keptOffNow = sql<string[] | null>`(
  select array_agg(kept.target order by kept.target collate "C")
  from jsonb_each(container_latest.cut_outputs) kept (target, said)
  join unnest(${[...readBacks.keys()]}::text[], ${[...readBacks.values()]}::text[]) output (target, metric)
    on output.target = kept.target
  where abs((container_latest.live_values -> output.metric ->> 0)::float8) < ${sql.lit(offBelow)}
    and kept.said ->> 'reason' is distinct from 'no_supply')`;

/** What ends that an output is off: a charge of the battery, a pause of minutes (its phase is soon tried again), or not known. */
export type OutputReturn = { soc: number } | "soon" | "unsaid";

/** When these outputs have power again, in their order, as their controller said when it switched them off. */
export async function listReturns(db: Db, containerId: string, off: readonly string[]): Promise<OutputReturn[]> {
  const { rows } = await sql<{ soc: unknown; passed: unknown }>`
    select last.data -> 'restoreSoc' as soc, last.data -> 'passed' ->> 'of' as passed
    from unnest(${[...off]}::text[]) with ordinality output (name, place)
    left join lateral ${lastWordOf(sql`${containerId}`, sql`output.name`)} last on last.data ->> 'value' = any(${offValues.map(String)}::text[])
    order by output.place`.execute(db);
  return rows.map(({ soc, passed }) => {
    // What a phase or all phases drew is tried again after minutes, whatever the charge.
    if (passed === "power" || passed === "total") return "soon";
    return typeof soc === "number" ? { soc } : "unsaid";
  });
}
