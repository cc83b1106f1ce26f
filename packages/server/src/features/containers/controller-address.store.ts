import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { addressAt, mqttAddress } from "./registration.ts";

type Configured = Parameters<typeof mqttAddress>[0];
type Address = ReturnType<typeof mqttAddress>;

/** Of `portal_setting`. The table `controller_address` is of versions before, and has no place for a WebSocket. */
const settingName = "controller_url";

/** Keeps where controllers reach the process that ingests, for other processes and programs. */
export async function noteControllerAddress(db: Db, config: Configured): Promise<void> {
  const { url } = mqttAddress(config);
  await sql`insert into portal_setting (name, value) values (${settingName}, to_jsonb(${url}::text))
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Where controllers reach this portal: where it listens, or listened last; before its first start what is configured. */
export async function controllerAddress(db: Db, config: Configured): Promise<Address> {
  const { rows } = await sql<{ url: string }>`
    select value #>> '{}' as url from portal_setting where name = ${settingName}`.execute(db);
  return rows[0] ? addressAt(rows[0].url) : mqttAddress(config);
}
