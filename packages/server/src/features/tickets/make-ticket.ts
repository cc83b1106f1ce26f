import type { Db } from "../../core/db.ts";
import { askForPack, findContainer } from "../evidence/evidence.store.ts";
import * as chat from "./ticket-chat.store.ts";
import { planMails } from "./ticket-mails.store.ts";
import * as tickets from "./tickets.store.ts";

interface GivenTicket extends Omit<tickets.NewTicket, "isAnswered"> {
  text: string;
  byMail?: boolean;
}

/**
 * Makes a ticket of what its author sees, with its first message: those who want to know are mailed, and what is known of
 * its container is frozen.
 * @returns ids of the ticket and of the message.
 */
export async function makeTicket(
  tx: Db,
  viewer: tickets.TicketViewer,
  { text, byMail = false, ...given }: GivenTicket,
  nowMs: number,
): Promise<{ id: string; messageId: string }> {
  const id = await tickets.insertTicket(tx, { ...given, isAnswered: viewer.handles }, nowMs);
  const message = { ticketId: id, clientId: id, text, isInternal: false, mentions: [], byMail };
  const messageId = await chat.insertMessage(tx, viewer, message, nowMs);
  await chat.markRead(tx, viewer, id, 1);
  await planMails(tx, id, { byId: viewer.userId, isCreated: true }, nowMs);
  const known = { ticketId: id, incidentId: given.incidentId };
  const measured = await findContainer(tx, viewer, known);
  if (measured !== undefined) await askForPack(tx, { ...known, containerId: measured, reason: "ticket" }, nowMs);
  return { id, messageId };
}
