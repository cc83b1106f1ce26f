import { Refusal } from "@offgrid/contract/core/refusal";
import { openSigns } from "@offgrid/contract/tickets/ticket-texts";
import { afterMessage, ticketChanges, ticketFacts } from "@offgrid/contract/tickets/ticket-moves";

import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import * as chat from "./ticket-chat.store.ts";
import { planMails } from "./ticket-mails.store.ts";
import * as tickets from "./tickets.store.ts";
import { clockAfter } from "./to-ticket.ts";

/**
 * Writes a message into a ticket that its writer holds (`holdTicket`): a public one does to the ticket what it has to, and
 * is mailed to those who take part.
 * @returns its id; undefined: the ticket was closed too long ago.
 */
export async function writeMessage(
  { liveConfig }: Pick<FeatureBase, "liveConfig">,
  tx: Db,
  { ticket, viewer, message }: { ticket: tickets.TicketRow; viewer: tickets.TicketViewer; message: WrittenMessage },
  nowMs: number,
): Promise<string | undefined> {
  const { isInternal, byMail = false } = message;
  if (!isInternal) {
    const state = afterMessage(ticket, viewer.handles, nowMs);
    if (typeof state === "string") return undefined;
    const changes = ticketChanges(ticketFacts(ticket, ticket), ticketFacts(state, ticket));
    const after = { ...ticket, ...state, ...clockAfter(ticket, state, nowMs, liveConfig.config.supportHours) };
    const by = { byId: viewer.userId, byMessage: true, byMail, nowMs };
    if (changes.length > 0) await tickets.saveTicket(tx, ticket.id, after, changes, by);
  }
  const id = await chat.insertMessage(tx, viewer, { ...message, ticketId: ticket.id }, nowMs);
  if (!isInternal) await planMails(tx, ticket.id, { byId: viewer.userId }, nowMs);
  return id;
}

/** @throws Refusal bad_input where a text that was inserted has a place that nobody filled. */
export function mustBeFilled(text: string, field = "text"): void {
  const [open] = openSigns(text);
  if (open === undefined) return;
  throw new Refusal("bad_input", { fields: { [field]: `Fill in ${open}, or remove it.` } });
}

type WrittenMessage = Omit<chat.NewMessage, "ticketId">;
