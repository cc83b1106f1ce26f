import { OutputChange } from "@offgrid/contract/commands/commands.schema";
import { findOutput, outputTargets } from "@offgrid/contract/devices/output-kinds";
import type { PhaseEvent } from "@offgrid/contract/phase-control/phase-control.calls";
import { sql } from "kysely";

import { type Db, nameOfUser } from "../../core/db.ts";
import { withPerson } from "../commands/outputs.store.ts";
import { outputCodes } from "../events/output-words.store.ts";

/** What controllers said of phases; a value that is neither on nor off says nothing of one. */
const said = (
  containerId: string,
) => sql`container_id = ${containerId} and code in (${sql.join(outputCodes.map(sql.lit))})
  and device = any(${outputTargets("phase")}::text[]) and jsonb_typeof(data -> 'value') = 'boolean'`;

/** When phases were connected and disconnected, newest first. */
export async function listPhaseEvents(
  db: Db,
  containerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<PhaseEvent[]> {
  const { rows } = await sql<{
    id: string;
    at: Date;
    device: string;
    data: unknown;
    userId: string | null;
    userName: string | null;
  }>`
    select e.id, e.at, e.device, e.data, giver.user_id, ${nameOfUser} as user_name
    from (select id, at, device, data, seq, received_at from event where ${said(containerId)}
      order by at desc, seq desc nulls last, received_at desc, id limit ${limit} offset ${offset}) e
    ${withPerson(containerId, sql`e.device`, sql`e.data`)}
    order by e.at desc, e.seq desc nulls last, e.received_at desc, e.id`.execute(db);
  return rows.flatMap(({ id, at, device, data, userId, userName }): PhaseEvent[] => {
    const change = OutputChange.safeParse(data).data;
    const phase = findOutput(device)?.number as PhaseEvent["phase"] | undefined;
    if (!change || phase === undefined) return [];
    const { value, reason, passed = null, restoreSoc = null } = change;
    const by = userId === null ? null : { userId, name: userName };
    return [{ eventId: id, at: at.toISOString(), phase, on: value === true, reason, by, passed, restoreSoc }];
  });
}

export async function countPhaseEvents(db: Db, containerId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from event where ${said(containerId)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
