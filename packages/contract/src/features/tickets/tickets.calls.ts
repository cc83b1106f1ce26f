import { z } from "zod";

import { type CallMap, ContainerId, Instant, listInput } from "../../core/call.ts";
import { oneLine } from "../../core/one-line.ts";
import { isSeen } from "../../core/shown-name.ts";
import { ClientId, MessageText, TicketRef } from "./ticket-chat.calls.ts";
import {
  causeDays,
  closeCauses,
  closeReasons,
  ticketCategories,
  ticketChoices,
  ticketLimits,
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
  waitingFors,
} from "./ticket-types.ts";
import { Ticket, TicketCauses, TicketChange, TicketDetail, TicketPerson } from "./tickets.schema.ts";

const UserId = z.string().min(1).max(64);
const { longestSubject } = ticketLimits;
const Subject = z
  .string()
  .trim()
  .min(1, { error: "Say in a few words what it is about." })
  .max(longestSubject, { error: `A subject has ${longestSubject} characters at most.` })
  .regex(oneLine, { error: "A subject is one line, without signs that turn the direction of writing." })
  .refine(isSeen, { error: "A subject has no invisible characters: it has to be read by others." });

export const ticketCalls = {
  ticketCreate: {
    summary:
      "Ask for help, mostly with a container: those who see the container and handle tickets learn of it, and answer in its chat. It is Unassigned, or Open where a handler takes it at once.",
    access: "tickets",
    effect: "write",
    perMinute: 10,
    input: z.strictObject({
      clientId: ClientId.optional().describe("Named again with the same one, the ticket is not made again"),
      containerId: ContainerId.optional(),
      incidentId: z.string().min(1).max(64).optional(),
      follows: TicketRef.optional().describe("A ticket that this one goes on with"),
      category: z.enum(ticketCategories),
      priority: z.enum(ticketPriorities),
      subject: Subject,
      text: MessageText,
      take: z.boolean().default(false).describe("The caller becomes its agent; for those who handle tickets"),
    }),
    output: z.object({ data: Ticket }),
  },
  ticketGet: {
    summary: "A ticket, by its id or by what stands in its address.",
    access: "tickets",
    effect: "read",
    input: z.strictObject({ id: TicketRef }),
    output: z.object({ data: TicketDetail }),
  },
  ticketGetList: {
    summary:
      "Tickets of the containers that the caller sees, and the caller's own; with how many there are of each status under the same other filters.",
    access: "tickets",
    effect: "read",
    input: z.strictObject({
      page: listInput.page,
      pageSize: listInput.pageSize,
      sort: z
        .enum(ticketSorts)
        .default("updated")
        .describe("What was updated or made last, or is gravest of what is not closed, first"),
      search: listInput.search.describe(
        "Beginnings of words of messages, the subject, the container or the author, of the last three also misspelt; or `t-12`",
      ),
      choice: z
        .enum(ticketChoices)
        .optional()
        .describe("mine: the caller is author or agent; to_do: is the agent, and it waits for nobody else"),
      status: z.enum(ticketStatuses).optional(),
      category: z.enum(ticketCategories).optional(),
      priority: z.enum(ticketPriorities).optional(),
      waitingFor: z.enum(waitingFors).optional(),
      agent: UserId.optional(),
      containerId: ContainerId.optional(),
      incidentId: z.string().min(1).max(64).optional(),
      cause: z
        .enum(closeCauses)
        .nullable()
        .optional()
        .describe(
          "Of those that were closed, but not as duplicates; null: nobody said so. For those who handle tickets",
        ),
      clusterId: z.string().min(1).max(64).nullable().optional().describe("Of its containers; null: of all others"),
      closedDays: z.int().min(1).max(366).optional().describe("Closed within so many days"),
    }),
    output: z.object({
      data: z.array(Ticket),
      total: z.int(),
      counts: z.record(z.enum(ticketStatuses), z.int()).describe("By status, under all filters but that of the status"),
      agents: z.array(TicketPerson).describe("Who works on any of the tickets that the caller sees"),
    }),
  },
  ticketUpdate: {
    summary:
      "Change a ticket. Its author may close it as solved or withdrawn, reopen it within 14 days, and change its subject; all else is for those who handle tickets. An agent makes an Unassigned one Open; without one it is Unassigned again.",
    access: "tickets",
    effect: "write",
    perMinute: 120,
    input: z.strictObject({
      id: TicketRef,
      version: z.int().optional().describe("As the caller knows it: with another one nothing is changed"),
      status: z.enum(ticketStatuses).optional(),
      agent: UserId.nullable().optional().describe("Somebody who handles tickets and sees this one; null: nobody"),
      reason: z.enum(closeReasons).optional().describe("Of closing it; left out: solved"),
      cause: z
        .enum(closeCauses)
        .optional()
        .describe("What was wrong; with `status` Closed, by those who handle tickets, who say it of what is solved"),
      duplicateOf: TicketRef.optional().describe("With the reason `duplicate`, and only then: of which ticket"),
      lastWords: MessageText.optional().describe("To the customer, before it is closed by those who handle tickets"),
      priority: z.enum(ticketPriorities).optional(),
      category: z.enum(ticketCategories).optional(),
      subject: Subject.optional(),
      waitingFor: z.enum(waitingFors).optional(),
      waitingUntil: Instant.nullable().optional().describe("Only with `waitingFor`; a visit has to have one"),
      noReplyNeeded: z.literal(true).optional().describe("The last message of the customer needs no answer"),
    }),
    output: z.object({ data: Ticket }),
    errors: ["ticket_move", "ticket_changed"],
  },
  ticketCauses: {
    summary:
      "How often something was the cause of tickets that the caller sees, by cluster: of those that were closed lately, but not as duplicates.",
    access: "tickets_handle",
    effect: "read",
    input: z.strictObject({ days: z.int().min(1).max(366).default(causeDays) }),
    output: z.object({ data: z.array(TicketCauses).describe("By name of the cluster; the most frequent cause first") }),
  },
  ticketPeople: {
    summary: "Who handles tickets and sees this one: who may be its agent, and be mentioned in its notes.",
    access: "tickets_handle",
    effect: "read",
    input: z.strictObject({ id: TicketRef }),
    output: z.object({ data: z.array(TicketPerson) }),
  },
  getTicketHistory: {
    summary: `What was changed of a ticket, one line for each field, oldest first; the last ${ticketLimits.mostChanges}.`,
    access: "tickets",
    effect: "read",
    input: z.strictObject({ id: TicketRef }),
    output: z.object({
      data: z.array(TicketChange),
      people: z.array(TicketPerson).describe("Agents that lines name, as far as their accounts are there"),
    }),
  },
} satisfies CallMap;
