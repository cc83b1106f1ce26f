import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { isHeldSince } from "../../postgres/role-lease.ts";

/** What people rely on without looking. */
const watching = ["warning-frames", "warning-ticks"];
/** Work that is due for so long is done by nobody. */
const longestWait = sql.lit("5 minutes");
/** Work that failed so often in a row is not done either. */
const mostFailures = 5;

/** @returns What is wrong with the portal as a whole, whichever processes it has; empty: it is well. */
export async function faultsOf(db: Db, nowMs: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from job where key = '' and kind = any(${watching})
      and (due_at < now() - ${longestWait}::interval or attempts > ${mostFailures})
    order by kind`.execute(db);
  const faults = rows.map(({ kind }) => `${kind} is not done`);
  return (await isHeldSince(db, "ingest", nowMs)) ? faults : ["nothing is ingested", ...faults];
}
