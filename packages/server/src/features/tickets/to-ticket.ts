import {
  resumed,
  type SupportHours,
  ticketTargetsMs,
  type TicketClock,
  type Timer,
  timerOf,
} from "@offgrid/contract/tickets/support-hours";
import { isWaiting, type TicketState } from "@offgrid/contract/tickets/ticket-moves";
import { ticketLimits, ticketSlug } from "@offgrid/contract/tickets/ticket-types";
import type { Ticket, TicketMessage } from "@offgrid/contract/tickets/tickets.schema";

import type { Changeable } from "../../config/live-config.ts";
import type { MessageRow } from "./ticket-chat.store.ts";
import type { TicketRow, TicketViewer } from "./tickets.store.ts";

const toInstant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const toTimer = ({ dueAtMs, state }: Timer) => ({ dueAt: toInstant(dueAtMs), state });

export function personOf(userId: string | null, name: string | null) {
  return userId === null ? null : { userId, name };
}

/** What the times of tickets are counted by. */
export type TicketTerms = Pick<Changeable, "supportHours" | "ticketTimes">;

/** A ticket as answers have it. */
export function toTicket(row: TicketRow, nowMs: number, { supportHours: hours, ticketTimes }: TicketTerms): Ticket {
  const { id, subject, status, category, priority, incidentId, waitingFor, closeReason, version, unread } = row;
  const waits = isWaiting(row, nowMs);
  const targets = ticketTargetsMs(priority, hours, ticketTimes);
  // A wait whose date has come is over, though nobody has said so.
  const clock = waits ? row : resumed(row, row.waitingUntilMs, nowMs, hours);
  const timer = (withinMs: number) => ({ ...toTimer(timerOf(clock, withinMs, { waits, nowMs, hours })), withinMs });
  const isClosed = status === "Closed";
  return {
    ...{ id, subject, status, category, priority, incidentId, waitingFor, closeReason, version, unread },
    closeCause: row.shownCause,
    duplicateOf: row.duplicateOfNumber === null ? null : ticketSlug(row.duplicateOfNumber),
    slug: ticketSlug(row.number),
    container: row.containerId === null ? null : { id: row.containerId, name: row.containerName ?? row.containerId },
    author: personOf(row.authorId, row.authorName),
    agent: personOf(row.agentId, row.agentName),
    waitingUntil: toInstant(row.waitingUntilMs),
    isWaiting: waits,
    follows: row.followsNumber === null ? null : ticketSlug(row.followsNumber),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    closedAt: toInstant(row.closedAtMs),
    answer: isClosed || row.answeredAt !== null ? null : timer(targets.answer),
    solution: isClosed ? null : timer(targets.solution),
    needsReply: row.needsReply,
  };
}

/** The clock of a ticket once its state has become another: it stands while the ticket waits, and begins anew with it. */
export function clockAfter(row: TicketRow, after: TicketState, nowMs: number, hours: SupportHours): TicketClock {
  const { sinceMs, pausedMs, waitingSinceMs } = row;
  if (row.status === "Closed" && after.status !== "Closed")
    return { sinceMs: nowMs, pausedMs: 0, waitingSinceMs: null };
  const isSame = row.waitingFor === after.waitingFor && row.waitingUntilMs === after.waitingUntilMs;
  if (isSame) return { sinceMs, pausedMs, waitingSinceMs };
  const clock = resumed({ sinceMs, pausedMs, waitingSinceMs }, row.waitingUntilMs, nowMs, hours);
  return { ...clock, waitingSinceMs: isWaiting(after, nowMs) ? nowMs : null };
}

/** A message as answers have it: its writer may change it for a while. */
export function toMessage(row: MessageRow, viewer: TicketViewer, nowMs: number): TicketMessage {
  const { id, clientId, fromHandler, isInternal, byMail, text, mentions, files } = row;
  const isDeleted = row.deletedAt !== null;
  const untilMs = row.writtenAt.getTime() + ticketLimits.editMs;
  const mayEdit = !isDeleted && row.authorId === viewer.userId && nowMs < untilMs;
  return {
    ...{ id, clientId, fromHandler, isInternal, byMail, text, mentions, files, isDeleted },
    by: personOf(row.authorId, row.authorName),
    at: row.writtenAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    deletedBy: personOf(row.deleterId, row.deleterName),
    mayEditUntil: mayEdit ? new Date(untilMs).toISOString() : null,
    mayDelete: !isDeleted && (mayEdit || viewer.handles),
  };
}
