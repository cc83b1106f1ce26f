import { type RawBuilder, sql } from "kysely";

import type { Db } from "../../core/db.ts";
import type { Row } from "./archive.ts";

const rowsPerPage = 1_000;

/** Rows of a table in the order of time. */
export interface Listed {
  /** From a table and its condition, as `event e where e.container_id = 'c'`. */
  from: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  /** When, and what tells rows of one instant apart. */
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

/** A page at a time, so that neither memory nor a transaction is held while somebody takes the file slowly. */
export async function* paged(db: Db, { from, columns, at, id }: Listed): AsyncGenerator<Row[]> {
  // The database's own text of the instant: a Date has no microseconds.
  let after: { cursorAt: string; cursorId: string } | undefined;
  for (;;) {
    const later = after && sql`and (${at}, ${id}) > (${after.cursorAt}::timestamptz, ${after.cursorId})`;
    const { rows } = await sql<Row & { cursorAt: string; cursorId: string }>`
      select ${columns}, ${at}::text as cursor_at, ${id} as cursor_id from ${from} ${later ?? sql``}
      order by ${at}, ${id} limit ${rowsPerPage}`.execute(db);
    yield rows;
    after = rows.at(-1);
    if (rows.length < rowsPerPage || !after) return;
  }
}
