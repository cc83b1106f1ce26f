import { type Mover, settleTicket, type TicketState } from "@offgrid/contract/tickets/ticket-moves";
import { ticketLimits, ticketStatuses, type WaitingFor } from "@offgrid/contract/tickets/ticket-types";
import fc from "fast-check";
import { expect, test } from "vitest";

import { boardMove, firstColumn, undoOf } from "./board-moves.ts";

const salif: Mover = { userId: "salif", handles: true };
const amina: Mover = { userId: "amina", handles: false };
const brahim: Mover = { userId: "brahim", handles: false };
const nowMs = Date.UTC(2026, 10, 28);
const unassigned: TicketState = {
  status: "Unassigned",
  agentId: null,
  authorId: "amina",
  waitingFor: "nobody",
  waitingUntilMs: null,
  closeReason: null,
  closeCause: null,
  duplicateOf: null,
  closedAtMs: null,
};
const closed: TicketState = { ...unassigned, status: "Closed", closeReason: "solved", closedAtMs: nowMs };

test("whoever puts a ticket that nobody works on among the open ones takes it, and closing one is solving it until they say more", () => {
  expect(boardMove(unassigned, "Inprogress", salif, nowMs)).toEqual({ status: "Inprogress", agentId: "salif" });
  const held = { ...unassigned, status: "Open", agentId: "dede" } as const;
  expect(boardMove(held, "Inprogress", salif, nowMs)).toEqual({ status: "Inprogress" });
  expect(boardMove(held, "Closed", salif, nowMs)).toEqual({ status: "Closed", reason: "solved" });
  expect(boardMove(held, "Open", salif, nowMs)).toBe("here");
});

test("a customer closes and reopens their own ticket by the board, and reads why all else stays", () => {
  expect(boardMove(unassigned, "Closed", amina, nowMs)).toMatchObject({ status: "Closed" });
  expect(boardMove(unassigned, "Closed", brahim, nowMs)).toBe("author");
  expect(boardMove(unassigned, "Open", amina, nowMs)).toBe("handlers");
  expect(boardMove(closed, "Unassigned", amina, nowMs)).toEqual({ status: "Unassigned" });
  expect(boardMove(closed, "Open", amina, nowMs)).toBe("noAgent");
  expect(boardMove(closed, "Unassigned", amina, nowMs + ticketLimits.reopenMs + 1)).toBe("tooOld");
});

const states = fc
  .record({
    status: fc.constantFrom(...ticketStatuses),
    agentId: fc.constantFrom("salif", "dede", null),
    waitingFor: fc.constantFrom<WaitingFor>("nobody", "customer", "part"),
  })
  .filter(({ status, agentId }) => status === "Closed" || (status === "Unassigned") === (agentId === null))
  .map(({ status, agentId, waitingFor }): TicketState =>
    status === "Closed" ? { ...closed, agentId } : { ...unassigned, status, agentId, waitingFor },
  );

test("whatever a handler moves on the board is as it was before once it is undone", () => {
  fc.assert(
    fc.property(states, fc.constantFrom(...ticketStatuses), (before, to) => {
      const wanted = boardMove(before, to, salif, nowMs);
      if (typeof wanted === "string") {
        expect(wanted).toBe("here");
        return;
      }
      const after = settleTicket(before, wanted, salif, nowMs) as TicketState;
      expect(after.status).toBe(to);
      const back = undoOf(before, after, salif, nowMs);
      expect(settleTicket(after, back ?? {}, salif, nowMs)).toEqual({
        ...before,
        closedAtMs: before.closedAtMs && nowMs,
      });
    }),
  );
});

test("a board of one column opens on the first that has tickets", () => {
  expect(firstColumn({ Unassigned: 2, Open: 1 })).toBe("Unassigned");
  expect(firstColumn({ Unassigned: 0, Open: 0, Inprogress: 3, Closed: 9 })).toBe("Inprogress");
  expect(firstColumn({ Unassigned: 0, Open: 0, Inprogress: 0, Closed: 0 })).toBe("Unassigned");
});
