import { portalUserId } from "@offgrid/contract/core/constants";

import type { Db } from "../../core/db.ts";
import { insertEvents } from "../events/events.store.ts";
import type { WorksRow } from "./works.store.ts";

/**
 * Writes down that works began or ended, where it belongs in the history of their container. Nobody is notified.
 * @param endedBy Of works that ended; null: nobody ended them, and the portal did.
 * @returns what is to be announced (`eventRaised`).
 */
export async function noteWorks(
  tx: Db,
  { id: worksId, containerId, userId, reason, endsAt }: WorksRow,
  what: { kind: "began" } | { kind: "ended"; endedBy: string | null },
  nowMs: number,
): Promise<{ eventIds: string[] }> {
  const data: Record<string, string> =
    what.kind === "began"
      ? { by: userId, reason, worksId, until: endsAt.toISOString() }
      : { by: what.endedBy ?? portalUserId, reason, worksId };
  const event = { ts: nowMs, code: `works.${what.kind}`, level: "info", data } as const;
  const part = { containerId, boot: null, seq: null, event } as const;
  const events = await insertEvents(tx, [part], nowMs, []);
  return { eventIds: events.map(({ id }) => id) };
}
