import {
  authorsReasons,
  type CloseCause,
  type CloseReason,
  type TicketField,
  ticketFields,
  ticketLimits,
  type TicketStatus,
  type WaitingFor,
} from "./ticket-types.ts";

/**
 * The states of a ticket, which of them may follow which, and who may bring that about. It has an agent while it is Open or
 * Inprogress and none while it is Unassigned; one that is closed keeps whom it had, and waits for nobody.
 */
export interface TicketState {
  status: TicketStatus;
  agentId: string | null;
  authorId: string | null;
  waitingFor: WaitingFor;
  /** Epoch ms; null: until something happens. */
  waitingUntilMs: number | null;
  closeReason: CloseReason | null;
  /** What was wrong; null: nobody said so. */
  closeCause: CloseCause | null;
  /** The ticket that it is a duplicate of; null: of none, or of one that is gone. */
  duplicateOf: string | null;
  closedAtMs: number | null;
}

/** Why a ticket is closed: only a duplicate is one of another ticket. */
export interface TicketEnd {
  reason: CloseReason;
  cause?: CloseCause | undefined;
  duplicateOf?: string | undefined;
}

/** Null: nobody did it, but the portal; `handles`: works on tickets of others. */
export type Mover = { userId: string; handles: boolean } | null;

export type TicketMove =
  | { kind: "assign"; agentId: string }
  | { kind: "start" | "put_back" | "release" | "reopen" }
  | ({ kind: "close" } & TicketEnd)
  | { kind: "wait"; for: WaitingFor; untilMs: number | null };
export type TicketMoveKind = TicketMove["kind"];

/** forbidden: others may; not_from_here: nobody may, as the ticket stands. */
export type MoveRefusal = "forbidden" | "not_from_here";

type Step = (state: TicketState, by: Mover, nowMs: number) => TicketState | MoveRefusal;

const notWaiting = { waitingFor: "nobody", waitingUntilMs: null } as const;
const notClosed = { closeReason: null, closeCause: null, duplicateOf: null, closedAtMs: null } as const;
const mayHandle = (by: Mover) => by === null || by.handles;
const isAuthor = (state: TicketState, by: Mover) =>
  by !== null && state.authorId !== null && by.userId === state.authorId;

/** A ticket as it begins: its author may take it at once, if they handle tickets. */
export function newTicket(author: { userId: string; handles: boolean }, takes: boolean): TicketState | MoveRefusal {
  const nothing = { agentId: null, ...notClosed };
  const state: TicketState = { status: "Unassigned", authorId: author.userId, ...nothing, ...notWaiting };
  return takes ? moveTicket(state, { kind: "assign", agentId: author.userId }, author, 0) : state;
}

/** The state that follows a move, or why there is none. */
export function moveTicket(state: TicketState, move: TicketMove, by: Mover, nowMs: number): TicketState | MoveRefusal {
  return stepOf(move)(state, by, nowMs);
}

function stepOf(move: TicketMove): Step {
  switch (move.kind) {
    case "assign":
      return handlers((state) => ({
        ...state,
        agentId: move.agentId,
        status: state.status === "Unassigned" ? "Open" : state.status,
      }));
    case "start":
      return handlers((state) => state.status === "Open" && { ...state, status: "Inprogress" });
    case "put_back":
      return handlers((state) => state.status === "Inprogress" && { ...state, status: "Open" });
    case "release":
      return handlers((state) => state.agentId !== null && { ...state, status: "Unassigned", agentId: null });
    case "wait":
      // A visit has a date, and who waits for nobody has none.
      return handlers(
        (state) =>
          !(move.for === "visit" && move.untilMs === null) && {
            ...state,
            waitingFor: move.for,
            waitingUntilMs: move.for === "nobody" ? null : move.untilMs,
          },
      );
    case "close":
      return (state, by, nowMs) => close(state, move, by, nowMs);
    case "reopen":
      return reopen;
  }
}

/** A step of those who handle tickets, on a ticket that is not closed. */
function handlers(step: (state: TicketState) => TicketState | false): Step {
  return (state, by) => {
    if (!mayHandle(by)) return "forbidden";
    return (state.status !== "Closed" && step(state)) || "not_from_here";
  };
}

function close(state: TicketState, end: TicketEnd, by: Mover, nowMs: number): TicketState | MoveRefusal {
  const { reason, cause: closeCause = null, duplicateOf = null } = end;
  const isAuthors = isAuthor(state, by) && closeCause === null && authorsReasons.includes(reason);
  if (!mayHandle(by) && !isAuthors) return "forbidden";
  if (state.status === "Closed" || (reason === "duplicate") !== (duplicateOf !== null)) return "not_from_here";
  const closed = { status: "Closed", closeReason: reason, closeCause, duplicateOf, closedAtMs: nowMs } as const;
  return { ...state, ...notWaiting, ...closed };
}

function reopen(state: TicketState, by: Mover, nowMs: number): TicketState | MoveRefusal {
  if (!mayHandle(by) && !isAuthor(state, by)) return "forbidden";
  if (state.status !== "Closed") return "not_from_here";
  // Of one that was closed long ago, people make a new one that follows it.
  if (!(by !== null && by.handles) && !isFresh(state, nowMs)) return "not_from_here";
  const status = state.agentId === null ? "Unassigned" : "Open";
  return { ...state, ...notClosed, status };
}

/** Was it closed so recently that whoever it concerns has it opened again? */
export function isFresh({ closedAtMs }: TicketState, nowMs: number): boolean {
  return closedAtMs === null || nowMs <= closedAtMs + ticketLimits.reopenMs;
}

/** Does it wait for somebody or something still? Once the date has come it does not. */
export function isWaiting(
  { waitingFor, waitingUntilMs }: Pick<TicketState, "waitingFor" | "waitingUntilMs">,
  nowMs: number,
): boolean {
  return waitingFor !== "nobody" && (waitingUntilMs === null || nowMs < waitingUntilMs);
}

/** As people ask for it: where the ticket is to stand. */
export interface WantedState {
  status?: TicketStatus | undefined;
  /** Null: nobody. */
  agentId?: string | null | undefined;
  reason?: CloseReason | undefined;
  cause?: CloseCause | undefined;
  duplicateOf?: string | undefined;
  waiting?: { for: WaitingFor; untilMs: number | null } | undefined;
}

/** The moves that lead there, one after the other, and what becomes of the ticket by them. */
export function settleTicket(
  before: TicketState,
  wanted: WantedState,
  by: Mover,
  nowMs: number,
): TicketState | MoveRefusal {
  let state = before;
  for (const move of movesTo(before, wanted)) {
    const next = moveTicket(state, move, by, nowMs);
    if (typeof next === "string") return next;
    state = next;
  }
  const { status } = wanted;
  // What is opened again is Open or Unassigned, by whether it has an agent.
  const isThere = status === undefined || state.status === status || (before.status === "Closed" && status === "Open");
  return isThere ? state : "not_from_here";
}

function* movesTo(before: TicketState, { status, agentId, waiting, ...end }: WantedState): Generator<TicketMove> {
  if (before.status === "Closed" && status !== undefined && status !== "Closed") yield { kind: "reopen" };
  if (agentId === null) {
    if (before.agentId !== null) yield { kind: "release" };
  } else if (agentId !== undefined) yield { kind: "assign", agentId };
  const isHeld = agentId === undefined ? before.agentId !== null : agentId !== null;
  if (status === "Unassigned" && isHeld) yield { kind: "release" };
  if (status === "Open" && before.status === "Inprogress" && isHeld) yield { kind: "put_back" };
  if (status === "Inprogress" && before.status !== "Inprogress") yield { kind: "start" };
  if (waiting) yield { kind: "wait", ...waiting };
  if (status === "Closed") yield { kind: "close", ...end, reason: end.reason ?? "solved" };
}

/**
 * What a public message makes of a ticket: a customer's opens one again that was closed lately, and nobody waits for the
 * customer any more. not_from_here: it was closed too long ago for that.
 */
export function afterMessage(state: TicketState, fromHandler: boolean, nowMs: number): TicketState | MoveRefusal {
  if (fromHandler) return state;
  if (state.status === "Closed") return isFresh(state, nowMs) ? reopen(state, null, nowMs) : "not_from_here";
  return state.waitingFor === "customer" ? { ...state, ...notWaiting } : state;
}

/** The moves that somebody may make now, of those that need no more than a press. */
export function openMoves(state: TicketState, by: Mover, nowMs: number): TicketMoveKind[] {
  const asked: readonly TicketMove[] = [
    { kind: "assign", agentId: by?.userId ?? "" },
    { kind: "start" },
    { kind: "put_back" },
    { kind: "release" },
    { kind: "wait", for: "nobody", untilMs: null },
    { kind: "close", reason: "solved" },
    { kind: "reopen" },
  ];
  return asked.flatMap((move) => (typeof moveTicket(state, move, by, nowMs) === "string" ? [] : [move.kind]));
}

/** All of a ticket that its history tells of, as text; null: nothing. */
export type TicketFacts = Record<TicketField, string | null>;

export interface TicketChange {
  field: TicketField;
  from: string | null;
  to: string | null;
}

/** One for each field that is another than before. */
export function ticketChanges(before: TicketFacts, after: TicketFacts): TicketChange[] {
  return ticketFields.flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, from: before[field], to: after[field] }],
  );
}

export function ticketFacts(
  state: TicketState,
  rest: Pick<TicketFacts, "priority" | "category" | "subject">,
): TicketFacts {
  const { status, agentId, waitingFor, waitingUntilMs, closeReason, closeCause, duplicateOf } = state;
  const { priority, category, subject } = rest;
  const waitingUntil = waitingUntilMs === null ? null : new Date(waitingUntilMs).toISOString();
  const end = { closeReason, closeCause, duplicateOf };
  return { status, agent: agentId, priority, category, subject, waitingFor, waitingUntil, ...end };
}
