import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./people.stories.tsx";

test("a person is chosen by keyboard, and people without a name are listed by address", async () => {
  await renderState(stories, "person-select", "nobody");
  const field = page.getByRole("combobox", { name: "Find" });
  await userEvent.keyboard("{Tab}{ArrowDown}");
  await expect.element(page.getByRole("option", { name: "Amina Otieno · amina@example.org" })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "bruno@example.org", exact: true })).toBeVisible();
  // Which one the arrow comes to first depends on whether the list was open yet; it comes to each in turn.
  const marked = async () => {
    await userEvent.keyboard("{ArrowDown}");
    return document.querySelector("[data-combobox-selected]")?.textContent;
  };
  await expect.poll(marked).toBe("bruno@example.org");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveValue("bruno@example.org");
});

test("the choice of a person can be taken back", async () => {
  await renderState(stories, "person-select", "chosen");
  await expect.element(page.getByRole("combobox")).toHaveValue("Amina Otieno · amina@example.org");
  await page.getByLabelText(say("people:clear")).click();
  await expect.element(page.getByRole("combobox")).toHaveValue("");
});

test("a picture beside a name is hidden from screen readers", async () => {
  await renderState(stories, "person-avatar", "initials");
  await expect.element(page.getByText("AO")).toBeVisible();
  expect(document.querySelector("[aria-hidden='true'] [class*='placeholder']")).not.toBeNull();
});
