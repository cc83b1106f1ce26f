import {
  isFresh,
  type Mover,
  settleTicket,
  type TicketState,
  type WantedState,
} from "@offgrid/contract/tickets/ticket-moves";
import { type TicketStatus, ticketStatuses } from "@offgrid/contract/tickets/ticket-types";

/** What it means to put a ticket into another column of the board, and how that is taken back. Pure. */

/** Why a ticket does not go into a column; here: it is there. */
export type NoMove = "here" | "handlers" | "author" | "tooOld" | "noAgent";

/** What has to be asked for so that the ticket stands there; whoever takes one that nobody works on becomes its agent. */
export function boardMove(state: TicketState, to: TicketStatus, by: Mover, nowMs: number): WantedState | NoMove {
  if (state.status === to) return "here";
  const takes = (to === "Open" || to === "Inprogress") && state.agentId === null && by?.handles === true;
  const wanted = {
    status: to,
    ...(takes && { agentId: by.userId }),
    ...(to === "Closed" && { reason: "solved" as const }),
  };
  const after = settleTicket(state, wanted, by, nowMs);
  if (typeof after === "object" && after.status === to) return wanted;
  const isAuthor = by !== null && by.userId === state.authorId;
  if (state.status === "Closed" && isAuthor && !isFresh(state, nowMs)) return "tooOld";
  if (after === "forbidden") return to === "Closed" || state.status === "Closed" ? whose(isAuthor) : "handlers";
  return state.status === "Closed" ? "noAgent" : "handlers";
}

const whose = (isAuthor: boolean) => (isAuthor ? "handlers" : "author");

/** What leads back to how the ticket stood before; undefined: nothing does. */
export function undoOf(before: TicketState, after: TicketState, by: Mover, nowMs: number): WantedState | undefined {
  const { status, agentId, waitingFor, waitingUntilMs, closeReason, closeCause, duplicateOf } = before;
  const wanted: WantedState = {
    status,
    ...(agentId !== after.agentId && { agentId }),
    ...(closeReason !== null && { reason: closeReason }),
    ...(closeCause !== null && { cause: closeCause }),
    ...(duplicateOf !== null && { duplicateOf }),
    ...(waitingFor !== after.waitingFor && { waiting: { for: waitingFor, untilMs: waitingUntilMs } }),
  };
  const back = settleTicket(after, wanted, by, nowMs);
  const fields = [
    "status",
    "agentId",
    "waitingFor",
    "waitingUntilMs",
    "closeReason",
    "closeCause",
    "duplicateOf",
  ] as const;
  const isSame = fields.every((field) => typeof back === "object" && back[field] === before[field]);
  return isSame ? wanted : undefined;
}

/** The column that a board of one column opens on: the first with tickets, so that nobody begins at an empty one. */
export function firstColumn(counts: Partial<Record<TicketStatus, number>>): TicketStatus {
  return ticketStatuses.find((status) => (counts[status] ?? 0) > 0) ?? "Unassigned";
}
