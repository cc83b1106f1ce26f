import { Notifications } from "@mantine/notifications";
import { settleTicket, type Mover, type TicketState } from "@offgrid/contract/tickets/ticket-moves";
import { ticketStatuses } from "@offgrid/contract/tickets/ticket-types";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say as sayOf } from "../../testing/render.tsx";
import { columns } from "../../ui/columns.ts";
import { BoardColumn } from "./board-column.tsx";
import { TicketBoard } from "./ticket-board.tsx";
import { TicketCard } from "./ticket-card.tsx";
import { stateOf, type Ticket, ticketQuery } from "./tickets.data.ts";
import { useBoardMoves } from "./use-board-moves.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);
const now = Date.UTC(2026, 10, 28, 14);
const salif: Mover = { userId: "salif", handles: true };
const brahim: Mover = { userId: "brahim", handles: false };

beforeEach(() => loadTexts("tickets", "ui", "shared"));

const lamps: Ticket = {
  id: "lamps",
  slug: "t-1",
  subject: "A-1",
  status: "Unassigned",
  category: "technical_support",
  priority: "high",
  container: { id: "gao", name: "Gao" },
  incidentId: null,
  follows: null,
  author: { userId: "amina", name: "A-2" },
  agent: null,
  waitingFor: "nobody",
  waitingUntil: null,
  isWaiting: false,
  closeReason: null,
  closeCause: null,
  duplicateOf: null,
  createdAt: "2026-11-28T12:00:00Z",
  updatedAt: "2026-11-28T12:00:00Z",
  closedAt: null,
  version: 1,
  unread: 0,
  needsReply: false,
  answer: null,
  solution: null,
} as Ticket;

/** A board whose portal settles tickets as the real one does. */
async function show({
  mover = salif,
  ticket = lamps,
  refuses = false,
  look = {},
}: { mover?: Mover; ticket?: Ticket; refuses?: boolean; look?: Look } = {}) {
  const asked: object[] = [];
  let shown = ticket;
  function Shown() {
    const [current, setCurrent] = useState(ticket);
    const moves = useBoardMoves({
      mover,
      now,
      onChange: async (given, { agent, status, reason }) => {
        asked.push({ agent, status, reason });
        if (refuses) throw new ApiError({ code: "ticket_changed", status: 409, message: "" });
        const after = settleTicket(stateOf(given), { status, agentId: agent, reason }, mover, now) as TicketState;
        const { agentId, status: there, closeReason, closeCause, duplicateOf } = after;
        const next: Ticket = {
          ...given,
          status: there,
          closeReason,
          closeCause,
          duplicateOf,
          version: given.version + 1,
        };
        shown = { ...next, agent: agentId === null ? null : { userId: agentId, name: "A-3" } };
        setCurrent(shown);
        return shown;
      },
    });
    return (
      <div className="og-grid" style={columns(220)}>
        <Notifications />
        {ticketStatuses.map((status) => (
          <BoardColumn key={status} status={status} count={1} moves={moves}>
            {current.status === status && <TicketCard ticket={current} now={now} moves={moves} />}
          </BoardColumn>
        ))}
        {moves.closing && <button onClick={() => void moves.close({ reason: "solved", cause: "wiring" })}>end</button>}
      </div>
    );
  }
  const client = new QueryClient();
  await render(
    () => (
      <QueryClientProvider client={client}>
        <Shown />
      </QueryClientProvider>
    ),
    look,
  );
  return { asked, shown: () => shown };
}

const column = (status: (typeof ticketStatuses)[number]) =>
  page.getByRole("region", { name: new RegExp(`^${say(`statuses.${status}`)}`) });
const card = () => page.getByRole("article");
const menu = () => page.getByRole("button", { name: say("board.move", { subject: "A-1" }), exact: true });

test("a ticket that is dragged among the open ones is there, its mover works on it, and undoing puts it back", async () => {
  const { shown } = await show();
  await card().dropTo(column("Open"));
  await expect.element(column("Open").getByText("A-1", { exact: true })).toBeVisible();
  expect(shown().agent?.userId).toBe("salif");
  await page.getByRole("button", { name: sayOf("shared:action.undo"), exact: true }).click();
  await expect.element(column("Unassigned").getByText("A-1", { exact: true })).toBeVisible();
  expect(shown().agent).toBeNull();
});

test("a ticket that a person may not move cannot be dragged, and its author reads why a column does not take it", async () => {
  await show({ mover: brahim });
  expect(card().element().getAttribute("draggable")).toBe("false");
  expect(menu().query()).toBeNull();
  const { asked } = await show({ mover: { userId: "amina", handles: false } });
  await card().dropTo(column("Inprogress"));
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("board.why.handlers"));
  expect(asked).toEqual([]);
  await menu().click();
  await expect.element(page.getByRole("menuitem", { name: /^Open/ })).toBeDisabled();
  await expect.element(page.getByText(say("board.why.handlers")).first()).toBeVisible();
});

test("by keys a ticket goes to the next column, and keeps the focus there", async () => {
  await show();
  (menu().element() as HTMLElement).focus();
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await expect.element(column("Open").getByText("A-1", { exact: true })).toBeVisible();
  await expect.element(menu()).toHaveFocus();
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await expect.element(column("Inprogress").getByText("A-1", { exact: true })).toBeVisible();
});

test("a ticket is closed from the board only after a reason was asked for", async () => {
  const { asked } = await show({ look: { width: 400 } });
  expect(card().element().getAttribute("draggable")).toBe("false");
  await menu().click();
  await page.getByRole("menuitem", { name: say("statuses.Closed"), exact: true }).click();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "end", exact: true }).click();
  await expect.element(column("Closed").getByText("A-1", { exact: true })).toBeVisible();
});

test("a move that the portal refuses leaves the ticket where it is and says why", async () => {
  await show({ refuses: true });
  await card().dropTo(column("Open"));
  await expect.element(page.getByRole("alert")).toHaveTextContent(sayOf("shared:refusal.ticket_changed"));
  await expect.element(column("Unassigned").getByText("A-1", { exact: true })).toBeVisible();
});

test.each(looks)("the board is good in %o", async (look) => {
  await show({ look });
  await expectAccessible();
  await expectFittingWords();
});

test("on a phone the board opens on the first column with tickets, and stays where somebody turns it", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnMount: false } } });
  const counts = { Unassigned: 0, Open: 1, Inprogress: 0, Closed: 4 };
  const ticket: Ticket = { ...lamps, status: "Open", agent: { userId: "salif", name: "A-3" } };
  for (const status of ticketStatuses) {
    const data = status === "Open" ? [ticket] : [];
    client.setQueryData(["ticketGetList", ticketQuery({}, status)], { data, total: counts[status], counts });
  }
  await render(
    () => (
      <QueryClientProvider client={client}>
        <TicketBoard search={{}} now={now} onAll={() => {}} />
      </QueryClientProvider>
    ),
    { width: 400 },
  );
  await expect.element(page.getByRole("heading", { name: say("statuses.Open") })).toBeVisible();
  await expect.element(page.getByText("A-1")).toBeVisible();
  await page.getByText(new RegExp(`^${say("statuses.Unassigned")}`)).click();
  await expect.element(page.getByRole("heading", { name: say("statuses.Unassigned") })).toBeVisible();
  await expect.element(page.getByText("A-1")).not.toBeInTheDocument();
});
