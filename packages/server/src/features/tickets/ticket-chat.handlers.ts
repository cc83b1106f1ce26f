import { Refusal } from "@offgrid/contract/core/refusal";
import type { InputOf } from "@offgrid/contract/core/call";
import type { ticketChatCalls } from "@offgrid/contract/tickets/ticket-chat.calls";
import { ticketLimits, ticketSlug } from "@offgrid/contract/tickets/ticket-types";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { insertEvents } from "../events/events.store.ts";
import * as chat from "./ticket-chat.store.ts";
import { sendFiles } from "./ticket-files.store.ts";
import * as people from "../ticket-people/ticket-people.store.ts";
import { mustBeThere } from "./tickets.handlers.ts";
import * as tickets from "./tickets.store.ts";
import { toMessage, toTicket } from "./to-ticket.ts";
import { mustBeFilled, writeMessage } from "./write-message.ts";

const writeSomething = "Write something.";
/** How many files there are, where there are any; what they are is for the readers of the ticket. */
const filesNoted = (files: number) => (files > 0 ? { files } : {});

type Written = InputOf<(typeof ticketChatCalls)["updateTicketChat"]>;

export const ticketChatHandlers: Handlers<typeof ticketChatCalls> = {
  getTicketChat: async ({ id, before }, { actor, db, clock }) => {
    const viewer = tickets.viewerOf(actor);
    const ticket = await mustBeThere(tickets.findTicket(db, viewer, id));
    const most = ticketLimits.mostMessages;
    const found = await chat.listMessages(db, viewer, { ticketId: ticket.id, before, most });
    const listed = found.slice(-most);
    const readSeq = await chat.readUpTo(db, viewer, ticket.id);
    const isNew = (row: chat.MessageRow) =>
      row.seq > readSeq && row.authorId !== viewer.userId && row.deletedAt === null;
    const readers = (await chat.listReaders(db, viewer, ticket.id)).flatMap(({ userId, name, seq }) => {
      // Up to what this person sees: how far somebody has read must not tell of notes.
      const upTo = listed.findLast((row) => row.seq <= seq)?.id;
      return upTo === undefined ? [] : [{ userId, name, upTo }];
    });
    return {
      data: listed.map((row) => toMessage(row, viewer, clock.now())),
      isMore: found.length > most,
      firstUnread: listed.find(isNew)?.id ?? null,
      readers,
    };
  },

  updateTicketChat: async (input, context) => {
    const { actor, db, clock, liveConfig, audit, publish } = context;
    const viewer = tickets.viewerOf(actor);
    const ticket = await mustBeThere(tickets.holdTicket(db, viewer, input.id, input.mentions));
    // What people write is nothing for the audit log, which others read.
    audit({ target: ticket.id, after: filesNoted(input.files.length) });
    const nowMs = clock.now();
    const row = await (input.messageId === undefined
      ? written(context, ticket, input, viewer)
      : edited(context, ticket, { ...input, messageId: input.messageId }, viewer));
    publish("ticketsChanged", { ticketIds: [ticket.id], onlyHandlers: row.isInternal });
    const after = await mustBeThere(tickets.findTicket(db, viewer, ticket.id));
    return { data: toMessage(row, viewer, nowMs), ticket: toTicket(after, nowMs, liveConfig.config) };
  },

  deleteTicketChat: async ({ id, messageId }, { actor, db, clock, audit, publish }) => {
    const viewer = tickets.viewerOf(actor);
    const ticket = await mustBeThere(tickets.holdTicket(db, viewer, id));
    const row = await mustBeThere(chat.findMessage(db, viewer, ticket.id, messageId));
    const nowMs = clock.now();
    audit({ target: ticket.id, after: { messageId, ...filesNoted(row.files.length) } });
    // Whoever deletes what is deleted has what they want.
    if (row.deletedAt !== null) return { data: toMessage(row, viewer, nowMs) };
    if (!toMessage(row, viewer, nowMs).mayDelete)
      throw new Refusal(row.authorId === viewer.userId ? "message_settled" : "forbidden");
    await chat.deleteMessage(db, messageId, viewer, nowMs);
    publish("ticketsChanged", { ticketIds: [ticket.id], onlyHandlers: row.isInternal });
    return { data: toMessage(await mustBeThere(chat.findMessage(db, viewer, ticket.id, messageId)), viewer, nowMs) };
  },

  ticketRead: async ({ id, messageId }, { actor, db, audit, publish }) => {
    // A mere look leaves no line.
    audit({ isNothing: true });
    const viewer = tickets.viewerOf(actor);
    const ticket = await mustBeThere(tickets.findTicket(db, viewer, id));
    const { seq, isInternal } = await mustBeThere(chat.findMessage(db, viewer, ticket.id, messageId));
    const isNews = await chat.markRead(db, viewer, ticket.id, seq);
    if (isNews) publish("ticketsChanged", { ticketIds: [ticket.id], onlyHandlers: isInternal });
    return {};
  },

  ticketWriting: async ({ id, isInternal }, { actor, db, ticketNews }) => {
    const viewer = tickets.viewerOf(actor);
    const ticket = await mustBeThere(tickets.findTicket(db, viewer, id));
    // Whoever writes no notes is not told apart from others by saying so.
    ticketNews.writing({ ticketId: ticket.id, userId: actor.userId, isInternal: isInternal && viewer.handles });
    return {};
  },
};

/** A new message, or the one that was sent under the same name before. */
async function written(
  context: CallContext,
  ticket: tickets.TicketRow,
  { clientId, text, files, isInternal, mentions }: Written,
  viewer: tickets.TicketViewer,
): Promise<chat.MessageRow> {
  const { db, clock } = context;
  if (clientId === undefined)
    throw new Refusal("bad_input", { fields: { clientId: "Name the message, so that it can be sent again." } });
  const sent = await chat.findSentMessage(db, ticket.id, viewer, clientId);
  // Whoever handles tickets no more is not shown their own notes either.
  if ((isInternal || sent?.isInternal) && !viewer.handles) throw new Refusal("forbidden");
  if (sent) return sent;
  if (text === "" && files.length === 0) throw new Refusal("bad_input", { fields: { text: writeSomething } });
  if (viewer.handles && !isInternal) mustBeFilled(text);
  const nowMs = clock.now();
  const named = await mustBeMentionable(context, ticket, isInternal, mentions);
  const message = { clientId, text, isInternal, mentions: named };
  const id = await writeMessage(context, db, { ticket, viewer, message }, nowMs);
  if (id === undefined) throw new Refusal("ticket_closed");
  if (!(await sendFiles(db, viewer, id, files)))
    throw new Refusal("bad_input", {
      fields: { files: "Upload the files again: the portal has not got all of them." },
    });
  const row = await mustBeThere(chat.findMessage(db, viewer, ticket.id, id));
  await chat.markRead(db, viewer, ticket.id, row.seq);
  await tellMentioned(context, ticket, named, nowMs);
  return row;
}

/** @throws Refusal not_found, forbidden of somebody else's, or message_settled */
async function edited(
  { db, clock }: CallContext,
  ticket: tickets.TicketRow,
  { messageId, text }: Pick<Written, "text"> & { messageId: string },
  viewer: tickets.TicketViewer,
): Promise<chat.MessageRow> {
  const row = await mustBeThere(chat.findMessage(db, viewer, ticket.id, messageId));
  const nowMs = clock.now();
  if (row.authorId !== viewer.userId) throw new Refusal("forbidden");
  if (toMessage(row, viewer, nowMs).mayEditUntil === null) throw new Refusal("message_settled");
  if (text === "" && row.files.length === 0) throw new Refusal("bad_input", { fields: { text: writeSomething } });
  if (row.fromHandler && !row.isInternal) mustBeFilled(text);
  if (row.text !== text) await chat.editMessage(db, messageId, text, nowMs);
  return mustBeThere(chat.findMessage(db, viewer, ticket.id, messageId));
}

/** @throws Refusal bad_input unless all of them handle tickets and see this one, and only a note mentions anybody. */
async function mustBeMentionable(
  { db }: CallContext,
  ticket: tickets.TicketRow,
  isInternal: boolean,
  mentions: readonly string[],
): Promise<string[]> {
  if (mentions.length === 0) return [];
  const handlers = isInternal ? await people.listHandlers(db, ticket.id) : [];
  const known = new Set(handlers.map(({ userId }) => userId));
  if (mentions.every((userId) => known.has(userId))) return [...new Set(mentions)];
  const problem = "Only a note mentions people, and only those who handle tickets and see this one.";
  throw new Refusal("bad_input", { fields: { mentions: problem } });
}

/** Events stand beside a container: of a ticket about none, people learn by what is unread. */
async function tellMentioned(
  { actor, db, publish }: CallContext,
  { containerId, subject, number }: tickets.TicketRow,
  mentions: readonly string[],
  nowMs: number,
): Promise<void> {
  const notified = mentions.filter((userId) => userId !== actor.userId);
  if (notified.length === 0 || containerId === null) return;
  const data = { by: actor.userId, ticket: ticketSlug(number), subject };
  const event = { ts: nowMs, code: "ticket.mentioned", level: "info", data } as const;
  const events = await insertEvents(db, [{ containerId, boot: null, seq: null, event }], nowMs, notified);
  publish("eventRaised", { eventIds: events.map(({ id }) => id) });
}
