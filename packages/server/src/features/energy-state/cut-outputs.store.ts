import { offValues } from "@offgrid/contract/commands/arbitrate";
import { protectingReasons } from "@offgrid/contract/commands/output-reasons";
import { outputKindNames, outputTargets } from "@offgrid/contract/devices/output-kinds";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { lastWordOf, outputCodes } from "../events/output-words.store.ts";

const targets = outputKindNames.flatMap((kind) => outputTargets(kind));

/**
 * Keeps which outputs protection has switched off, beside the latest readings, of containers that new events say so of.
 * What was said last of each output counts, in whatever order the events came.
 */
export async function saveCutOutputs(tx: Db, events: readonly { containerId: string; code: string }[]): Promise<void> {
  const said = events.filter(({ code }) => (outputCodes as readonly string[]).includes(code));
  if (said.length === 0) return;
  await sql`
    update container_latest l set cut_outputs = known.outputs
    from unnest(${[...new Set(said.map(({ containerId }) => containerId))]}::text[]) named (id)
    cross join lateral (
      select jsonb_object_agg(output.name, round(date_part('epoch', last.at) * 1000)) as outputs
      from unnest(${targets}::text[]) output (name)
      cross join lateral ${lastWordOf(sql`named.id`, sql`output.name`)} last
      where last.data ->> 'value' = any(${offValues.map(String)}::text[])
        and last.data ->> 'reason' = any(${[...protectingReasons]}::text[])) known
    where l.container_id = named.id and l.cut_outputs is distinct from known.outputs`.execute(tx);
}
