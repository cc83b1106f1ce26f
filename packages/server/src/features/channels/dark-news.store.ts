import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

/** What would have warned while a container was dark, as news for channels. */
export interface DarkNews {
  id: string;
  containerId: string;
  event: { ts: number; level: WarningSeverity; data: object };
  /** Whom it concerns. */
  only: readonly string[];
}

export async function addDarkNews(tx: Db, { id, containerId, event, only }: DarkNews): Promise<void> {
  await sql`insert into dark_news (id, container_id, user_ids, severity, at, data)
    values (${id}, ${containerId}, ${[...only]}::text[], ${event.level}, ${toTime(event.ts)},
      ${JSON.stringify(event.data)}) on conflict do nothing`.execute(tx);
}
