import { existsSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import type { Logger } from "pino";

import type { Config } from "../config/config.ts";
import type { Db } from "../core/db.ts";
import type { SecretBox } from "../core/secret-box.ts";
import { StartError } from "../core/start-error.ts";

const settingName = "key";

/**
 * For programs beside the portal, which would otherwise make a key of their own where they look in the wrong folder.
 * @throws StartError where there is no key, and the database has secrets that one sealed.
 */
export async function mustHaveKey(db: Db, { dataDir }: Pick<Config, "dataDir">): Promise<void> {
  if (existsSync(join(dataDir, "portal.key"))) return;
  const { rows } = await sql`select from portal_setting where name = ${settingName}`.execute(db);
  if (rows.length === 0) return;
  throw new StartError(
    `There is no portal.key in ${dataDir}, which sealed this database's secrets; set DATA_DIR as the portal has it.`,
  );
}

/**
 * Makes sure that all processes of a portal have one key, the one that sealed the secrets in its database. Another is
 * taken only where somebody says that the one of before is lost.
 * @param ofProcess The name under which each process holds a connection to the database, this one included.
 * @throws StartError when the database knows another key.
 */
export async function checkPortalKey(
  { db, log, ofProcess }: { db: Db; log: Logger; ofProcess: string },
  box: SecretBox,
  { dataDir, takesNewKey }: Pick<Config, "dataDir" | "takesNewKey">,
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
    if (!takesNewKey) {
      throw new StartError(
        `The key portal.key in ${dataDir} is not the one that sealed this database's secrets; put that file back from its backup, then start again. If it is lost, start once with PORTAL_KEY_IS_LOST=yes: people with two-step sign-in then sign in with a recovery code, and channels of messages, mail server, SMS, Telegram and heartbeat have to be set up again.`,
      );
    }
    // Where channels lead cannot be read any more, and browsers have subscribed with the key of before.
    await sql`delete from channel`.execute(tx);
    await sql`delete from push_key`.execute(tx);
    // What people set to send with, likewise: what the environment has holds until they set it again.
    await sql`delete from sending_service where sealed is not null`.execute(tx);
    await sql`update portal_setting set value = to_jsonb(${own}::text) where name = ${settingName}`.execute(tx);
    return false;
  });
  if (!isOwn) {
    log.warn(
      "portal.key is another one than before, as PORTAL_KEY_IS_LOST allows; what that one sealed cannot be opened any more. Unset PORTAL_KEY_IS_LOST",
    );
  }
}
