import type { AuditName } from "@offgrid/contract/audit/audit.calls";
import { ticketNumber, ticketSlug } from "@offgrid/contract/tickets/ticket-types";
import { sql } from "kysely";

import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { isSeen, viewerOf } from "../tickets/tickets.store.ts";

/** Tickets, by their ids or by what stands in their addresses. @param viewer Who may open some of them. */
export async function namesOfTickets(
  db: Db,
  texts: readonly string[],
  viewer: Actor,
): Promise<Iterable<[string, AuditName]>> {
  const numbers = texts.flatMap((text) => ticketNumber(text) ?? []);
  const mayOpen = viewer.permissions.includes("tickets") ? isSeen(db, viewerOf(viewer)) : sql`false`;
  const { rows } = await sql<{ id: string; number: number; subject: string; mayOpen: boolean }>`
    select t.id, t.number, t.subject, ${mayOpen} as may_open from ticket t
    where t.id = any(${texts}::text[]) or t.number = any(${numbers}::bigint[])`.execute(db);
  const names = rows.flatMap(({ id, number, subject, ...row }): [string, AuditName][] => {
    const slug = ticketSlug(number);
    const name = { kind: "ticket", name: `${slug} ${subject}`, ...(row.mayOpen && { slug }), isGone: false } as const;
    return [id, slug].map((text) => [text, name]);
  });
  return names.filter(([text]) => texts.includes(text));
}

/** Texts that are inserted into answers, by their titles. */
export async function namesOfTicketTexts(db: Db, ids: readonly string[]): Promise<[string, AuditName][]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from ticket_text where id = any(${ids}::text[])`.execute(db);
  return rows.map(({ id, title }) => [id, { kind: "ticket_text", name: title, isGone: false }]);
}

/** Ids of those, and of texts for them, that are called so. @param pattern For `like`, in lower case. */
export async function ticketIdsNamed(db: Db, pattern: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from ticket t
    where lower('t-' || t.number || ' ' || t.subject) like ${pattern}
    union all select id from ticket_text where lower(title) like ${pattern} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
