import { ticketMailChoices, withTicketMailChoices } from "@offgrid/contract/tickets/ticket-mail-choices";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { render } from "../../testing/render.tsx";
import { ChoiceSection } from "./choice-section.tsx";

const words = { title: "Mails about tickets", help: "What you get." };
const kinds = [
  { kind: "mine", label: "My tickets" },
  { kind: "new", label: "New tickets" },
] as const;
const choiceOf = (name: string) => page.getByRole("switch", { name });

test("whoever never chose gets mails of their own tickets, and a choice counts at once and leaves others as they are", async () => {
  const choices = ticketMailChoices({ portal: { event: false } });
  const onChoose = vi.fn(() => Promise.resolve());
  await render(() => <ChoiceSection {...words} {...{ kinds, choices, onChoose }} />);
  await expect.element(choiceOf("My tickets")).toBeChecked();
  await choiceOf("New tickets").click();
  expect(onChoose).toHaveBeenCalledWith({ mine: true, new: true });
  expect(withTicketMailChoices({ portal: { event: false } }, { mine: false, new: true })).toEqual({
    portal: { event: false },
    tickets: { mine: false, new: true },
  });
  expect(ticketMailChoices({ tickets: { mine: false, new: true } })).toEqual({ mine: false, new: true });
});

test("only what there is is offered, and nothing where there is none of it", async () => {
  const choices = ticketMailChoices(undefined);
  const onChoose = () => Promise.resolve();
  await render(() => <ChoiceSection {...words} kinds={kinds.slice(1)} {...{ choices, onChoose }} />);
  await expect.element(choiceOf("New tickets")).toBeVisible();
  await expect.element(choiceOf("My tickets")).not.toBeInTheDocument();
  await render(() => <ChoiceSection {...words} kinds={[]} {...{ choices, onChoose }} />);
  await expect.element(page.getByText(words.title)).not.toBeInTheDocument();
});
