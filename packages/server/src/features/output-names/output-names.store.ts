import type { OutputNames } from "@offgrid/contract/output-names/output-names";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

export async function findOutputNames(db: Db, containerId: string): Promise<OutputNames> {
  const row = await db
    .selectFrom("outputNames")
    .select("names")
    .where("containerId", "=", containerId)
    .executeTakeFirst();
  return row?.names ?? {};
}

/** As `findOutputNames`; until the transaction ends, nobody else changes them. */
export async function lockOutputNames(tx: Db, containerId: string): Promise<OutputNames> {
  await sql`insert into output_names (container_id, names) values (${containerId}, '{}')
    on conflict (container_id) do nothing`.execute(tx);
  const { names } = await tx
    .selectFrom("outputNames")
    .select("names")
    .where("containerId", "=", containerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return names;
}

export async function saveOutputNames(db: Db, containerId: string, names: OutputNames): Promise<void> {
  await sql`insert into output_names (container_id, names) values (${containerId}, ${JSON.stringify(names)}::jsonb)
    on conflict (container_id) do update set names = excluded.names`.execute(db);
}
