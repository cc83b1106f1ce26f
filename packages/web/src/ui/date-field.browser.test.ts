import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../testing/render.tsx";
import { stories } from "./date-field.stories.tsx";

const field = () => page.getByRole("textbox", { name: say("ui:period.from") });
const chosen = () => page.getByRole("status");
const clear = async () => {
  await field().click();
  await userEvent.keyboard("{Control>}a{/Control}");
};

test("a date typed key by key is taken once it is whole and Enter is pressed, not before", async () => {
  await renderState(stories, "date-field", "chosen");
  await expect.element(field()).toHaveValue("20/11/2026");
  await clear();
  await userEvent.keyboard("3/5/2026");
  await expect.element(chosen()).toHaveTextContent("2026-11-20");
  await userEvent.keyboard("{Enter}");
  await expect.element(chosen()).toHaveTextContent("2026-05-03");
  await expect.element(field()).toHaveValue("03/05/2026");
});

test("leaving the field takes the date too, and what is no date stays in the field with a reason", async () => {
  await renderState(stories, "date-field", "chosen");
  await clear();
  await userEvent.keyboard("31/02/2026{Tab}");
  await expect.element(page.getByText(say("ui:date.wrong"))).toBeVisible();
  await expect.element(field()).toHaveValue("31/02/2026");
  await expect.element(chosen()).toHaveTextContent("2026-11-20");
  await clear();
  await userEvent.keyboard("1.3.26{Tab}");
  await expect.element(chosen()).toHaveTextContent("2026-03-01");
  await expect.element(page.getByText(say("ui:date.wrong"))).not.toBeInTheDocument();
});

test("a day outside the bounds is refused with the bound; arrows go day by day, Escape takes back", async () => {
  await renderState(stories, "date-field", "chosen");
  await clear();
  await userEvent.keyboard("1/1/2027{Enter}");
  await expect.element(page.getByText(say("ui:date.late", { date: "31/12/2026" }))).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(field()).toHaveValue("20/11/2026");
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(chosen()).toHaveTextContent("2026-11-21");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(chosen()).toHaveTextContent("2026-11-19");
});

test("in French the pattern and the reasons are French", async () => {
  await renderState(stories, "date-field", "empty", { language: "fr" });
  const to = page.getByRole("textbox", { name: say("ui:period.to") });
  await expect.element(to).toHaveAttribute("placeholder", "jj/mm/aaaa");
  await to.click();
  await userEvent.keyboard("demain{Tab}");
  await expect.element(page.getByText(say("ui:date.wrong"))).toBeVisible();
  await expect.element(to).toBeInvalid();
});
