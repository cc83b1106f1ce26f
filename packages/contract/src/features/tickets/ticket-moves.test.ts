import fc from "fast-check";
import { expect, test } from "vitest";

import {
  afterMessage,
  isWaiting,
  moveTicket,
  type Mover,
  newTicket,
  openMoves,
  settleTicket,
  ticketChanges,
  ticketFacts,
  type TicketMove,
  type TicketState,
  type WantedState,
} from "./ticket-moves.ts";
import {
  closeCauses,
  closeReasons,
  ticketLimits,
  ticketNumber,
  ticketSlug,
  ticketStatuses,
  waitingFors,
} from "./ticket-types.ts";

const dayMs = 86_400_000;
const author = { userId: "amina", handles: false };
const handler = { userId: "salif", handles: true };
const other = { userId: "brahim", handles: false };

const movers = fc.constantFrom<Mover>(author, handler, other, { userId: "dede", handles: true }, null);
const agentIds = fc.constantFrom("salif", "dede");
const untils = fc.option(fc.integer({ min: 0, max: 60 * dayMs }));
const ends = fc.record(
  {
    reason: fc.constantFrom(...closeReasons),
    cause: fc.constantFrom(...closeCauses),
    duplicateOf: fc.constant("k-2"),
  },
  { requiredKeys: [] },
);
const moves: fc.Arbitrary<TicketMove> = fc.oneof(
  agentIds.map((agentId) => ({ kind: "assign", agentId }) as const),
  fc.constantFrom("start", "put_back", "release", "reopen").map((kind) => ({ kind }) as const),
  ends.map((end) => ({ kind: "close", ...end, reason: end.reason ?? "solved" }) as const),
  fc
    .tuple(fc.constantFrom(...waitingFors), untils)
    .map(([one, untilMs]) => ({ kind: "wait", for: one, untilMs }) as const),
);
const wishes: fc.Arbitrary<WantedState> = fc
  .record(
    {
      status: fc.constantFrom(...ticketStatuses),
      agentId: fc.option(agentIds),
      waiting: fc.record({ for: fc.constantFrom(...waitingFors), untilMs: untils }),
    },
    { requiredKeys: [] },
  )
  .chain((query) => ends.map((end) => ({ ...query, ...end })));
const steps = fc.array(
  fc.record({
    by: movers,
    act: fc.oneof(moves, wishes, fc.boolean()),
    laterMs: fc.integer({ min: 0, max: 20 * dayMs }),
  }),
  { maxLength: 30 },
);

function begun(by: { userId: string; handles: boolean } = author, takes = false): TicketState {
  const state = newTicket(by, takes);
  if (typeof state === "string") throw new Error(state);
  return state;
}

/** What a ticket always is, whatever was done to it. */
function mustBeWhole(state: TicketState): void {
  if (state.status === "Unassigned") expect(state.agentId).toBeNull();
  if (state.status === "Open" || state.status === "Inprogress") expect(state.agentId).not.toBeNull();
  const isClosed = state.status === "Closed";
  expect([state.closeReason !== null, state.closedAtMs !== null]).toEqual([isClosed, isClosed]);
  if (!isClosed) expect([state.closeCause, state.duplicateOf]).toEqual([null, null]);
  expect(state.duplicateOf !== null).toBe(state.closeReason === "duplicate");
  if (isClosed) expect(state.waitingFor).toBe("nobody");
  if (state.waitingFor === "nobody") expect(state.waitingUntilMs).toBeNull();
  if (state.waitingFor === "visit") expect(state.waitingUntilMs).not.toBeNull();
}

const rest = { priority: "low", category: "technical_support", subject: "No light" };

function act(
  state: TicketState,
  { by, act: one }: { by: Mover; act: TicketMove | WantedState | boolean },
  nowMs: number,
) {
  if (typeof one === "boolean") return afterMessage(state, one, nowMs);
  return "kind" in one ? moveTicket(state, one, by, nowMs) : settleTicket(state, one, by, nowMs);
}

test("any sequence of moves, by anybody, keeps a ticket whole, and its history leads from its beginning to what it is", () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (all, takes) => {
      let state = begun(takes ? handler : author, takes);
      mustBeWhole(state);
      const known = ticketFacts(state, rest);
      let nowMs = 0;
      for (const step of all) {
        nowMs += step.laterMs;
        const next = act(state, step, nowMs);
        if (typeof next === "string") continue;
        mustBeWhole(next);
        const changes = ticketChanges(ticketFacts(state, rest), ticketFacts(next, rest));
        expect(new Set(changes.map(({ field }) => field)).size).toBe(changes.length);
        for (const { field, from, to } of changes) {
          expect(known[field]).toBe(from);
          known[field] = to;
        }
        expect(next.authorId).toBe(state.authorId);
        state = next;
      }
      expect(known).toEqual(ticketFacts(state, rest));
    }),
  );
});

test("whoever neither handles tickets nor wrote it changes nothing, and its author only closes and reopens it", () => {
  fc.assert(
    fc.property(steps, (all) => {
      let state = begun();
      let nowMs = 0;
      for (const { by, act: one, laterMs } of all) {
        nowMs += laterMs;
        if (typeof one === "boolean") continue;
        const next = act(state, { by, act: one }, nowMs);
        if (typeof next === "string") continue;
        const fields = ticketChanges(ticketFacts(state, rest), ticketFacts(next, rest)).map(({ field }) => field);
        if (by?.userId === "brahim") expect(fields).toEqual([]);
        if (by?.userId === "amina" && fields.length > 0) {
          expect([state.status, next.status]).toContain("Closed");
          expect(next.agentId).toBe(state.agentId);
          if (next.status === "Closed") expect(["solved", "withdrawn"]).toContain(next.closeReason);
        }
        state = next;
      }
    }),
  );
});

const held: TicketState = { ...begun(), status: "Open", agentId: "salif" };
const closed: TicketState = { ...held, status: "Closed", closeReason: "solved", closedAtMs: 0 };

test.each<[string, TicketState, TicketMove, Mover, string]>([
  ["one with an agent set is Open", begun(), { kind: "assign", agentId: "salif" }, handler, "Open"],
  ["one that is begun is Inprogress", held, { kind: "start" }, handler, "Inprogress"],
  ["one put back is Open", { ...held, status: "Inprogress" }, { kind: "put_back" }, handler, "Open"],
  ["one without its agent is Unassigned", held, { kind: "release" }, handler, "Unassigned"],
  ["the portal takes an agent away whose account is gone", held, { kind: "release" }, null, "Unassigned"],
  ["its author withdraws it", held, { kind: "close", reason: "withdrawn" }, author, "Closed"],
  ["its author calls it no duplicate", held, { kind: "close", reason: "duplicate" }, author, "forbidden"],
  ["its author says no cause", held, { kind: "close", reason: "solved", cause: "wiring" }, author, "forbidden"],
  ["a duplicate is one of another ticket", held, { kind: "close", reason: "duplicate" }, handler, "not_from_here"],
  ["only a duplicate is", held, { kind: "close", reason: "solved", duplicateOf: "k-2" }, handler, "not_from_here"],
  ["others do not close it", held, { kind: "close", reason: "solved" }, other, "forbidden"],
  ["one reopened with an agent is Open", closed, { kind: "reopen" }, author, "Open"],
  [
    "one reopened without an agent is Unassigned",
    { ...closed, agentId: null },
    { kind: "reopen" },
    author,
    "Unassigned",
  ],
  ["one without an agent cannot be begun", begun(), { kind: "start" }, handler, "not_from_here"],
  ["a closed one has nobody assigned", closed, { kind: "assign", agentId: "dede" }, handler, "not_from_here"],
  ["a visit needs a date", held, { kind: "wait", for: "visit", untilMs: null }, handler, "not_from_here"],
])("%s", (_, state, move, by, expected) => {
  const next = moveTicket(state, move, by, 1);
  expect(typeof next === "string" ? next : next.status).toBe(expected);
});

test("a fortnight after it was closed only handlers open a ticket again, and a customer's message does not", () => {
  const late = ticketLimits.reopenMs + 1;
  expect(moveTicket(closed, { kind: "reopen" }, author, late)).toBe("not_from_here");
  expect(moveTicket(closed, { kind: "reopen" }, handler, late)).toMatchObject({ status: "Open" });
  expect(afterMessage(closed, false, late)).toBe("not_from_here");
  expect(afterMessage(closed, true, late)).toEqual(closed);
  expect(afterMessage(closed, false, late - 1)).toMatchObject({ status: "Open", closeReason: null });
  expect(afterMessage({ ...closed, agentId: null }, false, 1)).toMatchObject({ status: "Unassigned" });
});

test("what a customer writes ends the waiting for the customer, but not for a part", () => {
  const waiting = { ...held, waitingFor: "customer", waitingUntilMs: null } as const;
  expect(afterMessage(waiting, false, 1)).toMatchObject({ waitingFor: "nobody" });
  expect(afterMessage(waiting, true, 1)).toEqual(waiting);
  expect(afterMessage({ ...waiting, waitingFor: "part" }, false, 1)).toMatchObject({ waitingFor: "part" });
});

test("a ticket waits until the date that it was given, or until somebody says otherwise", () => {
  const visit: TicketState = { ...held, waitingFor: "visit", waitingUntilMs: 10 };
  expect([isWaiting(visit, 9), isWaiting(visit, 10), isWaiting(held, 9)]).toEqual([true, false, false]);
  expect(isWaiting({ ...visit, waitingFor: "part", waitingUntilMs: null }, 1_000)).toBe(true);
});

test.each<[string, TicketState, WantedState, string]>([
  ["one without an agent cannot be Open", begun(), { status: "Open" }, "not_from_here"],
  ["an agent and work can be given at once", begun(), { status: "Inprogress", agentId: "salif" }, "Inprogress"],
  ["another agent goes on with the work", { ...held, status: "Inprogress" }, { agentId: "dede" }, "Inprogress"],
  ["no agent and Open contradict each other", held, { status: "Open", agentId: null }, "not_from_here"],
  ["a closed one is not closed again", closed, { status: "Closed", reason: "withdrawn" }, "not_from_here"],
  [
    "a closed one without an agent asked to be Open is Unassigned",
    { ...closed, agentId: null },
    { status: "Open" },
    "Unassigned",
  ],
  ["a closed one takes another agent as it is reopened", closed, { status: "Open", agentId: "dede" }, "Open"],
  ["one that is reopened can be left to whoever comes", closed, { status: "Unassigned" }, "Unassigned"],
])("%s", (_, state, wanted, expected) => {
  const next = settleTicket(state, wanted, handler, 1);
  expect(typeof next === "string" ? next : next.status).toBe(expected);
});

test("people are offered what they may do", () => {
  expect(openMoves(held, author, 1)).toEqual(["close"]);
  expect(openMoves(held, other, 1)).toEqual([]);
  expect(openMoves(held, handler, 1)).toEqual(["assign", "start", "release", "wait", "close"]);
  expect(openMoves(closed, author, 1)).toEqual(["reopen"]);
  expect(openMoves(closed, author, ticketLimits.reopenMs + 1)).toEqual([]);
});

test("the address of a ticket says its number, and no other text does", () => {
  expect(ticketNumber(ticketSlug(12))).toBe(12);
  for (const text of ["12", "t-0", "t-", "t-01", "t-1x", "T-1", "t-9999999999"])
    expect(ticketNumber(text)).toBeUndefined();
});
