import { RebootNews } from "@offgrid/contract/reboots/reboots.schema";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

/** A planned restart that a controller has reported. */
export interface PastReboot extends RebootNews {
  at: Date;
}

/** The last one; undefined: there was none. */
export async function findLastReboot(db: Db, containerId: string): Promise<PastReboot | undefined> {
  const { rows } = await sql<{ at: Date; data: unknown }>`select at, data from event
    where container_id = ${containerId} and code in ('reboot.planned', 'reboot.skipped')
    order by at desc, seq desc nulls last limit 1`.execute(db);
  const news = RebootNews.safeParse(rows[0]?.data).data;
  return rows[0] && news && { at: rows[0].at, ...news };
}
