import { sql } from "kysely";

import type { Db } from "../../core/db.ts";
import { mqttAddress } from "./registration.ts";

type Configured = Parameters<typeof mqttAddress>[0];
type Address = ReturnType<typeof mqttAddress>;

/** Keeps where controllers reach the process that ingests, for other processes and programs. */
export async function noteControllerAddress(db: Db, config: Configured): Promise<void> {
  const { host, port, tls } = mqttAddress(config);
  await sql`insert into controller_address (host, port, tls) values (${host}, ${port}, ${tls})
    on conflict (is_only) do update set host = excluded.host, port = excluded.port, tls = excluded.tls`.execute(db);
}

/** Where controllers reach this portal: where it listens, or listened last; before its first start what is configured. */
export async function controllerAddress(db: Db, config: Configured): Promise<Address> {
  const { rows } = await sql<Address>`select host, port, tls from controller_address`.execute(db);
  return rows[0] ?? mqttAddress(config);
}
