import type { AuditRow, auditCalls } from "@offgrid/contract/audit/audit.calls";
import { csvLine } from "@offgrid/contract/core/csv-cells";

import type { Db } from "../../core/db.ts";
import type { Handlers } from "../../calls/handler.ts";
import * as names from "./audit-names.store.ts";
import * as audit from "./audit.store.ts";

const defaultPageSize = 50;
const rowsPerPiece = 500;
export const auditColumns = [
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
  "command",
] as const satisfies readonly (keyof AuditRow)[];

export const auditHandlers: Handlers<typeof auditCalls> = {
  auditList: async ({ page, pageSize = defaultPageSize, ...asked }, { actor, db }) => {
    const query = await withNamed(db, asked);
    const rows = await audit.list(db, query, { limit: pageSize, offset: ((page ?? 1) - 1) * pageSize });
    const data = rows.map(toRow);
    const named = await names.namesOf(db, idsIn(data), actor);
    return { data, total: await audit.count(db, query), names: named };
  },

  auditExport: async (asked, { db, clock }) => ({
    fileName: `audit_${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
    contentType: "text/csv; charset=utf-8",
    stream: csv(db, await withNamed(db, asked)),
  }),
};

/** People see names, so a search looks in those too. */
async function withNamed(db: Db, query: audit.AuditQuery): Promise<audit.AuditQuery> {
  return query.search ? { ...query, named: await names.idsNamed(db, query.search) } : query;
}

const longestId = 64;

/** Every text of some lines that may be an id; a line about several things has their ids as keys. */
function idsIn(rows: readonly AuditRow[]): string[] {
  const textsIn = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    if (Array.isArray(value)) return value.flatMap(textsIn);
    return typeof value === "object" && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
  };
  const texts = rows.flatMap(({ userId, target, before, after }) => textsIn([userId, target, before, after]));
  return [...new Set(texts)].filter((text) => text.length <= longestId);
}

async function* csv(db: Db, query: audit.AuditQuery): AsyncGenerator<Uint8Array> {
  let text = `\uFEFF${csvLine(auditColumns)}`;
  for await (const page of auditPages(db, query)) {
    for (const row of page) {
      text += csvLine(
        auditColumns.map((name) => {
          const value = row[name];
          return value === null || typeof value === "string" ? value : JSON.stringify(value);
        }),
      );
    }
    yield Buffer.from(text);
    text = "";
  }
}

/** Lines as files have them, newest first; pages by the last line, so that lines written meanwhile shift nothing. */
export async function* auditPages(db: Db, query: audit.AuditQuery) {
  let before: audit.AuditPlace | undefined;
  for (;;) {
    const rows = await audit.list(db, query, { limit: rowsPerPiece, ...(before !== undefined && { before }) });
    yield rows.map(toRow).map((row) => ({ ...row, command: row.command?.state ?? null }));
    before = rows.at(-1);
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
