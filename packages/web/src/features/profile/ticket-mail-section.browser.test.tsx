import { ticketMailChoices, withTicketMailChoices } from "@offgrid/contract/tickets/ticket-mail-choices";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { render, say } from "../../testing/render.tsx";
import { TicketMailSection } from "./ticket-mail-section.tsx";

test("whoever never chose gets mails of their own tickets, and a choice counts at once and leaves others as they are", async () => {
  const choices = ticketMailChoices({ portal: { event: false } });
  const onChoose = vi.fn(() => Promise.resolve());
  await render(() => <TicketMailSection kinds={["mine", "new"]} {...{ choices, onChoose }} />);
  await expect.element(page.getByRole("switch", { name: say("profile:ticket_mails_mine") })).toBeChecked();
  await page.getByRole("switch", { name: say("profile:ticket_mails_new") }).click();
  expect(onChoose).toHaveBeenCalledWith({ mine: true, new: true });
  expect(withTicketMailChoices({ portal: { event: false } }, { mine: false, new: true })).toEqual({
    portal: { event: false },
    tickets: { mine: false, new: true },
  });
  expect(ticketMailChoices({ tickets: { mine: false, new: true } })).toEqual({ mine: false, new: true });
});

test("who has no tickets is offered no mails about them", async () => {
  const choices = ticketMailChoices(undefined);
  await render(() => <TicketMailSection kinds={[]} choices={choices} onChoose={() => Promise.resolve()} />);
  await expect.element(page.getByText(say("profile:ticket_mails"))).not.toBeInTheDocument();
});
