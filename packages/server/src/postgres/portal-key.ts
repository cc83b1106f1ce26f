import { sql } from "kysely";
import type { Logger } from "pino";

import type { Db } from "../core/db.ts";
import type { SecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";

const settingName = "key";

/**
 * Makes sure that all processes of a portal have one key, or they could not open each other's secrets. A portal that runs
 * alone may come with another key than before, as when its own was lost.
 * @param ofProcess The name under which each process holds a connection to the database, this one included.
 * @throws StartError when another process runs with another key.
 */
export async function checkPortalKey(
  { db, log, ofProcess }: { db: Db; log: Logger; ofProcess: string },
  box: SecretBox,
  dataDir: string,
): Promise<void> {
  const own = box.fingerprint;
  const isOwn = await db.transaction().execute(async (tx) => {
    await sql`
      insert into portal_setting (name, value) values (${settingName}, to_jsonb(${own}::text))
      on conflict (name) do nothing`.execute(tx);
    const { rows } = await sql<{ known: string; others: number }>`
      select value #>> '{}' as known, (select count(*)::integer - 1 from pg_stat_activity
        where datname = current_database() and application_name = ${ofProcess}) as others
      from portal_setting where name = ${settingName} for update`.execute(tx);
    const found = rows[0];
    if (found?.known === own) return true;
    if (found && found.others > 0) {
      throw new StartError(
        `The key portal.key in ${dataDir} is not the one of this portal's other processes, which could not open what this one seals; copy theirs into ${dataDir}, then start again.`,
      );
    }
    await sql`update portal_setting set value = to_jsonb(${own}::text) where name = ${settingName}`.execute(tx);
    return false;
  });
  if (!isOwn) {
    log.warn(
      "portal.key is another one than at the last start; what was sealed with that one cannot be opened: put it back, or two-step sign-in has to be set up again",
    );
  }
}
