import { z } from "zod";

import { Instant } from "../../core/call.ts";
import { incidentStates } from "../incidents/incident-types.ts";
import { warningSeverities } from "../warnings/warning-types.ts";
import {
  closeCauses,
  closeReasons,
  ticketCategories,
  ticketFields,
  ticketPriorities,
  ticketStatuses,
  timerStates,
  waitingFors,
} from "./ticket-types.ts";
import { ticketFileTypes } from "./ticket-files.ts";

export const TicketPerson = z.object({
  userId: z.string(),
  name: z.string().nullable().describe("Null: the account has no name"),
});
export type TicketPerson = z.infer<typeof TicketPerson>;

const Timer = z
  .object({
    dueAt: Instant.nullable().describe("Null: it is paused, since the ticket waits"),
    state: z.enum(timerStates).describe("near: three quarters of the time have passed; over: all of it"),
    withinMs: z.number().describe("How much support time it may take"),
  })
  .nullable();

export const TicketFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(ticketFileTypes).describe("As its content says"),
  bytes: z.int(),
});
export type TicketFile = z.infer<typeof TicketFile>;

/** Work for people, mostly on a container, as the caller sees it. */
export const Ticket = z
  .object({
    id: z.string(),
    slug: z.string().describe("What stands in its address, such as `t-12`"),
    subject: z.string(),
    status: z.enum(ticketStatuses),
    category: z.enum(ticketCategories),
    priority: z.enum(ticketPriorities),
    container: z.object({ id: z.string(), name: z.string() }).nullable().describe("Null: it is about none"),
    incidentId: z.string().nullable().describe("The incident that it is about, if the caller sees that"),
    author: TicketPerson.nullable().describe("Null: the account is gone"),
    agent: TicketPerson.nullable().describe("Who works on it"),
    waitingFor: z.enum(waitingFors),
    waitingUntil: Instant.nullable().describe("Then it waits no more; null: until something happens"),
    isWaiting: z.boolean().describe("It waits for somebody or something, and the date has not come"),
    closeReason: z.enum(closeReasons).nullable(),
    closeCause: z
      .enum(closeCauses)
      .nullable()
      .describe("What was wrong, for those who handle tickets; null: nobody said so"),
    duplicateOf: z
      .string()
      .nullable()
      .describe("Slug of the ticket that it is a duplicate of, if the caller sees that"),
    follows: z.string().nullable().describe("Slug of the ticket that this one goes on with, if the caller sees that"),
    createdAt: Instant,
    updatedAt: Instant.describe("When a field changed, or somebody wrote a public message, last"),
    closedAt: Instant.nullable(),
    version: z.int().describe("Grows with each change of a field"),
    answer: Timer.describe("The first answer; null: it was given, or nobody waits for one"),
    solution: Timer.describe("The solution; null: the ticket is closed"),
    unread: z.int().describe("Messages of others that the caller has not read"),
    needsReply: z.boolean().describe("The last public message is a customer's, and waits for an answer"),
  })
  .meta({ id: "Ticket" });
export type Ticket = z.infer<typeof Ticket>;

const TicketName = z.object({ slug: z.string(), subject: z.string() });

export const TicketDetail = z.object({
  ticket: Ticket,
  duplicateOf: TicketName.nullable().describe("The ticket that it is a duplicate of, if the caller sees that"),
  duplicates: z
    .array(TicketName)
    .describe("Tickets that were closed as duplicates of it, as far as the caller sees them"),
  incident: z
    .object({
      id: z.string(),
      content: z.string(),
      state: z.enum(incidentStates),
      severity: z.enum(warningSeverities),
    })
    .nullable()
    .describe("As the caller sees it"),
});
export type TicketDetail = z.infer<typeof TicketDetail>;

export const TicketChange = z.object({
  at: Instant,
  by: TicketPerson.nullable().describe("Null: the portal, or somebody whose account is gone"),
  byMessage: z.boolean().describe("It followed from a message that this person wrote"),
  byMail: z.boolean().describe("It followed from a message that came by mail"),
  field: z.enum(ticketFields),
  from: z
    .string()
    .nullable()
    .describe("Of an agent, the id of the person; of a duplicate, the slug of the other ticket"),
  to: z.string().nullable(),
});
export type TicketChange = z.infer<typeof TicketChange>;

/** How often something was the cause of what was closed. */
export const TicketCauses = z.object({
  cluster: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe("Null: of containers in none, and of none"),
  cause: z.enum(closeCauses).nullable().describe("Null: nobody said so"),
  count: z.int(),
});
export type TicketCauses = z.infer<typeof TicketCauses>;

export const TicketMessage = z
  .object({
    id: z.string(),
    clientId: z.string().describe("What its writer's program called it when it was sent"),
    by: TicketPerson.nullable().describe("Null: the account is gone"),
    fromHandler: z.boolean().describe("Its writer handled tickets then"),
    isInternal: z.boolean().describe("A note among those who handle tickets; nobody else learns of it"),
    byMail: z.boolean().describe("It came by mail, whose sender nobody proved"),
    text: z.string().describe("Empty: it was deleted, or is files alone"),
    files: z.array(TicketFile),
    at: Instant,
    editedAt: Instant.nullable(),
    isDeleted: z.boolean(),
    deletedAt: Instant.nullable(),
    deletedBy: TicketPerson.nullable().describe(
      "Its writer, or somebody who handles tickets; null: not known any more",
    ),
    mentions: z.array(TicketPerson).describe("Who was notified of it"),
    mayEditUntil: Instant.nullable().describe("The caller wrote it, and may change it until then"),
    mayDelete: z.boolean(),
  })
  .meta({ id: "TicketMessage" });
export type TicketMessage = z.infer<typeof TicketMessage>;
