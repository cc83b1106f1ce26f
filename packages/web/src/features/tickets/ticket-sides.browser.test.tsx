import type { CurrentUser } from "@offgrid/contract/users/users.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, type Look, render, say as sayOf } from "../../testing/render.tsx";
import { HistoryLines } from "./ticket-history.tsx";
import { TicketMarks } from "./ticket-marks.tsx";
import { TicketMoves } from "./ticket-moves.tsx";
import { NoSuchTicket } from "./ticket.page.tsx";
import { stateOf, type Ticket } from "./tickets.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`tickets:${key}`, values);
const now = Date.UTC(2026, 10, 28, 14);
const ada = { userId: "u-1", name: "Ada Diop" };
const chandra = { userId: "u-2", name: "Chandra Rai" };
const ticket: Ticket = {
  id: "k-1",
  slug: "t-5",
  subject: "Pump stands still",
  status: "Unassigned",
  category: "technical_support",
  priority: "medium",
  container: { id: "agadez", name: "Agadez" },
  incidentId: null,
  author: ada,
  agent: null,
  waitingFor: "nobody",
  waitingUntil: null,
  isWaiting: false,
  closeReason: null,
  closeCause: null,
  duplicateOf: null,
  follows: null,
  createdAt: "2026-11-28T12:00:00Z",
  updatedAt: "2026-11-28T12:00:00Z",
  closedAt: null,
  version: 1,
  answer: null,
  solution: null,
  unread: 0,
  needsReply: true,
};

beforeEach(() => loadTexts("tickets", "ui", "shared"));

async function showAs(permissions: readonly string[], part: () => ReactNode, look: Look = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const info = { id: "u-9", permissions: [...permissions], excludes: [] } as unknown as CurrentUser;
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, { status: "ok", info } as never);
  await render(() => <QueryClientProvider client={client}>{part()}</QueryClientProvider>, look);
}
const customer = ["view", "tickets"];
const handler = ["view", "tickets", "tickets_handle"];
const said = () => document.querySelector("main")?.innerText ?? "";

test("whoever asked reads that the support answers next, and is asked only where it waits for them", async () => {
  const asked: Ticket = { ...ticket, needsReply: false, waitingFor: "customer", isWaiting: true };
  for (const look of looks) {
    await showAs(customer, () => <TicketMarks ticket={ticket} now={now} />, look);
    await expect.element(page.getByText(say("supportsTurn"), { exact: true })).toBeVisible();
    expect(said()).not.toContain(say("needsReply"));
    await showAs(customer, () => <TicketMarks ticket={asked} now={now} />, look);
    await expect.element(page.getByText(say("yourTurn"), { exact: true })).toBeVisible();
    expect(said()).not.toContain(say("waitingFor.customer"));
    await expectFittingWords();
    await expectAccessible();
    await showAs(handler, () => <TicketMarks ticket={ticket} now={now} />, look);
    await expect.element(page.getByText(say("needsReply"), { exact: true })).toBeVisible();
    await showAs(handler, () => <TicketMarks ticket={asked} now={now} />, look);
    await expect.element(page.getByText(say("waitingFor.customer"), { exact: true })).toBeVisible();
    expect(said()).not.toContain(say("yourTurn"));
  }
});

test("of two who take a ticket at once the second is told who has it", async () => {
  const mover = { userId: "u-9", handles: true };
  function Moves() {
    const [shown, setShown] = useState(ticket);
    const change = () => {
      setShown({ ...ticket, status: "Open", agent: chandra, version: 2 });
      return Promise.reject(new ApiError({ code: "ticket_changed", status: 409, message: "" }));
    };
    const detail = { ticket: shown, incident: null, duplicateOf: null, duplicates: [] };
    return <TicketMoves detail={detail} state={stateOf(shown)} mover={mover} now={now} onChange={change} />;
  }
  await showAs(handler, () => <Moves />);
  await page.getByRole("button", { name: say("moves.take"), exact: true }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(say("tookIt", { name: "Chandra Rai" }));
});

test("the history has one line for each act, from the creation on, and says that a message reopened the ticket", async () => {
  const at = "2026-11-28T13:00:00Z";
  const line = { at, by: ada, byMessage: true, byMail: false } as const;
  const history = {
    status: "ok" as const,
    data: [
      { ...line, field: "status" as const, from: "Closed", to: "Open" },
      { ...line, field: "closeReason" as const, from: "solved", to: null },
      {
        at: "2026-11-28T13:30:00Z",
        by: chandra,
        byMessage: false,
        byMail: false,
        field: "agent" as const,
        from: null,
        to: "u-2",
      },
    ],
    people: [chandra],
  };
  const packs = [{ version: 2, takenAt: "2026-11-28T13:10:00Z" }] as never;
  for (const look of looks) {
    await showAs(customer, () => <HistoryLines ticket={ticket} history={history} packs={packs} now={now} />, look);
    await expect.poll(() => page.getByRole("listitem").elements().length).toBe(4);
    const [created, reopened, frozen, agent] = page
      .getByRole("listitem")
      .elements()
      .map((one) => one.textContent);
    expect(created).toContain(say("wasCreated"));
    expect(created).toContain("Ada Diop");
    expect(reopened).toContain(`${say("statuses.Closed")} → ${say("statuses.Open")}`);
    expect(reopened).toContain(say("byMessage", { name: "Ada Diop" }));
    expect(frozen).toContain(say("wasFrozen", { version: 2 }));
    expect(agent).toContain(say("changedTo", { field: say("fields.agent"), to: "Chandra Rai" }));
    await expectFittingWords();
    await expectAccessible();
  }
});

test("whoever looks for a ticket that is not there, or not theirs, is led to all tickets", async () => {
  for (const look of looks) {
    await showAs(customer, () => <NoSuchTicket slug="t-1" />, look);
    await expect.element(page.getByText(say("noSuch.title", { slug: "t-1" }))).toBeVisible();
    await expect.element(page.getByRole("link", { name: say("toTickets") })).toHaveAttribute("href", "/tickets");
    await expectFittingWords();
    await expectAccessible();
  }
});
