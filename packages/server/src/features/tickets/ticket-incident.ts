import type { TicketDetail } from "@offgrid/contract/tickets/tickets.schema";

import type { Viewer } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { listIncidents } from "../incidents/incidents.store.ts";

/** The incident of a ticket as somebody sees it; null: nothing of it. */
export async function findIncident(
  db: Db,
  viewer: Viewer,
  id: string,
  nowMs: number,
): Promise<TicketDetail["incident"]> {
  const [found] = await listIncidents(db, viewer, { id }, { limit: 1, offset: 0 }, nowMs);
  return found ? { id, content: found.content, state: found.state, severity: found.severity } : null;
}
