import { sql } from "kysely";

import type { Db } from "../core/db.ts";
import { busApplication } from "./postgres.bus.ts";

/** How many processes of the portal run on this database. */
export async function countProcesses(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${busApplication}`.execute(db);
  return rows[0]?.count ?? 0;
}
