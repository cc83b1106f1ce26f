import { randomUUID } from "node:crypto";

import type { TicketText } from "@offgrid/contract/tickets/ticket-texts.calls";
import { ticketTextLimits } from "@offgrid/contract/tickets/ticket-texts";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";

/** Texts that are inserted into answers (`ticket_text`). */

const rows = sql`select id, category, language, title, text from ticket_text`;

/** By title. */
export async function listTexts(db: Db): Promise<TicketText[]> {
  return (await sql<TicketText>`${rows} order by lower(title), id`.execute(db)).rows;
}

/** Until the transaction ends nobody else changes it. */
export async function holdText(tx: Db, id: string): Promise<TicketText | undefined> {
  return (await sql<TicketText>`${rows} where id = ${id} for update`.execute(tx)).rows[0];
}

/** @returns undefined: there are as many as there may be. */
export async function insertText(
  tx: Db,
  given: Omit<TicketText, "id">,
  nowMs: number,
): Promise<TicketText | undefined> {
  // So that two at once are counted one after the other.
  await sql`lock table ticket_text in share row exclusive mode`.execute(tx);
  const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from ticket_text`.execute(tx);
  if ((counts[0]?.count ?? 0) >= ticketTextLimits.most) return undefined;
  const id = randomUUID();
  const { category, language, title, text } = given;
  await sql`insert into ticket_text (id, category, language, title, text, changed_at)
    values (${id}, ${category}, ${language}, ${title}, ${text}, ${toTime(nowMs)})`.execute(tx);
  return { id, category, language, title, text };
}

export async function changeText(tx: Db, { id, category, language, title, text }: TicketText, nowMs: number) {
  await sql`update ticket_text set category = ${category}, language = ${language}, title = ${title}, text = ${text},
    changed_at = ${toTime(nowMs)} where id = ${id}`.execute(tx);
}

export async function deleteText(tx: Db, id: string): Promise<void> {
  await sql`delete from ticket_text where id = ${id}`.execute(tx);
}
