import { z } from "zod";

import { type CallMap, noOutput } from "../../core/call.ts";
import { someLines } from "../../core/one-line.ts";
import { isSeen } from "../../core/shown-name.ts";
import { ticketFileLimits } from "./ticket-files.ts";
import { ticketLimits } from "./ticket-types.ts";
import { Ticket, TicketMessage, TicketPerson } from "./tickets.schema.ts";

const { longestMessage, mostMentions, mostMessages, editMs } = ticketLimits;
const editMinutes = editMs / 60_000;

export const TicketRef = z.string().min(1).max(64).describe("Id of a ticket, or what stands in its address");
export const ClientId = z.string().regex(/^[\w-]{8,64}$/);
const MessageRef = z.string().min(1).max(64);
export const FileRef = z.string().min(1).max(64);

/** Of a message that may be files alone. */
const ChatText = z
  .string()
  .overwrite((text) => text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", " "))
  .trim()
  .max(longestMessage, { error: `A message has ${longestMessage} characters at most.` })
  .regex(someLines, { error: "A message has no signs that turn the direction of writing." })
  .refine(isSeen, { error: "A message has no invisible characters: it has to be read by others." });
export const MessageText = ChatText.min(1, { error: "Write something." });

export const ticketChatCalls = {
  getTicketChat: {
    summary: `Messages of a ticket, oldest first: the last ${mostMessages}, or those before one of them. Internal notes are there for those who handle tickets only.`,
    access: "tickets",
    effect: "read",
    input: z.strictObject({ id: TicketRef, before: MessageRef.optional() }),
    output: z.object({
      data: z.array(TicketMessage),
      isMore: z.boolean().describe("There are older ones"),
      firstUnread: z.string().nullable().describe("Id of the first of others among them that the caller has not read"),
      readers: z
        .array(TicketPerson.extend({ upTo: z.string() }))
        .describe("Others who see the ticket, and the last of these messages that each has read"),
    }),
  },
  updateTicketChat: {
    summary: `Write a message into a ticket, or with \`messageId\` change one's own within ${editMinutes} minutes. A customer's message opens a ticket again that was closed within 14 days. One that is sent again with the same \`clientId\` is there once.`,
    access: "tickets",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({
      id: TicketRef,
      messageId: MessageRef.optional(),
      clientId: ClientId.optional().describe("The caller's own name for a new message, such as a UUID"),
      text: ChatText.describe("Empty only where files go with it"),
      files: z
        .array(FileRef)
        .max(ticketFileLimits.perMessage)
        .refine((ids) => new Set(ids).size === ids.length, { error: "Each file is named once." })
        .default([])
        .describe("Files that the caller uploaded for it; of a message that is changed they stay as they were"),
      isInternal: z
        .boolean()
        .default(false)
        .describe("Only among those who handle tickets; of a message that is changed it stays as it was"),
      mentions: z.array(z.string().min(1).max(64)).max(mostMentions).default([]).describe("Only in an internal note"),
    }),
    output: z.object({ data: TicketMessage, ticket: Ticket }),
    errors: ["ticket_closed", "message_settled"],
  },
  deleteTicketChat: {
    summary: `Delete a message of one's own within ${editMinutes} minutes; those who handle tickets may delete any, at any time. That there was one stays.`,
    access: "tickets",
    effect: "write",
    perMinute: 60,
    input: z.strictObject({ id: TicketRef, messageId: MessageRef }),
    output: z.object({ data: TicketMessage }),
    errors: ["message_settled"],
  },
  ticketRead: {
    summary: "Say that one has read a ticket up to a message.",
    access: "tickets",
    effect: "write",
    perMinute: 120,
    background: true,
    input: z.strictObject({ id: TicketRef, messageId: MessageRef }),
    output: noOutput,
  },
  ticketWriting: {
    summary: `Say that one is writing: others who have the ticket open see it for ${ticketLimits.writingMs / 1000} seconds, of an internal note only those who handle tickets.`,
    access: "tickets",
    effect: "read",
    perMinute: 60,
    background: true,
    input: z.strictObject({ id: TicketRef, isInternal: z.boolean().default(false) }),
    output: noOutput,
  },
} satisfies CallMap;
