import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { DatabaseAddress } from "../core/db.ts";
import { atFileEnd } from "../testing/file-end.ts";
import { connect, listTables, sumUp } from "./snapshot.ts";
import type { RowCheck } from "./row-sum.ts";

/** A folder that is removed after the last test of the file. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "offgrid-backup-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What the rows of each table add up to; those of tables that a restore changes are left out. */
export async function sumsOf(
  address: DatabaseAddress,
  without: readonly string[] = [],
): Promise<Record<string, RowCheck>> {
  const client = await connect(address, "test");
  try {
    const sums: Record<string, RowCheck> = {};
    for (const table of await listTables(client))
      if (!without.includes(table.name)) sums[table.name] = await sumUp(client, table);
    return sums;
  } finally {
    await client.end();
  }
}

/** Containers by number, with a name that COPY has to escape. */
export const insertContainers = `insert into container (id, name, serial_number, zone_name, secret_hash)
  select 'c' || n, 'Küste' || chr(9) || '\\N' || chr(10) || n, n::text, 'UTC', sha256(n::text::bytea)
  from generate_series($1::int, $2::int) n`;
