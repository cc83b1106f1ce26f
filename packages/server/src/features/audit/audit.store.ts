import type { AuditRow } from "@offgrid/contract/audit/audit.calls";
import type { CommandState } from "@offgrid/contract/commands/command-moves";
import { sql } from "kysely";

import type { Db } from "../../core/db.ts";

export interface AuditQuery {
  search?: string | undefined;
  /** Ids that count as found by the search. */
  named?: readonly string[] | undefined;
  filter?:
    | {
        from?: string | undefined;
        to?: string | undefined;
        actions?: readonly string[] | undefined;
        userId?: string | undefined;
        target?: string | undefined;
        result?: string | undefined;
      }
    | undefined;
}

/** For `like`, in lower case. */
export function patternOf(search: string): string {
  return `%${search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function matching(db: Db, { search, named = [], filter }: AuditQuery) {
  let query = db.selectFrom("audit");
  if (search) {
    const words = sql<boolean>`lower(coalesce(email, '') || ' ' || action || ' ' || coalesce(target, '')) like ${patternOf(search)}`;
    const isNamed = sql<boolean>`user_id = any(${named}::text[])`;
    query = query.where((where) => where.or([words, ...(named.length > 0 ? [isNamed, isAbout(named)] : [])]));
  }
  if (filter?.from !== undefined) query = query.where("at", ">=", new Date(filter.from));
  if (filter?.to !== undefined) query = query.where("at", "<", new Date(filter.to));
  if (filter?.actions !== undefined) query = query.where("action", "=", sql<string>`any(${filter.actions}::text[])`);
  if (filter?.userId !== undefined) query = query.where("userId", "=", filter.userId);
  if (filter?.target !== undefined) query = query.where(isAbout([filter.target]));
  return filter?.result === undefined ? query : query.where(hasResult(filter.result));
}

/** States in which a command is over without having done what was asked for. */
const endedOtherwise = ["failed", "refused", "expired", "cancelled", "unknown"] as const satisfies CommandState[];

/** What was accepted here may have been refused on site: people look for either under one word. */
function hasResult(result: string) {
  const hasCommand = (states: readonly CommandState[]) =>
    sql<boolean>`exists (select 1 from command ended
      where ended.id = audit.after ->> 'commandId' and ended.state = any(${states}::text[]))`;
  if (result === "ok") return sql<boolean>`(result = 'ok' and not ${hasCommand(endedOtherwise)})`;
  if (result === "refused") return sql<boolean>`(result not in ('ok', 'internal') or ${hasCommand(["refused"])})`;
  if (result === "failed") return sql<boolean>`(result = 'internal' or ${hasCommand(["failed"])})`;
  const state = endedOtherwise.find((one) => one === result);
  return state ? hasCommand([state]) : sql<boolean>`result = ${result}`;
}

/**
 * Lines about any of these things; of containers also those about the group commands that switched them, and of tickets also
 * those about a container that say for which ticket it was.
 */
function isAbout(ids: readonly string[]) {
  return sql<boolean>`(target = any(${ids}::text[]) or after ->> 'ticketId' = any(${ids}::text[]) or target in (select begun.target from audit begun
    where begun.action = ${groupStart} and begun.after->'containers' ?| ${ids}::text[]))`;
}

/** The call whose lines hold what a group command switches. */
export const groupStart = "commandGroupStart";

/** A line in the order of time, in which the lines of one instant follow their ids. */
export interface AuditPlace {
  id: number;
  at: Date;
}

/**
 * Lines, newest first by the time that they tell, with what came of their commands: a line is written when its call ends,
 * so that ids alone are in another order. @param before Only lines before this one.
 */
export async function list(db: Db, query: AuditQuery, page: { limit: number; offset?: number; before?: AuditPlace }) {
  let lines = matching(db, query).selectAll().orderBy("at", "desc").orderBy("id", "desc").limit(page.limit);
  if (page.offset !== undefined) lines = lines.offset(page.offset);
  if (page.before !== undefined) lines = lines.where(sql<boolean>`(at, id) < (${page.before.at}, ${page.before.id})`);
  const rows = await lines.execute();
  const commands = await commandsOf(
    db,
    rows.flatMap(({ after }) => commandIdIn(after) ?? []),
  );
  return rows.map((row) => ({ ...row, command: commands.get(commandIdIn(row.after) ?? "") ?? null }));
}

function commandIdIn(after: unknown): string | undefined {
  const id = (after as { commandId?: unknown } | null)?.commandId;
  return typeof id === "string" ? id : undefined;
}

async function commandsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AuditRow["command"]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & NonNullable<AuditRow["command"]>>`
    select id, state, reason, is_late from command where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, ...command }) => [id, command]));
}

export async function count(db: Db, query: AuditQuery): Promise<number> {
  const { total } = await matching(db, query)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
