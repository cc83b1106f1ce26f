import type { AuditRow, auditCalls } from "@offgrid/contract/audit/audit.calls";
import { csvLine } from "@offgrid/contract/core/csv-cells";

import type { Db } from "../../core/db.ts";
import type { Handlers } from "../../calls/handler.ts";
import * as audit from "./audit.store.ts";

const defaultPageSize = 50;
const rowsPerPiece = 500;
const columns = [
  "id",
  "at",
  "userId",
  "email",
  "role",
  "address",
  "requestId",
  "action",
  "target",
  "before",
  "after",
  "result",
] as const satisfies readonly (keyof AuditRow)[];

export const auditHandlers: Handlers<typeof auditCalls> = {
  auditList: async ({ page, pageSize = defaultPageSize, ...query }, { db }) => {
    const rows = await audit.list(db, query, { limit: pageSize, offset: ((page ?? 1) - 1) * pageSize });
    const names = await audit.namesOf(
      db,
      rows.flatMap(({ target }) => target ?? []),
    );
    const data = rows.map((row) => {
      const targetIs = names.get(row.target ?? "");
      return { ...toRow(row), ...(targetIs && { targetIs }) };
    });
    return { data, total: await audit.count(db, query) };
  },

  auditExport: async (query, { db, clock }) => ({
    fileName: `audit_${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
    contentType: "text/csv; charset=utf-8",
    stream: csv(db, query),
  }),
};

/** Pages by id, so that lines written meanwhile shift nothing. */
async function* csv(db: Db, query: audit.AuditQuery): AsyncGenerator<Uint8Array> {
  let text = `\uFEFF${csvLine(columns)}`;
  let before: number | undefined;
  for (;;) {
    const rows = await audit.list(db, query, { limit: rowsPerPiece, ...(before !== undefined && { before }) });
    for (const row of rows.map(toRow)) {
      text += csvLine(
        columns.map((name) => {
          const value = row[name];
          return value === null || typeof value === "string" ? value : JSON.stringify(value);
        }),
      );
    }
    yield Buffer.from(text);
    text = "";
    before = rows.at(-1)?.id;
    if (rows.length < rowsPerPiece || before === undefined) return;
  }
}

function toRow({ id, at, ...row }: Awaited<ReturnType<typeof audit.list>>[number]): AuditRow {
  return {
    ...row,
    id: String(id),
    at: at.toISOString(),
    before: row.before as AuditRow["before"],
    after: row.after as AuditRow["after"],
  };
}
