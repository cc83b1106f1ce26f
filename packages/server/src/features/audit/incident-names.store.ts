import type { AuditName } from "@offgrid/contract/audit/audit.calls";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** Incidents and warnings, called by their condition and the container at which it was first seen. */
export async function namesOfIncidents(db: Db, ids: readonly string[]): Promise<[string, AuditName][]> {
  const { rows } = await sql<{ id: string; incidentId: string; content: string; containerName: string }>`
    select distinct on (wanted.id) wanted.id, m.incident_id, w.content, c.name as container_name
    from unnest(${ids}::text[]) as wanted (id)
      join incident_member m on m.incident_id = wanted.id or m.warning_id = wanted.id
      join warning w on w.id = m.warning_id join container c on c.id = w.container_id
    order by wanted.id, w.raised_at, w.id`.execute(db);
  return rows.map(({ id, incidentId, content, containerName }) => [
    id,
    { kind: "incident", name: `${content} · ${containerName}`, incidentId, isGone: false },
  ]);
}
